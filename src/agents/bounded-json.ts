// Makes JSON from outside safe to parse, for readers of hook payloads and transcripts: long strings are shortened, huge
// lists are ended early, deep nesting is refused. One linear pass, in bounded memory.

export interface JsonLimits {
  /** Longest string, in bytes as written; a longer one keeps its head and its tail. */
  string: number;
  /** Deepest nesting. JSON.parse accepts 200k levels, but everything after it overflows the stack. */
  depth: number;
  /** Above this many kept bytes, lists and objects below the top level end early; at twice that the text is refused. */
  total: number;
  /**
   * The same limit for values: parsed, `[],[],[]` takes thirty times the memory of its text, and each value is visited
   * several times. 20,000 values take 0.2 s of CPU from the first byte to the observation.
   */
  values: number;
}

export const jsonLimits: JsonLimits = {
  string: 256 * 1024,
  depth: 500,
  total: 4 * 1024 * 1024,
  values: 20_000,
};

export type BoundResult = { ok: true; bytes: Buffer; cut: boolean } | { ok: false; reason: string };
export type ParseResult = { ok: true; value: unknown; cut: boolean } | { ok: false; reason: string };

export interface JsonBounder {
  /** Takes the next bytes (kept bytes are copied); false once the text is refused and the rest is not needed. */
  push(chunk: Uint8Array): boolean;
  end(): BoundResult;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Step size of the pass: a run of bytes is kept before a later cut can be known. */
const step = 1024 * 1024;

/** The pass itself, fed in pieces: works for a file of any size. */
export function createBounder(limits: JsonLimits = jsonLimits): JsonBounder {
  const out: Buffer[] = [];
  let kept = 0;
  let cut = false;
  let refused: string | null = null;
  let depth = 0;
  let values = 0;
  /** Depth of the container whose rest is being dropped; 0 if none is. */
  let dropping = 0;
  let inString = false;
  /** Whether the previous piece ended in a backslash that belongs to the first byte of this one. */
  let escaped = false;
  const long = heldString(limits.string, () => {
    cut = true;
  });

  function keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    out.push(Buffer.from(bytes));
    kept += bytes.length;
    if (kept > 2 * limits.total) refused = `larger than ${2 * limits.total} bytes even when shortened`;
  }

  function scan(bytes: Buffer): void {
    let at = 0;
    /** Start of the text that is not kept yet. */
    let from = 0;
    while (at < bytes.length && refused === null) {
      if (!inString) {
        at = outsideStrings(bytes, at);
        continue;
      }
      const end = endOfString(bytes, at, escaped);
      inString = end >= bytes.length;
      escaped = end > bytes.length;
      if (dropping === 0 && (inString || long.length > 0 || end - at > limits.string)) {
        keep(bytes.subarray(from, at));
        from = Math.min(end, bytes.length);
        long.hold(bytes.subarray(at, from));
        if (!inString) long.release().forEach(keep);
      }
      at = end + 1;
    }
    if (dropping === 0 && refused === null) keep(bytes.subarray(from));

    /** Continues to the first byte of the next string that is long or incomplete. */
    function outsideStrings(bytes: Buffer, start: number): number {
      let at = start;
      let level = depth;
      for (; at < bytes.length; at += 1) {
        const byte = bytes[at];
        if (byte === quote) {
          const end = endOfString(bytes, at + 1, false);
          if (end >= bytes.length || end - at > limits.string) {
            inString = true;
            at += 1;
            break;
          }
          at = end;
        } else if (byte === openArray || byte === openObject) {
          level += 1;
          if (level > limits.depth) {
            refused = `nested deeper than ${limits.depth}`;
            break;
          }
        } else if (byte === closeArray || byte === closeObject) {
          if (level === dropping) {
            dropping = 0;
            from = at;
          }
          level -= 1;
        } else if (byte === comma && dropping === 0) {
          values += 1;
          if (values > 2 * limits.values) {
            refused = `more than ${2 * limits.values} values even when shortened`;
            break;
          }
          // The top level is kept whole: ids and times are there, after the large values.
          if (level > 1 && (kept + at - from > limits.total || values > limits.values)) {
            keep(bytes.subarray(from, at));
            dropping = level;
            cut = true;
          }
        }
      }
      depth = level;
      return at;
    }
  }

  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let at = 0; at < bytes.length && refused === null; at += step) scan(bytes.subarray(at, at + step));
      return refused === null;
    },
    end() {
      if (refused !== null) return { ok: false, reason: refused };
      if (inString || depth > 0) return { ok: false, reason: "ends in the middle" };
      return { ok: true, bytes: Buffer.concat(out), cut };
    },
  };
}

