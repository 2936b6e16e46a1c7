import { startCompletionsModel } from "../completions-stand-in.ts";
import { npmProgram } from "../npm-program.ts";
import { asked, type HostClient, platform, replied } from "./host-client.ts";

const version = "3.0.65";
const name = "openai-compatible";

export const cline: HostClient = {
  host: "cline",
  version,
  find: () => npmProgram(`@cline/cli-${platform}`, version, `@cline/cli-${platform}/bin/cline`),
  settings: (url) => ({
    ".cline/data/settings/providers.json": JSON.stringify({
      ...{ version: 1, lastUsedProvider: name, modes: {} },
      providers: {
        [name]: {
          settings: { provider: name, apiKey: "made-up", model: "stand-in", baseUrl: `${url}/v1` },
          ...{ updatedAt: "2026-11-18T00:00:00.000Z", tokenSource: "manual" },
        },
      },
    }),
  }),
  // It goes on with a session in a terminal only.
  goesOn: [],
  command: (_, { prompt }) => ({
    args: [prompt],
    env: { CLINE_TELEMETRY_DISABLED: "1" },
  }),
  model: (project) =>
    startCompletionsModel([
      { call: "run_commands", args: { commands: ["exit 4"] } },
      { call: "editor", args: { path: `${project}/harbour.txt`, new_text: "nine cranes\n" } },
      { say: replied },
      // Context comes with a tool.
      { call: "run_commands", args: { commands: ["true"] } },
    ]),
  kept: [`Asked: ${asked}`, "Ran exit 4: failed", "Wrote harbour.txt (1 line)", `Replied: ${replied}`],
};
