// Makes a recording independent of the machine and the moment: paths, ids, times and durations become
// the same from one recording to the next, so that a diff shows what the client changed (and the few
// places where it races with itself: the order of lines around tool results, a background sub-agent).

import { ELIDED, elideRecord, elideText, type Json } from "./elide.ts";

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const RANDOM_ID = /\b(msg|toolu|req)_01[0-9a-f]{22}\b/g;
const AGENT_ID = /\ba[0-9a-f]{16}\b/g;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g;

/** Fields measured on this machine, and random ones. */
const MEASURED = /duration|Ms$|_ms$|cost|usd$|seconds|mtime|Time$|tokens?$/i;
const RANDOM = /hash$|digest$|^slug$/i;

export type Scrub = { text(text: string): string; payload(payload: Json): Json; record(record: Json): Json };

/**
 * `paths`: what to replace by what, the longest first. `records`: every transcript record in the order
 * written, for their times. One scrub serves a whole recording, so that ids match across its files.
 */
export function scrubber(paths: [from: string, to: string][], records: Json[]): Scrub {
  const times = timeline(records);
  const names = new Map<string, Map<string, string>>();
  const rename = (kind: string, id: string, name: (n: string) => string): string => {
    const known = names.get(kind) ?? new Map<string, string>();
    names.set(kind, known);
    const given = known.get(id) ?? name(String(known.size + 1).padStart(4, "0"));
    known.set(id, given);
    return given;
  };
  const text = (raw: string): string => {
    const moved = paths.reduce((result, [from, to]) => result.replaceAll(from, to), raw);
    return elideText(moved)
      .replace(UUID, (id) => rename("uuid", id, (n) => `00000000-0000-4000-8000-00000000${n}`))
      .replace(RANDOM_ID, (id, kind: string) => rename(kind, id, (n) => `${kind}_01fixture${n}`))
      .replace(AGENT_ID, (id) => rename("agent", id, (n) => `a000000000000${n}`))
      .replace(TIME, (time) => times.get(time) ?? clock(0));
  };
  const payload = (value: Json, key = ""): Json => {
    if (typeof value === "string") return RANDOM.test(key) ? ELIDED : text(value);
    if (typeof value === "number") return MEASURED.test(key) && value > 0 ? 1 : value;
    if (Array.isArray(value)) return value.map((item) => payload(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), payload(item, name)]));
  };
  return {
    text,
    payload: (value) => payload(value),
    record(value) {
      const time = times.get(momentOf(value).key);
      const clean = payload(elideRecord(value)) as { [key: string]: Json };
      return time && "timestamp" in clean ? { ...clean, timestamp: time } : clean;
    },
  };
}

/**
 * One second per record in the order things really happened, sub-agents included; each session begins
 * on a full ten minutes, so that one more record does not move the times of all others. Found by the
 * record's uuid (a fork copies records, and their times) or, for times quoted elsewhere, by the real time.
 */
function timeline(records: Json[]): Map<string, string> {
  const moments = new Map(records.map(momentOf).map((moment) => [moment.key, moment]));
  const sorted = [...moments.values()]
    .filter(({ time }) => time)
    .sort((a, b) => a.time.localeCompare(b.time));
  const times = new Map<string, string>();
  let second = 0;
  let current = sorted[0]?.session;
  for (const { key, time, session } of sorted) {
    if (session !== current) second = Math.ceil(second / 600) * 600;
    current = session;
    times.set(key, clock(second));
    if (!times.has(time)) times.set(time, clock(second));
    second += 1;
  }
  return times;
}

function momentOf(record: Json): { key: string; time: string; session: string } {
  const { uuid, timestamp, sessionId } = record as { uuid?: string; timestamp?: string; sessionId?: string };
  return { key: uuid ?? JSON.stringify(record), time: timestamp ?? "", session: sessionId ?? "" };
}

function clock(n: number): string {
  return new Date(Date.UTC(2025, 0, 1, 9) + n * 1_000).toISOString();
}
