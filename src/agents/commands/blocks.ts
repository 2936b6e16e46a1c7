// Which lines of a reply are prose. Markdown's blocks as CommonMark nests them: block quotes, list items, fenced and
// indented code, HTML's own code blocks. For the scanner of commands, which reads prose only.

/** A part of one line. */
interface Segment {
  line: number;
  from: number;
  text: string;
}

/** A paragraph or heading: lines that are read together, outside code and quotes. */
export type Prose = readonly Segment[];

type Container = { kind: "quote" } | { kind: "item"; indent: number };

interface Fence {
  mark: string;
  length: number;
}

interface Cursor {
  text: string;
  at: number;
  column: number;
  /** Columns of a tab that was consumed in part. */
  spare: number;
  /** Where only white space follows. */
  end: number;
}

/** Deeper than anybody writes. Anything deeper counts as code, and a line costs no more than this many steps. */
const maxDepth = 100;

export interface Blocks {
  line(text: string, index: number): void;
  end(): void;
}

export function createBlocks(onProse: (prose: Prose) => void): Blocks {
  const stack: Container[] = [];
  let fence: Fence | null = null;
  let html: RegExp | null = null;
  let paragraph: Segment[] | null = null;

  function line(text: string, index: number): void {
    const cursor: Cursor = { text, at: 0, column: 0, spare: 0, end: text.trimEnd().length };
    let matched = 0;
    while (matched < stack.length && goesOn(stack[matched] as Container, cursor)) matched++;
    if (fence !== null || html !== null) {
      if (matched === stack.length) {
        inCode(cursor);
        return;
      }
      fence = null;
      html = null;
    }
    const before = stack.length;
    matched = openContainers(cursor, matched);
    if (matched > maxDepth) {
      closeTo(0);
      return;
    }
    const isLazy = matched < stack.length && before === stack.length;
    if (isBlank(cursor)) {
      closeTo(matched);
      endParagraph();
      return;
    }
    leaf(cursor, index, matched, isLazy);
  }

  /** Opens the containers that the line begins; returns its depth. */
  function openContainers(cursor: Cursor, matched: number): number {
    let depth = matched;
    for (; !isBlank(cursor); ) {
      const { width, at } = indentOf(cursor, 4);
      if (width >= 4) return depth;
      const isQuote = cursor.text[at] === ">";
      const item = isQuote || isRule(cursor, at) ? null : itemAt(cursor, at, width);
      if (!isQuote && item === null) return depth;
      const interrupts = paragraph !== null && depth === stack.length;
      if (item && interrupts && !item.mayInterrupt) return depth;
      closeTo(depth);
      endParagraph();
      if (depth >= maxDepth) return maxDepth + 1;
      if (item) {
        stack.push({ kind: "item", indent: item.indent });
        take(cursor, item.indent, item.markEnd);
      } else {
        stack.push({ kind: "quote" });
        moveTo(cursor, at + 1);
        takeSpace(cursor);
      }
      depth = stack.length;
    }
    return depth;
  }

  function leaf(cursor: Cursor, index: number, matched: number, isLazy: boolean): void {
    const { width, at } = indentOf(cursor, 4);
    const { text } = cursor;
    const segment = { line: index, from: at, text: text.slice(at, cursor.end) };
    if (width >= 4 && paragraph === null) {
      closeTo(matched);
      return;
    }
    if (width < 4) {
      fence = fenceAt(text, at);
      html = fence === null ? htmlCodeAt(text, at) : null;
      const isHeading = /^#{1,6}(?:[ \t]|$)/.test(text.slice(at, at + 8));
      const isUnderline = paragraph !== null && !isLazy && /^(?:=+|-+)$/.test(segment.text);
      if (fence !== null || html !== null || isHeading || isUnderline || isRule(cursor, at)) {
        closeTo(matched);
        endParagraph();
        if (html?.test(segment.text)) html = null;
        if (isHeading && !isQuoted()) onProse([segment]);
        return;
      }
    }
    // CommonMark lets a quote's last paragraph continue without its mark; agents who leave the mark out mean its end.
    if (isLazy && stack.slice(matched).some(({ kind }) => kind === "quote")) closeTo(matched);
    else if (!isLazy || paragraph === null) closeTo(matched);
    paragraph ??= [];
    paragraph.push(segment);
  }

  function inCode(cursor: Cursor): void {
    if (html !== null) {
      if (html.test(cursor.text)) html = null;
      return;
    }
    const { width, at } = indentOf(cursor, 4);
    if (fence === null || width >= 4) return;
    let to = at;
    while (cursor.text[to] === fence.mark) to++;
    if (to - at >= fence.length && to >= cursor.end) fence = null;
  }

  function closeTo(depth: number): void {
    if (depth >= stack.length) return;
    endParagraph();
    stack.length = depth;
  }

  function endParagraph(): void {
    if (paragraph !== null && !isQuoted()) onProse(paragraph);
    paragraph = null;
  }

  function isQuoted(): boolean {
    return stack.some(({ kind }) => kind === "quote");
  }

  return { line, end: endParagraph };
}

