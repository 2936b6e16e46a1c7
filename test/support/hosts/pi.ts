import { startCompletionsModel } from "../completions-stand-in.ts";
import { npmProgram } from "../npm-program.ts";
import { asked, type HostClient, replied } from "./host-client.ts";

const version = "0.87.1";
const name = "@earendil-works/pi-coding-agent";

export const pi: HostClient = {
  host: "pi",
  version,
  find: () => npmProgram(name, version, `${name}/dist/bundle/cli.js`),
  settings: (url) => ({
    ".pi/agent/models.json": JSON.stringify({
      providers: {
        stand: {
          ...{ baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "made-up" },
          models: [{ id: "stand-in" }],
        },
      },
    }),
  }),
  goesOn: ["resume", "fork"],
  command: (_, { prompt, goesOn, session = "" }) => ({
    args: [
      ...["--provider", "stand", "--model", "stand-in"],
      ...(goesOn === "fork" ? ["--fork", session] : goesOn ? ["--continue"] : []),
      ...["-p", prompt],
    ],
    env: { PI_OFFLINE: "1" },
  }),
  model: (project) =>
    startCompletionsModel([
      { call: "bash", args: { command: "exit 4" } },
      { call: "write", args: { path: `${project}/harbour.txt`, content: "nine cranes\n" } },
      { say: replied },
    ]),
  kept: [`Asked: ${asked}`, "Ran exit 4: failed", "Wrote harbour.txt (1 line)", `Replied: ${replied}`],
};
