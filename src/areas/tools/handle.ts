// Operations on tools of the user's own.

import { type OwnTool, ownTools } from "../../config/own-tools.ts";
import { runCode } from "../../journeys/functions/run.ts";
import { runOwnTool } from "../../journeys/tools/run-tool.ts";
import { addTool, removeTool, trustTool } from "../../journeys/tools/tools.ts";
import { tools } from "../agent-tools.ts";
import type { HandlersOf } from "../context.ts";
import type { OutputOf } from "../contracts.ts";
import type { operations } from "./contract.ts";

const isTaken = (name: string) => tools.some((tool) => tool.name === name);

export const handlers = {
  async "tool.list"({ memory }, { folder }) {
    return { tools: ownTools(memory.paths, folder).map(described) };
  },
  "tool.run": ({ memory }, asked) => runOwnTool(memory, asked, runCode),
  async "tool.add"({ memory }, { path }) {
    return { tool: described(addTool(memory.paths, path, isTaken)) };
  },
  async "tool.trust"({ memory }, asked) {
    return { tool: described(trustTool(memory.paths, asked, isTaken)) };
  },
  async "tool.remove"({ memory }, asked) {
    const { tool, isDeleted } = removeTool(memory.paths, asked);
    return { name: tool.name, isDeleted };
  },
} satisfies HandlersOf<typeof operations>;

function described({ manifest, ...tool }: OwnTool): OutputOf<"tool.list">["tools"][number] {
  const { name, origin, state, problem, folder } = tool;
  return {
    ...{ name, origin, state, problem, folder },
    description: manifest?.description ?? "",
    runs: manifest?.command?.join(" ") ?? `${manifest?.code ?? "nothing"} in the sandbox`,
    isReadOnly: manifest !== null && (manifest.readOnly || manifest.command === undefined),
    input: (manifest?.input ?? { type: "object" }) as OutputOf<"tool.list">["tools"][number]["input"],
  };
}
