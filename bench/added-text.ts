// What tellback adds to each session of Claude Code without being asked, as the client writes it: for the bench that
// prints its price and for the test that holds it. `test/program/host/mcp.test.ts` compares it with what the client sends.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closingLineInShort, noteFor } from "../src/agents/standing-note.ts";
import { countTokens } from "../src/context/tokens.ts";
import { toolList } from "../src/doors/mcp/tool-list.ts";

const plugin = join(import.meta.dirname, "../plugin");

/** The most that tellback may add, in tokens. */
export const maxAdded = 230;

export type Route = "plugin" | "install" | "install --project";
type Part = "tool names" | "resource tools" | "skills" | "agents" | "note";
export type Added = Record<Part, string[]>;

/** Both ways give the server no instructions to pass on: a skill or the note says the same. */
export function addedBy(route: Route): Added {
  const prefix = route === "plugin" ? "mcp__plugin_tellback_tellback__" : "mcp__tellback__";
  const own = route === "plugin" ? "tellback:" : "tellback-";
  const hasGuides = route !== "install --project";
  return {
    "tool names": toolList.map(({ name }) => prefix + name),
    // The client's own tools for servers that have resources.
    "resource tools": ["ListMcpResourcesTool", "ReadMcpResourceDirTool", "ReadMcpResourceTool"],
    skills: hasGuides
      ? guides("skills/*/SKILL.md").map(({ name, about }) => `- ${own}${name}: ${about}`)
      : [],
    agents: hasGuides
      ? guides("agents/*.md").map(({ name, about, tools }) => `- ${own}${name}: ${about} (Tools: ${tools})`)
      : [],
    // A plugin has no note: the session start asks for the closing line.
    note: [route === "plugin" ? closingLineInShort : noteFor()],
  };
}

export function tokensOf(added: Added): number {
  return countTokens(Object.values(added).flat().join("\n"));
}

/** What a model sees of a guide; those that only users may start are not shown to it, and no commands are. */
function guides(pattern: string): { name: string; about: string; tools: string }[] {
  return globSync(pattern, { cwd: plugin })
    .map((file) => readFileSync(join(plugin, file), "utf8"))
    .filter((text) => !text.includes("\ndisable-model-invocation: true"))
    .map((text) => ({
      name: field(text, "name"),
      about: field(text, "description"),
      tools: field(text, "tools"),
    }));
}

function field(text: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1] ?? "*";
}
