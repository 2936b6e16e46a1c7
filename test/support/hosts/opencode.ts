import { startCompletionsModel } from "../completions-stand-in.ts";
import { npmProgram } from "../npm-program.ts";
import { asked, forAgent, type HostClient, platform, replied } from "./host-client.ts";

const version = "1.18.33";

export const opencode: HostClient = {
  host: "opencode",
  version,
  find: () => npmProgram(`opencode-${platform}`, version, `opencode-${platform}/bin/opencode`),
  settings: (url) => ({
    // The client adds its $schema to a file without one.
    ".config/opencode/opencode.json": `{
  "$schema": "https://opencode.ai/config.json",
  // mine
  "model": "stand/stand-in",
  "small_model": "stand/stand-in",
  "autoupdate": false,
  "provider": {
    "stand": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${url}/v1", "apiKey": "made-up" },
      "models": { "stand-in": {} }
    }
  }
}
`,
  }),
  goesOn: ["resume", "fork"],
  command: (_, { prompt, goesOn }) => ({
    args: [...["run", ...(goesOn ? ["--continue"] : []), ...(goesOn === "fork" ? ["--fork"] : [])], prompt],
    env: { OPENCODE_DISABLE_MODELS_FETCH: "1" },
  }),
  model: (project) =>
    startCompletionsModel(
      [
        { call: "bash", args: { command: "exit 4", description: "fail" } },
        { call: "write", args: { filePath: `${project}/harbour.txt`, content: "nine cranes\n" } },
        { call: "task", args: { description: "count", prompt: forAgent, subagent_type: "general" } },
        { say: replied },
      ],
      { [forAgent]: [{ call: "bash", args: { command: "ls", description: "list" } }, { say: "One file." }] },
    ),
  kept: [
    // The client puts arguments with spaces in quotes.
    `Asked: "${asked}"`,
    "Ran exit 4: failed",
    "Wrote harbour.txt (1 line)",
    "Delegated to general: count → One file.",
    "Ran ls: harbour.txt",
    "Replied: One file.",
    `Replied: ${replied}`,
  ],
};