/** Index of the closing quote; the length if it comes later, one more if an escape is incomplete there. */
function endOfString(bytes: Buffer, from: number, escaped: boolean): number {
  let at = escaped ? from + 1 : from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) return at;
    at += byte === backslash ? 2 : 1;
  }
  return at;
}

/** One string in progress: its beginning up to the limit, and its end. */
function heldString(limit: number, onCut: () => void) {
  const half = limit >> 1;
  let beginning = Buffer.alloc(0);
  /** Twice as long as needed, so that it is moved only when full. */
  let ending = Buffer.alloc(0);
  let ended = 0;
  const string = {
    length: 0,
    hold(part: Buffer): void {
      if (beginning.length === 0) [beginning, ending] = [Buffer.alloc(limit), Buffer.alloc(2 * half)];
      if (string.length < limit) part.copy(beginning, string.length);
      string.length += part.length;
      const last = part.subarray(Math.max(0, part.length - half));
      if (ended + last.length > ending.length) {
        ending.copyWithin(0, ended - half, ended);
        ended = half;
      }
      last.copy(ending, ended);
      ended += last.length;
    },
    release(): Buffer[] {
      const total = string.length;
      const tail = ending.subarray(Math.max(0, ended - half), ended);
      [string.length, ended] = [0, 0];
      if (total <= limit) return [beginning.subarray(0, total)];
      onCut();
      const front = upTo(beginning.subarray(0, half));
      const back = from(tail);
      return [front, Buffer.from(`…[${total - front.length - back.length} bytes cut]…`), back];
    },
  };
  return string;
}

function upTo(head: Buffer): Buffer {
  let end = head.length - 1;
  while (end > 0 && !isBoundary(head, end)) end -= 1;
  return head.subarray(0, Math.max(end, 0));
}

function from(tail: Buffer): Buffer {
  let start = 1;
  while (start < tail.length && !isBoundary(tail, start)) start += 1;
  return tail.subarray(start);
}

/** Whether a string may be cut before this byte, judged only by the bytes around it. */
function isBoundary(bytes: Buffer, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (byte === backslash) return bytes[at - 1] !== backslash;
  if (byte >= 0x80 && byte < 0xc0) return false;
  if (at < 5) return false;
  for (let back = at - 5; back < at; back += 1) if (bytes[back] === backslash) return false;
  return true;
}

/** Whether nothing needs to be shortened: the usual case, found in a quarter of the time of the parse. */
function fits(bytes: Buffer, limits: JsonLimits): boolean {
  if (bytes.length > limits.total) return false;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === comma) {
      values += 1;
      if (values > limits.values) return false;
    } else if (byte === quote) {
      const end = endOfString(bytes, at + 1, false);
      if (end - at > limits.string) return false;
      at = end;
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
      if (depth > limits.depth) return false;
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
  }
  return true;
}

/** The same JSON, shortened to the limits; never throws, checks only size and depth. */
export function boundJson(given: Uint8Array, limits: JsonLimits = jsonLimits): BoundResult {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (fits(bytes, limits)) return { ok: true, bytes, cut: false };
  const bounder = createBounder(limits);
  bounder.push(bytes);
  return bounder.end();
}

/** The same as `parseBounded` for a text; a usual one is not copied. */
export function parseBoundedText(text: string, limits: JsonLimits = jsonLimits): ParseResult {
  // Three bytes at most for each character.
  const isShort = text !== "" && text.length <= limits.string && 3 * text.length <= limits.total;
  return isShort && fitsAsText(text, limits) ? parse(text, false) : parseBounded(Buffer.from(text), limits);
}

/** For a text that is too short for a long string: only its depth and its values count. */
function fitsAsText(text: string, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at + 1);
    } else if (code === comma) {
      values += 1;
      if (values > limits.values) return false;
    } else if (code === openArray || code === openObject) {
      depth += 1;
      if (depth > limits.depth) return false;
    } else if (code === closeArray || code === closeObject) depth -= 1;
  }
  return true;
}

/** Index of the quote that closes a string; the length if there is none. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}

export function parseBounded(bytes: Uint8Array, limits: JsonLimits = jsonLimits): ParseResult {
  if (bytes.byteLength === 0) return { ok: false, reason: "empty" };
  const bounded = boundJson(bytes, limits);
  if (!bounded.ok) return bounded;
  return parse(bounded.bytes.toString("utf8"), bounded.cut);
}

function parse(given: string, cut: boolean): ParseResult {
  const text = given.replace(/^\uFEFF/, "");
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: surrogate.test(text) ? wellFormed(value) : value, cut };
  } catch (thrown) {
    return { ok: false, reason: thrown instanceof Error ? `not JSON: ${thrown.message}` : "not JSON" };
  }
}

/** Raw bytes decode to well-formed text; only an escape can produce a lone surrogate. */
const surrogate = /\\u[dD][89a-fA-F]/;

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]),
  );
}
