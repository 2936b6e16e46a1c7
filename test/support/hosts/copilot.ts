import { startCompletionsModel } from "../completions-stand-in.ts";
import { npmProgram } from "../npm-program.ts";
import { asked, forAgent, type HostClient, replied } from "./host-client.ts";

const version = "1.0.102";

export const copilot: HostClient = {
  host: "copilot",
  version,
  find: () => npmProgram("@github/copilot", version, "@github/copilot/npm-loader.js"),
  settings: () => ({ ".copilot/mcp-config.json": '{ "mcpServers": {} }\n' }),
  goesOn: ["resume"],
  command: (_, { prompt, url, goesOn }) => ({
    args: ["--allow-all-tools", ...(goesOn ? ["--continue"] : []), "-p", prompt],
    env: {
      ...{ COPILOT_OFFLINE: "true", COPILOT_PROVIDER_BASE_URL: `${url}/v1` },
      ...{ COPILOT_PROVIDER_API_KEY: "made-up", COPILOT_MODEL: "stand-in" },
    },
  }),
  model: (project) =>
    startCompletionsModel(
      [
        { call: "bash", args: { command: "exit 4", description: "fail" } },
        { call: "create", args: { path: `${project}/harbour.txt`, file_text: "nine cranes\n" } },
        {
          call: "task",
          args: {
            ...{ name: "counter", description: "count", prompt: forAgent, agent_type: "general-purpose" },
            mode: "sync",
          },
        },
        { say: replied },
      ],
      { [forAgent]: [{ call: "bash", args: { command: "ls", description: "list" } }, { say: "One file." }] },
    ),
  kept: [
    `Asked: ${asked}`,
    "Ran exit 4: failed",
    "Wrote harbour.txt (1 line)",
    "Delegated to general-purpose: count → One file.",
    "Ran ls: harbour.txt",
    "Replied: One file.",
    `Replied: ${replied}`,
  ],
};
