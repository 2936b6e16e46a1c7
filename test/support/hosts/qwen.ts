import { startCompletionsModel } from "../completions-stand-in.ts";
import { npmProgram } from "../npm-program.ts";
import { asked, forAgent, type HostClient, replied } from "./host-client.ts";

const version = "0.24.4";

export const qwen: HostClient = {
  host: "qwen",
  version,
  find: () => npmProgram("@qwen-code/qwen-code", version, "@qwen-code/qwen-code/cli-entry.js"),
  settings: () => ({
    ".qwen/settings.json":
      '{\n  // mine\n  "privacy": { "usageStatisticsEnabled": false },\n  "general": { "disableAutoUpdate": true }\n}\n',
  }),
  goesOn: ["resume", "fork"],
  command: (_, { prompt, url, goesOn }) => ({
    args: [
      ...["--auth-type", "openai", "--openai-api-key", "made-up", "--openai-base-url", `${url}/v1`],
      ...["--model", "stand-in", "--yolo", ...(goesOn ? ["--continue"] : [])],
      ...[...(goesOn === "fork" ? ["--fork-session"] : []), "--prompt", prompt],
    ],
  }),
  model: (project) =>
    startCompletionsModel(
      [
        { call: "run_shell_command", args: { command: "exit 4", is_background: false } },
        { call: "write_file", args: { file_path: `${project}/harbour.txt`, content: "nine cranes\n" } },
        {
          call: "agent",
          args: { description: "count", prompt: forAgent, subagent_type: "general-purpose" },
        },
        { say: replied },
      ],
      {
        [forAgent]: [
          { call: "run_shell_command", args: { command: "ls", is_background: false } },
          { say: "One file." },
        ],
      },
    ),
  kept: [
    `Asked: ${asked}`,
    "Ran exit 4: failed",
    "Wrote harbour.txt (1 line)",
    "Delegated to general-purpose: count",
    "Ran ls: harbour.txt",
    "Replied: One file.",
    `Replied: ${replied}`,
  ],
};
