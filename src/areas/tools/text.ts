// Renders the answers about tools of the user's own as text.

import type { OutputOf } from "../contracts.ts";
import { bad, columns, dim, good, warn } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

type OwnTool = OutputOf<"tool.list">["tools"][number];

export const texts = {
  "tool.list": ({ tools }) =>
    tools.length === 0
      ? dim(
          "You have no tools of your own. `tellback tool add FOLDER` adds one; docs/tools.md says how to write it.",
        )
      : columns(
          tools.map((tool) => [
            tool.name,
            stateText(tool),
            dim(tool.origin),
            tool.runs,
            tool.problem ?? tool.description,
          ]),
        ),
  "tool.run": ({ output, isCut }) => (isCut ? `${output}\n${warn("… more was printed")}` : output),
  "tool.add": ({ tool }) => readyText(tool),
  "tool.trust": ({ tool }) => readyText(tool),
  "tool.remove": ({ name, isDeleted }) =>
    isDeleted ? `Removed ${name}.` : `${name} is no longer trusted; its files are left in the project.`,
} satisfies TextsOf<typeof operations>;

function stateText({ state }: OwnTool): string {
  if (state === "ready") return good(state);
  return state === "broken" ? bad(state) : warn(state);
}

function readyText({ name, runs }: OwnTool): string {
  return `${good("✓")} ${name} runs ${runs}. MCP clients see it when they connect next; \`tellback tool run ${name}\` tries it.`;
}
