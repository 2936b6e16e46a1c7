// A part of a text file between two marks: a section of CLAUDE.md, a table of a TOML file.

import type { Marks } from "../../protocol/marks.ts";
import { type Edit, lineEnd } from "./edit.ts";

export function markedSection(marks: Marks, body: string): Edit {
  const remove = (text: string) => withoutSection(text, marks);
  return {
    add(text) {
      const rest = text === null ? "" : remove(text);
      const eol = lineEnd(rest);
      const section = [marks.begin, body.trim(), marks.end, ""].join("\n").replaceAll("\n", eol);
      if (rest.trim() === "") return rest + section;
      const gap = rest.endsWith(eol + eol) ? "" : rest.endsWith(eol) ? eol : eol + eol;
      return rest + gap + section;
    },
    remove,
  };
}

/** The section is removed with the empty line before it, which was added with it. */
function withoutSection(text: string, { begin, end }: Marks): string {
  const start = text.indexOf(begin);
  if (start === -1) return text;
  const stop = text.indexOf(end, start);
  // Without its end mark the section may contain the user's own text: only the begin mark is tellback's.
  const after = stop === -1 ? start + begin.length : stop + end.length;
  const before = text.slice(0, start).replace(/(\r?\n)\r?\n$/, "$1");
  const rest = before + text.slice(after).replace(/^\r?\n/, "");
  return withoutSection(rest, { begin, end });
}
