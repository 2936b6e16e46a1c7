// Takes markdown notes apart: the values at the top, and below them what each bullet or paragraph says, with the
// headings above it. Pure; for notes of people and agents, which follow no rule strictly.

export interface NoteItem {
  headings: readonly string[];
  /** Without its bullet, its own lines dedented. */
  text: string;
  isBullet: boolean;
}

export type FrontMatter = Readonly<Record<string, string | string[]>>;

export function frontMatterOf(markdown: string): { values: FrontMatter; body: string } {
  const text = markdown.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const found = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text);
  if (!found) return { values: {}, body: text };
  const values: Record<string, string | string[]> = Object.create(null);
  let last = "";
  for (const line of (found[1] ?? "").split("\n")) {
    const item = /^\s*-\s+(.+)$/.exec(line);
    const pair = /^([\w-]+):\s*(.*)$/.exec(line);
    if (item && last !== "") listAt(values, last).push(bare(item[1] ?? ""));
    else if (pair) {
      last = pair[1] ?? "";
      values[last] = parsedValue(pair[2] ?? "");
    }
  }
  return { values, body: text.slice(found[0].length) };
}

function listAt(values: Record<string, string | string[]>, name: string): string[] {
  const found = values[name] ?? [];
  const list = typeof found === "string" ? [found].filter(Boolean) : found;
  values[name] = list;
  return list;
}

function parsedValue(written: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(written.trim());
  return list ? (list[1] ?? "").split(",").map(bare).filter(Boolean) : bare(written);
}

function bare(written: string): string {
  return written.trim().replace(/^(["'])(.*)\1$/, "$2");
}

const bullet = /^( {0,3})(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const fence = /^ {0,3}(```+|~~~+)/;

/** Each bullet with what is nested in it, and each paragraph. Code belongs to what it follows. */
export function itemsOf(markdown: string): NoteItem[] {
  const items: NoteItem[] = [];
  let path: string[] = [];
  let current: { lines: string[]; isBullet: boolean } | null = null;
  let open: string | null = null;
  let isAfterGap = false;

  const finish = () => {
    const text = current === null ? "" : joined(current.lines);
    if (current && /[\p{L}\p{N}]/u.test(text))
      items.push({ headings: path.filter(Boolean), text, isBullet: current.isBullet });
    current = null;
  };

  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) {
    const marks = fence.exec(line)?.[1];
    if (open !== null || marks !== undefined) {
      current ??= { lines: [], isBullet: false };
      current.lines.push(line);
      if (open !== null && marks?.startsWith(open)) open = null;
      else if (open === null) open = marks ?? null;
      isAfterGap = false;
      continue;
    }
    const title = heading.exec(line);
    const point = bullet.exec(line);
    const isNested = /^(?: {2,}|\t)\S/.test(line);
    if (title) {
      finish();
      const depth = title[1]?.length ?? 1;
      path = Object.assign([...path.slice(0, depth - 1)], {
        [depth - 1]: (title[2] ?? "").replace(/(?<![ \t#])[ \t#]+$/, ""),
      });
    } else if (line.trim() === "") {
      if (current && !current.isBullet) finish();
    } else if (point && (!current?.isBullet || (point[1] ?? "").length < 2)) {
      finish();
      current = { lines: [point[2] ?? ""], isBullet: true };
    } else if (current?.isBullet && (isNested || !isAfterGap)) current.lines.push(line);
    else if (current && !current.isBullet) current.lines.push(line);
    else {
      finish();
      current = { lines: [line], isBullet: false };
    }
    isAfterGap = line.trim() === "";
  }
  finish();
  return items;
}

/** Wrapped lines become one; bullets inside and code keep their lines. */
function joined(lines: readonly string[]): string {
  const [first = "", ...rest] = lines;
  const indents = rest.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const indent = indents.reduce((least, one) => Math.min(least, one), indents[0] ?? 0);
  let text = first.trim();
  let isCode = fence.test(first);
  for (const line of rest) {
    const plain = line.slice(Math.min(indent, /^\s*/.exec(line)?.[0].length ?? 0));
    const isFence = fence.test(plain);
    const isOwn = isCode || isFence || /^\s*(?:[-*+]|\d+[.)])[ \t]|^\s*\|/.test(plain);
    text += isOwn ? `\n${plain.trimEnd()}` : ` ${plain.trim()}`;
    if (isFence) isCode = !isCode;
  }
  return text.trim();
}

/** Without comments, which readers of the note do not see. */
export function withoutComments(markdown: string): string {
  return markdown.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
}
