// An edit of another program's file: adds and removes tellback's part, and keeps all other bytes. Pure.

export interface Edit {
  /** The text with tellback's part in it, once, however often it is applied; null means that the file does not exist. */
  add(text: string | null): string;
  /** The text without tellback's part. What that replaced in the original is put back. */
  remove(text: string, original: string | null, marks?: Marks): string;
  /** What somebody else has written where tellback's part belongs, in words; null if nothing. */
  conflict?(text: string, marks?: Marks): string | null;
  /** By which the part is recognised later, where its place alone does not say whose it is. */
  marks?: Marks;
  /** The whole file belongs to tellback. */
  isWholeFile?: true;
}

/** Of the parts that tellback has written into a file. */
export type Marks = readonly string[];

const byteOrderMark = "\uFEFF";

/** Most editors keep a byte order mark, and no parser accepts it. */
export function aroundMark(edit: Edit): Required<Omit<Edit, "isWholeFile" | "marks">> {
  const strip = (text: string) => (text.startsWith(byteOrderMark) ? text.slice(1) : text);
  const mark = (text: string | null) => (text?.startsWith(byteOrderMark) ? byteOrderMark : "");
  return {
    add: (text) => mark(text) + edit.add(text === null ? null : strip(text)),
    remove: (text, original, marks) =>
      mark(text) + edit.remove(strip(text), original === null ? null : strip(original), marks),
    conflict: (text, marks) => edit.conflict?.(strip(text), marks) ?? null,
  };
}

/** Several edits of one file; they are removed in reverse order. */
export function together(...edits: Edit[]): Edit {
  return {
    add: (text) => edits.reduce<string | null>((result, edit) => edit.add(result), text) ?? "",
    remove: (text, original, marks) =>
      edits.reduceRight((rest, edit) => edit.remove(rest, original, marks), text),
    conflict: (text, marks) =>
      edits.reduce<string | null>((known, edit) => known ?? edit.conflict?.(text, marks) ?? null, null),
    marks: edits.flatMap(({ marks = [] }) => marks),
  };
}

/** Nothing that a user would miss. */
export function isBlank(text: string): boolean {
  return /^\uFEFF?\s*(?:\{\s*\}\s*)?$/.test(text);
}

/** Whether lines end as on Windows; a text without a line end counts as Unix. */
export function lineEnd(text: string): "\r\n" | "\n" {
  return /\r\n/.test(text) ? "\r\n" : "\n";
}

/** A file of tellback's own; one that a user has replaced or changed belongs to the user. */
export function wholeFile(content: string): Edit {
  return {
    add: () => content,
    remove: (text) => (text === content ? "" : text),
    conflict: (text) => (text === content || text === "" ? null : "a file of this name"),
    isWholeFile: true,
  };
}
