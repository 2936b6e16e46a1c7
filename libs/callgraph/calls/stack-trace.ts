// Reads stack traces out of the output of programs and tests: who called whom. Python, pytest, Node, Vitest, Go, Java,
// Rust. The text is data from anywhere: lines that look different are skipped.

interface Frame {
  /** As written; undefined where the trace names none. */
  function: string | undefined;
  path: string;
  line: number;
}

export interface SeenCall {
  caller: Frame;
  callee: Frame;
}

const maxTextLength = 1_000_000;
const maxFrames = 5_000;

interface Style {
  /** True when the frame that was called is written first. */
  isInnerFirst: boolean;
  /** The frame that ends at this line; undefined for another line, null for a line inside a trace without a frame. */
  read(line: string, previous: string): Frame | null | undefined;
}

const python: Style = {
  isInnerFirst: false,
  read(line) {
    const frame = /^\s*File "([^"]{1,500})", line (\d{1,7}), in (\S{1,200})/.exec(line);
    if (frame) return { path: frame[1] as string, line: Number(frame[2]), function: frame[3] };
    // The source line, and the marks below it.
    return /^ {4,}\S/.test(line) || /^\s*[\^~]+\s*$/.test(line) ? null : undefined;
  },
};

const node: Style = {
  isInnerFirst: true,
  read(line) {
    const named =
      /^\s*at (?:async )?(?:new )?(\S{1,300})(?: \[as [^\]]{1,100}\])? \((?:file:\/\/)?([^()]{1,500}):(\d{1,7}):\d{1,7}\)\s*$/.exec(
        line,
      );
    if (named) return { function: named[1], path: named[2] as string, line: Number(named[3]) };
    const bare = /^\s*at (?:async )?(?:file:\/\/)?([^\s()]{1,500}):(\d{1,7}):\d{1,7}\s*$/.exec(line);
    if (bare) return { function: undefined, path: bare[1] as string, line: Number(bare[2]) };
    return /^\s*at /.test(line) ? null : undefined;
  },
};

const java: Style = {
  isInnerFirst: true,
  read(line) {
    const frame =
      /^\s*at (?:[\w.@/-]{1,200}\/)?([\w.$<>]{1,300})\(([\w$.-]{1,200}\.(?:java|kt|scala)):(\d{1,7})\)/.exec(
        line,
      );
    if (frame) return { function: frame[1], path: frame[2] as string, line: Number(frame[3]) };
    return /^\s*at [\w.$/@-]+\((?:Native Method|Unknown Source)\)/.test(line) ? null : undefined;
  },
};

const go: Style = {
  isInnerFirst: true,
  read(line, previous) {
    const place = /^\s+(\/?[^\s:][^:]{0,500}\.go):(\d{1,7})(?: \+0x[0-9a-f]+)?\s*$/.exec(line);
    const called =
      /^(?:created by )?([\w./*()-]{1,300}?)(?:\([^()]*\)|\(\.\.\.\))?(?: in goroutine \d+)?$/.exec(
        previous.trim(),
      );
    if (place && called && !previous.startsWith("created by ")) {
      return { function: called[1], path: place[1] as string, line: Number(place[2]) };
    }
    return /^[\w./*()-]+\(.*\)\s*$/.test(line) && !line.startsWith(" ") ? null : undefined;
  },
};

const rust: Style = {
  isInnerFirst: true,
  read(line, previous) {
    const place = /^\s+at (\S{1,500}\.rs):(\d{1,7})(?::\d{1,7})?\s*$/.exec(line);
    const called = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]+ - )?(\S.{0,300}?)\s*$/.exec(previous);
    if (place && called) return { function: called[1], path: place[1] as string, line: Number(place[2]) };
    return /^\s*\d{1,5}:\s+\S/.test(line) ? null : undefined;
  },
};

/** Long and short tracebacks: `tests/test_a.py:5: in test_a`, or only the place below each piece of source. */
const pytest: Style = {
  isInnerFirst: false,
  read(line) {
    const frame =
      /^([^\s:][^:]{0,500}\.py):(\d{1,7}):(?: in (\S{1,200})| \w*(?:Error|Exception|Exit)\b.*)?\s*$/.exec(
        line,
      );
    if (frame) return { path: frame[1] as string, line: Number(frame[2]), function: frame[3] };
    return /^(?:$|>|E |\s|_[_ ]*_$)/.test(line) ? null : undefined;
  },
};

const vitest: Style = {
  isInnerFirst: true,
  read(line) {
    const frame =
      /^\s*❯ (?:(?:async )?(?:new )?(\S{1,300}) )?(?:file:\/\/)?([^\s:]{1,500}\.[mc]?[jt]sx?):(\d{1,7}):\d{1,7}\s*$/.exec(
        line,
      );
    if (frame) return { function: frame[1], path: frame[2] as string, line: Number(frame[3]) };
    // The source around a frame.
    return /^\s*(?:\d+)?\s*[|│]/.test(line) ? null : undefined;
  },
};

const styles = [python, pytest, java, node, vitest, rust, go];

/** Most output has no frame at all; this is much cheaper than reading its lines. */
const anyFrame = /^[ \t]*(?:at |File "|❯ |\d{1,5}: )|\.(?:go|py):\d+/m;

export function callsInTraces(text: string): SeenCall[] {
  if (!anyFrame.test(text.slice(0, maxTextLength))) return [];
  const lines = text.slice(0, maxTextLength).split(/\r?\n/);
  const found: SeenCall[] = [];
  for (const style of styles) {
    let last: Frame | undefined;
    let previous = "";
    for (const line of lines) {
      if (found.length >= maxFrames) return found;
      const frame = line.length > 1_000 ? undefined : style.read(line, previous);
      previous = line;
      if (frame === null) continue;
      if (frame && last) {
        const [caller, callee] = style.isInnerFirst ? [frame, last] : [last, frame];
        found.push({ caller, callee });
      }
      last = frame;
    }
  }
  return found;
}

/** The last part of a function's name in a trace: `Object.<anonymous>`, `pkg.(*T).Do`, `crate::a::f`, `a.b.C.m`. */
export function plainFunctionName(written: string): string {
  return (
    written
      .replace(/::h[0-9a-f]{16}$/, "")
      .replace(/[<(][^>)]*[>)]/g, "")
      .split(/::|[./]/)
      .filter(Boolean)
      .at(-1) ?? ""
  );
}
