import { startGeminiModel } from "../gemini-stand-in.ts";
import { npmProgram } from "../npm-program.ts";
import { asked, type HostClient, replied } from "./host-client.ts";

const version = "0.61.0";

export const gemini: HostClient = {
  host: "gemini",
  version,
  find: () => npmProgram("@google/gemini-cli", version, "@google/gemini-cli/bundle/gemini.js"),
  settings: () => ({
    ".gemini/settings.json": `{
  // mine
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false }
}
`,
  }),
  goesOn: ["resume"],
  command: (_, { prompt, url, goesOn }) => ({
    args: ["--yolo", ...(goesOn ? ["--resume", "latest"] : []), "--prompt", prompt],
    env: {
      GEMINI_API_KEY: "made-up",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    },
  }),
  model: (project) =>
    startGeminiModel([
      { call: "run_shell_command", args: { command: "exit 4" } },
      { call: "write_file", args: { file_path: `${project}/harbour.txt`, content: "nine cranes\n" } },
      { say: replied },
    ]),
  kept: [`Asked: ${asked}`, "Ran exit 4: failed", "Wrote harbour.txt (1 line)", `Replied: ${replied}`],
};
