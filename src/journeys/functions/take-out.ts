// take out: a function of a source file with what it needs of the same file, as code that stands alone.

import { extname, resolve } from "node:path";
import type { Memory } from "../../memory/memory.ts";
import { readForeign } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { FunctionLanguage } from "../../protocol/functions.ts";

const languageOf: Readonly<Record<string, FunctionLanguage>> = {
  ...{ ".py": "python", ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript" },
  ...{ ".ts": "typescript", ".mts": "typescript", ".cts": "typescript" },
};
const maxBytes = 1_000_000;

/** `from` is a path and a name: src/text.py:slugify. */
export async function takeOut(
  { functionCode }: Pick<Memory, "functionCode">,
  folder: string,
  from: string,
): Promise<{ code: string; language: FunctionLanguage }> {
  const at = from.lastIndexOf(":");
  const [path, name] = [from.slice(0, at), from.slice(at + 1)];
  const language = languageOf[extname(path).toLowerCase()];
  if (at <= 0 || name === "" || language === undefined) {
    throw new TellbackError("invalid_input", `invalid source "${from}"`, {
      hint: "Write FILE:NAME, where FILE ends with .py, .js or .ts: src/text.py:slugify",
    });
  }
  const file = await readForeign(resolve(folder, path), { within: folder, maxBytes });
  if (file.status !== "read") {
    const why = file.status === "missing" ? "does not exist" : file.why;
    throw new TellbackError("not_found", `${path} ${why}`, {
      hint: "The path is relative to the current folder.",
    });
  }
  const text = file.bytes.toString("utf8");
  const code = await functionCode.definition(text, language, name);
  if (code === null) throw new TellbackError("not_found", `${path} defines no ${name} at its top level`);
  return { code, language };
}
