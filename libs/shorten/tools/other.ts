// Any other tool: its name, its input, its output.

import { cut, oneLine } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { brief, said, textAt } from "../output/json.ts";
import { scoredOutput } from "../output/line-scores.ts";
import { pickLines } from "../output/lines.ts";
import { type PathBase, shownPath } from "../text/paths.ts";
import { CAPS, joined } from "../text/text.ts";

export function shortenOther(use: ToolUse, at: PathBase): Draft {
  const tool = oneLine(use.tool, 40) || "a tool";
  const subject = textAt(
    use.input,
    "description",
    "name",
    "skill",
    "query",
    "url",
    "file_path",
    "filePath",
    "path",
    "id",
  );
  const what = joined([`Used ${tool}`, oneLine(subject, 44)], ": ");
  const path = textAt(use.input, "file_path", "filePath", "path");
  const files = path === "" ? [] : [shownPath(path, at)];
  if (use.status !== "ok") return failedUse(what, use, files);
  const given = brief(use.input, 400);
  const text = said(use.output);
  const lines = scoredOutput(text === "" ? brief(use.output, 900) : text);
  return {
    title: cut(what, CAPS.title),
    summary: joined([`Used ${tool}`, cut(given, 120), pickLines(lines, 130).join(" · ")], " · "),
    detail: joined([`Used ${tool}`, given, ...pickLines(lines, 700)], "\n"),
    files,
    symbols: [],
  };
}
