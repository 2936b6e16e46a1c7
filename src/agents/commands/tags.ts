// The `<ctx:*>` tags in a piece of prose: never those in code spans, in HTML code, or after a backslash.

export interface Tag {
  kind: "open" | "close" | "whole";
  name: string;
  attributes: Record<string, string>;
  from: number;
  to: number;
}

/** Characters that may begin something other than plain text. */
const special = /[\\`<]/g;
const punctuation = /[!-/:-@[-`{-~]/;

/** In one pass: text that turns out not to be a tag is not read again from its beginning. */
export function tagsIn(text: string): Tag[] {
  const tags: Tag[] = [];
  let spans: CodeSpans | null = null;
  for (let at = next(text, 0); at !== -1; ) {
    const character = text[at];
    if (character === "\\") at = next(text, at + (punctuation.test(text[at + 1] ?? "") ? 2 : 1));
    else if (character === "`") {
      spans ??= codeSpans(text);
      at = next(text, spans.endOf(at));
    } else {
      const tag = tagAt(text, at);
      if (tag) tags.push(tag);
      const end = tag?.to ?? htmlCodeEnd(text, at);
      if (end === null) return tags;
      at = next(text, end);
    }
  }
  return tags;
}

function next(text: string, from: number): number {
  special.lastIndex = from;
  return special.exec(text)?.index ?? -1;
}

interface CodeSpans {
  /** The end of the code span that begins here; the end of its marks if it is not closed. */
  endOf(at: number): number;
}

/** A span ends at the next run of as many backticks as it began with. */
function codeSpans(text: string): CodeSpans {
  const runs = new Map<number, { starts: number[]; next: number }>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const same = runs.get(run.length) ?? { starts: [], next: 0 };
    same.starts.push(index);
    runs.set(run.length, same);
  }
  return {
    endOf(at) {
      let to = at;
      while (text[to] === "`") to++;
      const length = to - at;
      const same = runs.get(length);
      if (!same) return to;
      while ((same.starts[same.next] ?? Number.POSITIVE_INFINITY) < to) same.next++;
      const end = same.starts[same.next];
      return end === undefined ? to : end + length;
    },
  };
}

const htmlCode = /<(code|pre|samp|kbd)(?:\s[^<>]*)?>/iy;
const htmlCodeClose = {
  code: /<\/code\s*>/gi,
  pre: /<\/pre\s*>/gi,
  samp: /<\/samp\s*>/gi,
  kbd: /<\/kbd\s*>/gi,
};

/** The position after an HTML element that contains code, or after a plain `<`; null if the rest is code. */
function htmlCodeEnd(text: string, at: number): number | null {
  htmlCode.lastIndex = at;
  const name = htmlCode.exec(text)?.[1]?.toLowerCase() as keyof typeof htmlCodeClose | undefined;
  if (name === undefined) return at + 1;
  const close = htmlCodeClose[name];
  close.lastIndex = at;
  return close.exec(text) === null ? null : close.lastIndex;
}

const opening = /<ctx:([a-z][a-z0-9-]{0,30})(?=[\s/>])/y;
const closing = /<\/ctx:([a-z][a-z0-9-]{0,30})\s*>/y;
const attribute = /\s+([A-Za-z_][\w-]{0,60})\s*=\s*"/y;
const ending = /\s*(\/?)>/y;

function tagAt(text: string, from: number): Tag | null {
  const closes = matchAt(closing, text, from);
  if (closes)
    return { kind: "close", name: closes[1] ?? "", attributes: {}, from, to: from + closes[0].length };
  const opens = matchAt(opening, text, from);
  if (!opens) return null;
  const attributes: [string, string][] = [];
  for (let at = from + opens[0].length; ; ) {
    const ends = matchAt(ending, text, at);
    if (ends) {
      const kind = ends[1] === "/" ? "whole" : "open";
      const to = at + ends[0].length;
      return { kind, name: opens[1] ?? "", attributes: Object.fromEntries(attributes), from, to };
    }
    const named = matchAt(attribute, text, at);
    if (!named) return null;
    const start = at + named[0].length;
    const end = text.indexOf('"', start);
    if (end === -1) return null;
    attributes.push([named[1] ?? "", unescaped(text.slice(start, end))]);
    at = end + 1;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const entities: Record<string, string> = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };

/** The only way to put a quotation mark into a value. */
function unescaped(value: string): string {
  return value.replace(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => entities[name] ?? "");
}
