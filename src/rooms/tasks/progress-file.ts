// The text of a progress file, made from the entries alone: the same entries give the same bytes. So a file on disk is
// compared with what it must be, and is never parsed. Pure.

import { oneLine } from "../../../libs/language/index.ts";
import type { Entry } from "../../protocol/tasks.ts";

type ProgressEntry = Pick<Entry, "number" | "kind" | "text" | "agent" | "at" | "hash">;

function progressHead(name: string): string {
  return [
    `# Progress: ${oneLine(name)}`,
    "",
    "<!-- Written by tellback and sealed: every mark covers its entry and the mark before. Add with `tellback append`. -->",
    "",
  ].join("\n");
}

export function progressEntry({ number, kind, text, agent, at, hash }: ProgressEntry): string {
  const time = at.replace("T", " ").replace(/\.\d+Z$/, "Z");
  return `\n## ${number} · ${time} · ${kind} · ${oneLine(agent)} · ${hash.slice(0, 16)}\n\n${text.trim()}\n`;
}

export function progressText(name: string, entries: readonly ProgressEntry[]): string {
  return progressHead(name) + entries.map(progressEntry).join("");
}

export interface Difference {
  /** The entry where it begins: 0 for the heading, one more than there are for text after the last. */
  entry: number;
  how: "changed" | "removed" | "added before";
}

/**
 * The first difference between a text and what it must be; null if there is none. Entries that were never written to the
 * file (because somebody had changed it before) are not missing there.
 */
export function firstDifference(
  name: string,
  entries: readonly ProgressEntry[],
  actual: string,
  written = entries.length,
): Difference | null {
  const parts = [progressHead(name), ...entries.map(progressEntry)];
  let at = 0;
  for (const [entry, part] of parts.entries()) {
    if (!actual.startsWith(part, at)) {
      const rest = actual.slice(at);
      return entry > written && rest === "" ? null : { entry, how: howOf(rest, parts, entry, written) };
    }
    at += part.length;
  }
  return at === actual.length ? null : { entry: parts.length, how: "added before" };
}

function howOf(rest: string, parts: readonly string[], entry: number, written: number): Difference["how"] {
  if (entry > written || (entry > 0 && rest.includes(parts[entry] ?? ""))) return "added before";
  const isNext = parts.slice(entry + 1).some((part) => rest.startsWith(part));
  return rest === "" || isNext ? "removed" : "changed";
}
