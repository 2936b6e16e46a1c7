// How good an injected text is, for bench/value.ts: what of it the session goes on to use, and how much of it is noise.

import type { Ask, History } from "./value-history.ts";
import { filesIn, namesIn } from "./value-items.ts";

export interface Score {
  lines: number;
  tokens: number;
  useful: number;
  duplicates: number;
  filler: number;
  announcements: number;
  files: { wanted: number; given: number; right: number };
}

/** Only lines that begin with "|" are memory. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.startsWith("|") ? [line.slice(1).trim()] : []));
}

export function scoreOf(text: string, { wanted, given }: Ask, { keys }: History): Score {
  const lines = linesOf(text).filter(Boolean);
  const named = new Set<string>();
  const before: Set<string>[] = [];
  let [useful, duplicates, filler, announcements] = [0, 0, 0, 0];
  for (const line of lines) {
    const files = [...keys.of(filesIn(line))].map((key) => `f:${key}`);
    const items = [...files, ...[...namesIn(line)].map((name) => `i:${name}`)].filter(
      (one) => !given.has(one),
    );
    for (const item of items) named.add(item);
    if (items.some((item) => wanted.has(item))) useful++;
    const words = new Set(line.toLowerCase().match(/[\p{L}\p{N}_./-]{2,}/gu) ?? []);
    if (before.some((other) => overlap(words, other) >= 0.7)) duplicates++;
    before.push(words);
    const bare = withoutFrame(line);
    if (isFiller(bare)) filler++;
    else if (isAnnouncement(bare)) announcements++;
  }
  const fileItems = (items: ReadonlySet<string>) => [...items].filter((item) => item.startsWith("f:"));
  return {
    lines: lines.length,
    tokens: lines.reduce((sum, line) => sum + tokensOf(line), 0),
    useful,
    duplicates,
    filler,
    announcements,
    files: {
      wanted: fileItems(wanted).length,
      given: fileItems(named).length,
      right: fileItems(named).filter((item) => wanted.has(item)).length,
    },
  };
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / (one.size + other.size - both || 1);
}

function withoutFrame(line: string): string {
  const text = line
    .replace(/^\d{4}-\d\d-\d\d\s+(?:[\w:-]+\s+)?·\s*/, "")
    .replace(/\s*\[[\w-]+\]\s*$/, "")
    .replace(/^(?:Replied|Asked|Said|Reply|Prompt): /, "");
  const cut = text.indexOf(" · ");
  const isRepeated = cut > 0 && text.slice(cut + 3, cut + 15) === text.slice(0, 12);
  return (isRepeated ? text.slice(cut + 3) : text).trim();
}

function isFiller(text: string): boolean {
  if (text.split(/\s+/).length >= 6 || text.includes("`")) return false;
  return namesIn(text).size === 0 && filesIn(text).size === 0;
}

const announces =
  /^(?:(?:ok(?:ay)?|good|great|perfect|excellent|absolutely|yes|sure|right|done|understood|now|first|next|then)\b[^.!:]{0,40}[.!,:]?\s*)?(?:now )?(?:let me|let's|i'll|i will|i need to|i'm going to|i should|now (?:i|let|run|add|update|fix|check|create)|you're (?:absolutely )?right)\b/i;

function isAnnouncement(text: string): boolean {
  return text.split(/\s+/).length < 30 && (text.endsWith(":") || announces.test(text));
}

/** One thing that a prediction named. */
export interface Foreseen {
  kind: "file" | "check" | "broken test" | "usual check";
  what: string;
  isRight: boolean;
}

interface Shown {
  kind: string;
  title: string;
}

/** What the lines of prediction name, and whether the rest of the session touched or ran it. */
export function foreseenIn(items: readonly Shown[], ask: Ask, { keys }: History): Foreseen[] {
  const files = (kind: Foreseen["kind"], list: string | undefined): Foreseen[] =>
    (list?.split(", ") ?? []).map((what) => {
      const [key] = keys.of([what]);
      return {
        kind,
        what,
        isRight: key !== undefined && (ask.wanted.has(`f:${key}`) || ask.given.has(`f:${key}`)),
      };
    });
  const checks = (kind: Foreseen["kind"], text: string): Foreseen[] =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, what = ""]) => ({ kind, what, isRight: ask.checks.has(what) }));
  return items.flatMap(({ kind, title }) => {
    if (kind === "checks") return checks("usual check", title);
    if (kind !== "ahead") return [];
    return [
      ...files("file", /: with ([^;]+)/.exec(title)?.[1]),
      ...files("broken test", /; broke: (.+)$/.exec(title)?.[1]),
      ...checks("check", title),
    ];
  });
}
