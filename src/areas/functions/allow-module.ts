// tellback fn allow: a person in a terminal allows a function to import a module.

import { isatty } from "node:tty";
import { ask } from "../../client/ask.ts";
import { pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { say, sayJson } from "../text/output.ts";
import { texts } from "./text.ts";

/** An agent can type a command, but it has no terminal. */
export async function allow(
  [name = "", module = ""]: string[],
  { json }: Record<string, unknown>,
): Promise<void> {
  if (!isatty(0) || !isatty(1)) {
    throw new TellbackError("invalid_input", "a module is allowed by a person in a terminal", {
      hint: "Run the command yourself; agents and scripts cannot.",
    });
  }
  const { confirm, isCancel } = await import("@clack/prompts");
  const message = `Allow ${name} to import ${module}? The sandbox still holds it.`;
  const agreed = await confirm({ message, initialValue: false });
  if (isCancel(agreed) || !agreed) return say("Nothing was changed.");
  const allowed = await ask(pathsOf(), "fn.allow", { name, module });
  if (json) sayJson(allowed);
  else say(texts["fn.allow"](allowed));
}
