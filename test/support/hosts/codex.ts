import { npmProgram } from "../npm-program.ts";
import { startResponsesModel } from "../responses-stand-in.ts";
import { asked, type HostClient, replied } from "./host-client.ts";

const version = "0.166.0";

export const codex: HostClient = {
  host: "codex",
  version,
  find: () => npmProgram("@openai/codex", version, "@openai/codex/bin/codex.js"),
  settings: (url) => ({
    ".codex/config.toml": [
      '# mine\nmodel = "gpt-5.5"\nmodel_provider = "stand-in"\n',
      `[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
    ].join("\n"),
  }),
  goesOn: ["resume", "fork"],
  command: (_, { prompt, goesOn, session = "" }) => ({
    args: [
      ...["exec", ...(goesOn ? [goesOn, session] : []), "--skip-git-repo-check"],
      // The user has approved the hooks.
      ...["--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", prompt],
    ],
  }),
  model: () =>
    startResponsesModel(
      [
        { call: "exec_command", args: { cmd: "exit 4" } },
        {
          call: "apply_patch",
          text: "*** Begin Patch\n*** Add File: harbour.txt\n+nine cranes\n*** End Patch\n",
        },
        { say: replied },
      ],
      { say: "No such tool." },
    ),
  kept: [`Asked: ${asked}`, "Ran exit 4", "Wrote harbour.txt (1 line)", `Replied: ${replied}`],
};
