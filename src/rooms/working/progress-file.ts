// The text of a progress file, made from the entries alone: the same entries give the same bytes. So a file on disk is
// compared with what it must be, and is never parsed. Pure.

import type { Entry } from "../../protocol/working.ts";

type Written = Pick<Entry, "number" | "kind" | "text" | "agent" | "at" | "hash">;

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export function progressHead(name: string): string {
  return [
    `# Progress: ${oneLine(name)}`,
    "",
    "<!-- Written by engram and sealed: every mark covers its entry and the mark before. Add with `engram append`. -->",
    "",
  ].join("\n");
}

export function progressEntry({ number, kind, text, agent, at, hash }: Written): string {
  const time = at.replace("T", " ").replace(/\.\d+Z$/, "Z");
  return `\n## ${number} · ${time} · ${kind} · ${oneLine(agent)} · ${hash.slice(0, 16)}\n\n${text.trim()}\n`;
}

export function progressText(name: string, entries: readonly Written[]): string {
  return progressHead(name) + entries.map(progressEntry).join("");
}

/** The first entry in which a text differs from what it must be: 0 for the heading, null if nothing differs. */
export function firstDifference(name: string, entries: readonly Written[], actual: string): number | null {
  const parts = [progressHead(name), ...entries.map(progressEntry)];
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (actual.slice(at, at + part.length) !== part) return i;
    at += part.length;
  }
  return at === actual.length ? null : parts.length;
}
