// An edit of somebody else's file: engram's part goes in and comes out again, the rest keeps its bytes. Pure.

export interface Edit {
  /** The text with engram's part in it, once, however often it is done; null stands for a file that does not exist. */
  add(text: string | null): string;
  /** The text without engram's part; null when nothing is left that a user would miss. */
  remove(text: string): string | null;
  /** The file is engram's alone. */
  isWholeFile?: true;
}

const byteOrderMark = "\uFEFF";

/** Most editors keep a byte order mark, and no parser wants to see it. */
export function aroundMark(edit: Edit): Edit {
  const strip = (text: string) => (text.startsWith(byteOrderMark) ? text.slice(1) : text);
  const mark = (text: string | null) => (text?.startsWith(byteOrderMark) ? byteOrderMark : "");
  return {
    add: (text) => mark(text) + edit.add(text === null ? null : strip(text)),
    remove(text) {
      const rest = edit.remove(strip(text));
      return rest === null ? null : mark(text) + rest;
    },
  };
}

/** Several edits of one file; they come out in the reverse order. */
export function together(...edits: Edit[]): Edit {
  return {
    add: (text) => edits.reduce<string | null>((result, edit) => edit.add(result), text) ?? "",
    remove: (text) =>
      edits.reduceRight<string | null>((rest, edit) => (rest === null ? null : edit.remove(rest)), text),
  };
}

/** Whether lines end as on Windows; a text without a line end is taken for a Unix one. */
export function lineEnd(text: string): "\r\n" | "\n" {
  return /\r\n/.test(text) ? "\r\n" : "\n";
}

/** A file of engram's; one that a user has put in its place, or changed, is the user's. */
export function wholeFile(content: string): Edit {
  return { add: () => content, remove: (text) => (text === content ? null : text), isWholeFile: true };
}
