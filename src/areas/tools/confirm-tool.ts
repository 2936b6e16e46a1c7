// tellback tool add and trust: a person in a terminal sees what a tool runs before it may.

import { resolve } from "node:path";
import { isatty } from "node:tty";
import { ask } from "../../client/ask.ts";
import { type OwnTool, ownTools, toolIn } from "../../config/own-tools.ts";
import { pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { say, sayJson } from "../text/output.ts";
import { forTerminal } from "../text/terminal.ts";
import { texts } from "./text.ts";

type Options = Record<string, unknown>;

export async function add([path = ""]: string[], { json }: Options): Promise<void> {
  const folder = resolve(path);
  if (!(await isAgreed(toolIn(pathsOf(), folder, "user")))) return;
  const added = await ask(pathsOf(), "tool.add", { path: folder });
  if (json) sayJson(added);
  else say(texts["tool.add"](added));
}

export async function trust([name = ""]: string[], { json }: Options): Promise<void> {
  const folder = process.cwd();
  const tool = ownTools(pathsOf(), folder).find((one) => one.name === name);
  if (tool && !(await isAgreed(tool))) return;
  const trusted = await ask(pathsOf(), "tool.trust", { name, folder });
  if (json) sayJson(trusted);
  else say(texts["tool.trust"](trusted));
}

/** An agent can type a command, but it has no terminal. A broken tool is not asked about: the operation says why. */
async function isAgreed({ manifest, name, files }: OwnTool): Promise<boolean> {
  if (!isatty(0) || !isatty(1))
    throw new TellbackError("invalid_input", "a tool is trusted by a person in a terminal", {
      hint: "Run the command yourself; agents and scripts cannot.",
    });
  if (manifest === null) return true;
  const { confirm, isCancel } = await import("@clack/prompts");
  const what = manifest.command
    ? `the program "${manifest.command.join(" ")}", which may do whatever you may`
    : `${manifest.code} in the sandbox`;
  say(
    forTerminal(
      `${name}: ${manifest.description}\nIt runs ${what}. Its files: ${[...files.keys()].join(", ")}`,
    ),
  );
  const agreed = await confirm({ message: `Let agents run ${name}?`, initialValue: false });
  if (isCancel(agreed) || !agreed) {
    say("Nothing was changed.");
    return false;
  }
  return true;
}
