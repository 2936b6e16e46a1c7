// The stretch of a transcript between two compactions: its messages and its text. For the compact journey, which feeds
// it lines in portions: memory stays bounded however long the transcript is. Pure.

import type { MessageRange } from "../../protocol/compaction.ts";
import { promptWords } from "./own-words.ts";
import type { Line } from "./transcript.ts";
import { readRecord, type TranscriptRecord } from "./transcript-record.ts";

interface Utterance {
  by: "user" | "agent";
  at: string;
  text: string;
}

export interface Stretch {
  messages: MessageRange | null;
  /** In order; only the end of a very long stretch. */
  said: Utterance[];
}

export interface StretchReader {
  /** The stretch, as soon as its end was read. */
  read(lines: Iterable<Line>): Stretch | null;
  /** For when the transcript ends first: what was read since the last compaction. */
  rest(): Stretch;
}

/** About how many characters of conversation are kept. */
const maxSaid = 512 * 1024;

/**
 * Finds the stretch that ends with the message `until` (a host's summary), or without it the current one.
 * `before` is the number of messages before the first line.
 */
export function stretchReader(until: string | null, before = 0): StretchReader {
  let number = before;
  let current = emptyStretch();
  let ended: ReturnType<typeof emptyStretch> | null = null;

  function readOne(record: TranscriptRecord, line: Line): Stretch | null {
    if (record.isSidechain) return null;
    if (record.type === "system") {
      ended = current;
      current = emptyStretch();
    } else if (record.type === "user" && record.isCompactSummary) {
      const closed = ended ?? current;
      if (ended === null) current = emptyStretch();
      ended = null;
      if (record.uuid === until) return closed.done(line.end);
    } else {
      number += 1;
      current.add({ number, id: record.uuid, at: record.timestamp }, saidIn(record), line.end);
    }
    return null;
  }

  return {
    read(lines) {
      for (const line of lines) {
        const reading = readRecord(line.text);
        const found = reading.kind === "record" ? readOne(reading.record, line) : null;
        if (found) return found;
      }
      return null;
    },
    rest: () => current.done(),
  };
}

function emptyStretch() {
  let first: MessageRange["first"] | null = null;
  let last: MessageRange["last"] | null = null;
  let end = 0;
  let said: Utterance[] = [];
  let length = 0;
  return {
    add(message: MessageRange["first"], words: Utterance | null, lineEnd: number): void {
      first ??= message;
      last = message;
      end = lineEnd;
      if (words === null) return;
      said.push(words);
      length += words.text.length;
      if (length <= 2 * maxSaid) return;
      // Halved only when it is twice too long, so that it is not copied for every message.
      while (length > maxSaid && said.length > 1) length -= said.shift()?.text.length ?? 0;
      said = [...said];
    },
    done(lineEnd = end): Stretch {
      if (first === null || last === null) return { messages: null, said: [] };
      return { messages: { first, last, count: last.number - first.number + 1, end: lineEnd }, said };
    },
  };
}

function saidIn(record: Exclude<TranscriptRecord, { type: "system" }>): Utterance | null {
  if (record.type === "user" && (record.isMeta || record.toolUseResult !== undefined)) return null;
  if (record.type === "assistant" && record.isApiErrorMessage) return null;
  const text = record.message.content
    .map((block) => (block.type === "text" ? block.text : ""))
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, maxSaid);
  const words = record.type === "user" ? promptWords(text) : text.trim();
  if (words === null || words === "") return null;
  return { by: record.type === "user" ? "user" : "agent", at: record.timestamp, text: words };
}