function goesOn(container: Container, cursor: Cursor): boolean {
  if (container.kind === "item") {
    if (isBlank(cursor)) return true;
    if (indentOf(cursor, container.indent).width < container.indent) return false;
    take(cursor, container.indent, cursor.at);
    return true;
  }
  const { width, at } = indentOf(cursor, 4);
  if (width >= 4 || cursor.text[at] !== ">") return false;
  moveTo(cursor, at + 1);
  takeSpace(cursor);
  return true;
}

function isBlank({ at, end }: Cursor): boolean {
  return at >= end;
}

/** White space at the cursor, counted up to `most` columns. */
function indentOf(cursor: Cursor, max: number): { width: number; at: number } {
  let { at, column } = cursor;
  let width = cursor.spare;
  for (; width < max; at++) {
    const step = stepOf(cursor.text[at], column);
    if (step === 0) break;
    width += step;
    column += step;
  }
  return { width, at };
}

function stepOf(character: string | undefined, column: number): number {
  if (character === " ") return 1;
  return character === "\t" ? 4 - (column % 4) : 0;
}

/** Moves over characters that are not tabs. */
function moveTo(cursor: Cursor, at: number): void {
  for (; cursor.at < at; cursor.at++) cursor.column += stepOf(cursor.text[cursor.at], cursor.column) || 1;
  cursor.spare = 0;
}

function takeSpace(cursor: Cursor): void {
  if (stepOf(cursor.text[cursor.at], cursor.column) > 0) take(cursor, 1, cursor.at);
}

/** Consumes a number of columns from the old cursor position; everything before `from` is consumed anyway. */
function take(cursor: Cursor, columns: number, from: number): void {
  const start = cursor.column - cursor.spare;
  moveTo(cursor, from);
  while (cursor.column - start < columns) {
    const step = stepOf(cursor.text[cursor.at], cursor.column);
    if (step === 0) return;
    cursor.at++;
    cursor.column += step;
  }
  cursor.spare = cursor.column - start - columns;
}

interface Item {
  /** Columns from the container's edge to the item's text. */
  indent: number;
  markEnd: number;
  /** Whether it begins in the middle of a paragraph. */
  mayInterrupt: boolean;
}

function itemAt(cursor: Cursor, at: number, width: number): Item | null {
  const mark = /^(?:[-+*]|\d{1,9}[.)])/.exec(cursor.text.slice(at, at + 10))?.[0];
  if (mark === undefined) return null;
  const after: Cursor = { ...cursor, at, column: cursor.column + width - cursor.spare, spare: 0 };
  moveTo(after, at + mark.length);
  const isEmpty = isBlank(after);
  if (!isEmpty && stepOf(cursor.text[after.at], after.column) === 0) return null;
  const spaces = indentOf(after, 5).width;
  const gap = isEmpty || spaces > 4 ? 1 : spaces;
  const starts = mark.length === 1 || /^0*1[.)]$/.test(mark);
  return { indent: width + mark.length + gap, markEnd: at + mark.length, mayInterrupt: !isEmpty && starts };
}

/** Three or more of one mark and nothing else. */
function isRule({ text, end }: Cursor, at: number): boolean {
  const mark = text[at];
  if ((mark !== "*" && mark !== "-" && mark !== "_") || text[end - 1] !== mark) return false;
  let count = 0;
  for (let i = at; i < end; i++) {
    if (text[i] === mark) count++;
    else if (text[i] !== " " && text[i] !== "\t") return false;
  }
  return count >= 3;
}

function fenceAt(text: string, at: number): Fence | null {
  const mark = text[at];
  if (mark !== "`" && mark !== "~") return null;
  let to = at;
  while (text[to] === mark) to++;
  const isFence = to - at >= 3 && (mark === "~" || !text.includes("`", to));
  return isFence ? { mark, length: to - at } : null;
}

/** HTML that continues over blank lines to its own end. */
function htmlCodeAt(text: string, at: number): RegExp | null {
  const name = /^<(pre|script|style|textarea)(?:[\s>]|$)/i.exec(text.slice(at, at + 11))?.[1];
  return name === undefined ? null : new RegExp(`</${name}\\s*>`, "i");
}
