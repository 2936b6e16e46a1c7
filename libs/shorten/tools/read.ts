// Read: which file and lines, and its content: definitions of code, headings of prose, otherwise the first lines.

import { cut, cutPath } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { outlined } from "../output/definitions.ts";
import { field, numberAt, said, textAt } from "../output/json.ts";
import { type PathBase, shownPath } from "../text/paths.ts";
import { CAPS, count, countLines, joined } from "../text/text.ts";

export function shortenRead(use: ToolUse, at: PathBase): Draft {
  const file = field(use.output, "file");
  const path = textAt(use.input, "file_path", "notebook_path", "path") || textAt(file, "filePath");
  const shown = shownPath(path, at) || "a file";
  const files = path === "" ? [] : [shown];
  if (use.status !== "ok") return failedUse(`Read ${cutPath(shown, 40)}`, use, files);

  const content = textAt(file, "content") || withoutNumbers(said(use.output));
  const extent = extentOf(use, file, content);
  const first = numberAt(file, "startLine") ?? numberAt(use.input, "offset") ?? 1;
  const { lines, names } = outlined(content, first, 800);
  const what = `Read ${cutPath(shown, CAPS.title - extent.length - 9)} (${extent})`;
  return {
    title: what,
    summary: joined([what, cut(names.join(", "), 190) || cut(lines.join(" · "), 180)], ": "),
    detail: joined([`Read ${shown} (${extent})`, ...lines], "\n"),
    files,
    symbols: [],
  };
}

function extentOf(use: ToolUse, file: unknown, content: string): string {
  const type = textAt(use.output, "type");
  if (type !== "" && type !== "text") return type.replaceAll("_", " ");
  const lines = countLines(content);
  const first = numberAt(file, "startLine") ?? numberAt(use.input, "offset") ?? 1;
  const total = numberAt(file, "totalLines");
  const isPart = first > 1 || (total !== undefined && total > lines + 1);
  if (!isPart) return count(lines, "line");
  const range = `lines ${first}–${first + Math.max(0, lines - 1)}`;
  return total === undefined ? range : `${range} of ${total}`;
}

/** `   12→text` and `12<tab>text`, as the host shows files to the model. */
function withoutNumbers(text: string): string {
  return /^\s*\d+[→\t]/.test(text) ? text.replace(/^[ ]*\d+[→\t]/gm, "") : text;
}
