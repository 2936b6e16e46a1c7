// JSON from outside made safe to parse, for whoever reads hook payloads and transcripts: long strings are
// shortened, endless lists are ended early, deep nesting is refused. One linear pass, in bounded memory.

export interface JsonLimits {
  /** Longest string, in bytes as written; a longer one keeps its head and its tail. */
  string: number;
  /** Deepest nesting. JSON.parse accepts 200k levels, but everything after it overflows the stack. */
  depth: number;
  /** Bytes kept after which lists and objects below the top level are ended early; at twice that it is refused. */
  total: number;
}

export const jsonLimits: JsonLimits = { string: 256 * 1024, depth: 500, total: 4 * 1024 * 1024 };

export type Bounded = { ok: true; bytes: Buffer; cut: boolean } | { ok: false; reason: string };
export type Parsed = { ok: true; value: unknown; cut: boolean } | { ok: false; reason: string };

export interface JsonBounder {
  /** Takes the next bytes (copied where kept); false once the text is refused and the rest is not needed. */
  push(chunk: Uint8Array): boolean;
  end(): Bounded;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Work in steps of this size, so that the kept part of one huge string is squeezed as it comes. */
const step = 1024 * 1024;

/** The pass itself, fed in pieces: a file of any size can go through it. */
export function createBounder(limits: JsonLimits = jsonLimits): JsonBounder {
  const out: Buffer[] = [];
  let kept = 0;
  let cut = false;
  let refused: string | null = null;
  let depth = 0;
  /** Depth of the container whose rest is being dropped; 0 when nothing is. */
  let dropping = 0;
  let inString = false;
  /** Whether the text so far ends in an unfinished escape, i.e. the next quote does not close the string. */
  let escaped = false;
  const long = heldString(limits.string);

  function keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    out.push(Buffer.from(bytes));
    kept += bytes.length;
    if (kept > 2 * limits.total) refused = `larger than ${2 * limits.total} bytes even when shortened`;
  }

  function scan(bytes: Buffer): void {
    let at = 0;
    /** Where the text not yet kept begins. */
    let from = 0;
    while (at < bytes.length && refused === null) {
      if (inString) {
        const end = endOfString(bytes, at);
        if (dropping === 0 && (end === -1 || long.length > 0 || end - at > limits.string)) {
          keep(bytes.subarray(from, at));
          long.hold(bytes.subarray(at, end === -1 ? bytes.length : end));
          from = end === -1 ? bytes.length : end;
        }
        if (end === -1) return;
        inString = false;
        if (long.length > 0) {
          const shortened = long.release();
          cut ||= shortened.cut;
          for (const part of shortened.parts) keep(part);
        }
        at = end + 1;
        continue;
      }
      const byte = bytes[at];
      if (byte === quote) {
        inString = true;
        escaped = false;
      } else if (byte === openArray || byte === openObject) {
        depth += 1;
        if (depth > limits.depth) refused = `nested deeper than ${limits.depth}`;
      } else if (byte === closeArray || byte === closeObject) {
        if (depth === dropping && dropping > 0) {
          dropping = 0;
          from = at;
        }
        depth -= 1;
      } else if (byte === comma && dropping === 0 && depth > 1 && kept + at - from > limits.total) {
        // The top level is kept whole: ids and times stand there, after the large values.
        keep(bytes.subarray(from, at));
        dropping = depth;
        cut = true;
      }
      at += 1;
    }
    if (dropping === 0 && refused === null) keep(bytes.subarray(from));
  }

  /** Index of the closing quote from `at` on, or -1 with `escaped` carried to the next piece. */
  function endOfString(bytes: Buffer, at: number): number {
    let search = at;
    while (true) {
      const end = bytes.indexOf(quote, search);
      let start = end === -1 ? bytes.length : end;
      const stop = start;
      while (start > search && bytes[start - 1] === backslash) start -= 1;
      // A run that reaches back to the start of the piece continues the one before it.
      const odd = ((stop - start) % 2 === 1) !== (start === at && search === at && escaped);
      if (end === -1) {
        escaped = odd;
        return -1;
      }
      if (!odd) {
        escaped = false;
        return end;
      }
      search = end + 1;
      escaped = false;
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

/** One string on its way through: all of it while short, head and tail once it is long. */
function heldString(limit: number) {
  const half = limit >> 1;
  let head: Buffer | null = null;
  let rest: Buffer[] = [];
  let held = 0;
  const string = {
    length: 0,
    hold(part: Buffer): void {
      // The caller may reuse its bytes; a huge part is never held whole, for it comes in steps.
      rest.push(Buffer.from(part));
      held += part.length;
      string.length += part.length;
      if (held > 2 * limit) squeeze();
    },
    release(): { parts: Buffer[]; cut: boolean } {
      const all = Buffer.concat(rest);
      const total = string.length;
      const first = head;
      [head, rest, held, string.length] = [null, [], 0, 0];
      if (first === null && total <= limit) return { parts: [all], cut: false };
      const front = upTo(first ?? all.subarray(0, half));
      const back = from(all.subarray(Math.max(first === null ? half : 0, all.length - half)));
      const marker = Buffer.from(`…[${total - front.length - back.length} bytes cut]…`);
      return { parts: [front, marker, back], cut: true };
    },
  };
  function squeeze(): void {
    const all = Buffer.concat(rest);
    head ??= Buffer.from(all.subarray(0, half));
    const tail = Buffer.from(all.subarray(all.length - half));
    [rest, held] = [[tail], tail.length];
  }
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

/** Whether a string may be cut before this byte, judged from the bytes around it alone. */
function isBoundary(bytes: Buffer, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (byte === backslash) return bytes[at - 1] !== backslash;
  if (byte >= 0x80 && byte < 0xc0) return false;
  if (at < 5) return false;
  for (let back = at - 5; back < at; back += 1) if (bytes[back] === backslash) return false;
  return true;
}

/** The same JSON, shortened to the limits; throws nothing, judges nothing but size and depth. */
export function boundJson(bytes: Uint8Array, limits: JsonLimits = jsonLimits): Bounded {
  const bounder = createBounder(limits);
  bounder.push(bytes);
  return bounder.end();
}

export function parseBounded(bytes: Uint8Array, limits: JsonLimits = jsonLimits): Parsed {
  if (bytes.byteLength === 0) return { ok: false, reason: "empty" };
  const bounded = boundJson(bytes, limits);
  if (!bounded.ok) return bounded;
  const text = bounded.bytes.toString("utf8").replace(/^\uFEFF/, "");
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: surrogate.test(text) ? wellFormed(value) : value, cut: bounded.cut };
  } catch (thrown) {
    return { ok: false, reason: thrown instanceof Error ? `not JSON: ${thrown.message}` : "not JSON" };
  }
}

/** Raw bytes decode to well-formed text; only an escape can bring a lone half of a pair. */
const surrogate = /\\u[dD][89a-fA-F]/;

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]),
  );
}
