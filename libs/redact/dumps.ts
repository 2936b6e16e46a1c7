// Reads the dump of a file in hex, as xxd, hexdump and od print it: where it begins and ends, and the text that it
// shows. For encoded.ts, which asks whether that text holds a secret.

/** Where the dump stands, and what it may say: words of two bytes can be printed in either order. */
export type Dump = { start: number; end: number; texts: readonly string[] };

/** Four bytes at least: "67 68 70 5f ", "6768 705f ", "0x67, 0x68, 0x70, 0x5f". */
const BYTES = /(?:[0-9a-f]{2} {1,2}){4}|(?:[0-9a-f]{4} ){3}|(?:0x[0-9a-f]{2},[ \t]?){4}/iy;
const LINE = /^([ \t>|+-]{0,12}(?:[0-9a-f]{6,16}(?:: ?| {1,2}))?[ \t]{0,8})([^\n]{1,400})$/i;
const GROUP = /(?:0x([0-9a-f]{2}),?|([0-9a-f]{2}(?:[0-9a-f]{2}){0,3}))(?:[ \t]{1,2}|$)/iy;
const MAX_LINE_BYTES = 32;
const MAX_LENGTH = 65_536;

/** Whether hex bytes with blanks between them stand here. */
export function beginsDump(text: string, at: number): boolean {
  BYTES.lastIndex = at;
  return BYTES.test(text);
}

/** The dump around `at`, at most back to `from`. */
export function dumpAt(text: string, at: number, from: number): Dump | undefined {
  let start = Math.max(from, text.lastIndexOf("\n", at - 1) + 1);
  if (at - start > 400) return undefined;
  while (start > from) {
    const before = Math.max(from, text.lastIndexOf("\n", start - 2) + 1);
    if (
      start - before > 400 ||
      at - before > MAX_LENGTH ||
      groupsOf(text.slice(before, start - 1)).length < 4
    )
      break;
    start = before;
  }
  const groups: string[] = [];
  let end = start;
  for (let line = start; line < text.length && line - start < MAX_LENGTH; ) {
    const next = text.indexOf("\n", line);
    const stop = next < 0 ? text.length : next;
    const read = stop - line > 400 ? [] : groupsOf(text.slice(line, stop));
    if (read.length === 0) break;
    groups.push(...read);
    end = stop;
    line = stop + 1;
  }
  if (groups.length < 4) return undefined;
  const texts = [textOf(groups)];
  if (groups[0]?.length === 4) texts.push(textOf(groups.map((group) => group.slice(2) + group.slice(0, 2))));
  return { start, end, texts };
}

/** The groups of hex digits in one line, without its offset and its column of text. */
function groupsOf(line: string): string[] {
  const rest = LINE.exec(line)?.[2];
  if (!rest) return [];
  const groups: string[] = [];
  let bytes = 0;
  GROUP.lastIndex = 0;
  for (let match = GROUP.exec(rest); match && bytes < MAX_LINE_BYTES; match = GROUP.exec(rest)) {
    const group = match[1] ?? match[2] ?? "";
    bytes += group.length / 2;
    groups.push(group);
  }
  return groups;
}

const textOf = (groups: readonly string[]): string =>
  Buffer.from(groups.join(""), "hex")
    .toString("latin1")
    .replace(/[^\t\r\n\x20-\x7e]+/g, "\n");
