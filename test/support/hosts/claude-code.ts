import { join } from "node:path";
import { claudeAvailable, claudeEnv, claudeVersion, stateOf } from "../claude-code.ts";
import { type Ask, startModel } from "../model-stand-in.ts";
import { asked, forAgent, type HostClient, replied } from "./host-client.ts";

const isForAgent = (ask: Ask) => ask.hasTools && ask.firstUser.includes(forAgent);
const use = (name: string, input: Record<string, unknown>) => ({ tools: [{ name, input }] });

export const claudeCode: HostClient = {
  host: "claude-code",
  version: claudeVersion,
  async find() {
    const found = await claudeAvailable();
    return found.ok ? { ...found, path: found.binary } : found;
  },
  settings: (_, home) => ({
    ".claude.json": JSON.stringify(stateOf({}, join(home, "work", "project")), null, 2),
    ".claude/settings.json": '{\n  "includeCoAuthoredBy": false\n}\n',
  }),
  goesOn: ["resume", "fork"],
  command: (_, { prompt, url, goesOn }) => {
    const {
      PATH: _path,
      HOME: _home,
      CLAUDE_CONFIG_DIR: _config,
      TMPDIR: _temp,
      CLAUDE_CODE_TMPDIR: _own,
      ...env
    } = claudeEnv({ model: { url }, home: "" });
    const goOn = goesOn ? ["--continue", ...(goesOn === "fork" ? ["--fork-session"] : [])] : [];
    return { args: ["-p", prompt, "--dangerously-skip-permissions", ...goOn], env };
  },
  async model(project) {
    const model = await startModel([
      {
        name: "agent",
        when: isForAgent,
        turns: [use("Bash", { command: "ls", description: "list" }), { text: "One file." }],
      },
      {
        name: "main",
        when: (ask) => ask.hasTools && !isForAgent(ask),
        turns: [
          use("Bash", { command: "exit 4", description: "fail" }),
          use("Write", { file_path: `${project}/harbour.txt`, content: "nine cranes\n" }),
          use("Agent", { description: "count", prompt: forAgent, subagent_type: "general-purpose" }),
          { text: replied },
        ],
      },
    ]);
    return {
      url: model.url,
      get asked() {
        return model.requests.map(({ body }) => JSON.stringify(body));
      },
      [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
    };
  },
  kept: [
    `Asked: ${asked}`,
    "Ran exit 4: failed",
    "Wrote harbour.txt (1 line)",
    "Delegated to general-purpose: count → started in the background",
    "Ran ls: harbour.txt",
    "Replied: One file.",
    `Replied: ${replied}`,
  ],
};
