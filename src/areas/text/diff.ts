// Two texts as a unified diff, for people who want to see a change before it is made.

import { structuredPatch } from "diff";

/** Comparing takes time for each differing line; a larger change is shown as a whole. */
const maxEditLength = 1_000;

export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const [old, now] = [visible(before), visible(after)];
  const patch = structuredPatch(path, path, old, now, "", "", { context: 3, maxEditLength });
  const hunks = patch?.hunks.map((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]) ?? [replaced(old, now)];
  const head = [`--- ${before === null ? "/dev/null" : path}`, `+++ ${after === null ? "/dev/null" : path}`];
  return [head, ...hunks].flat().join("\n");
}

/** Every line ends, so that no diff speaks of a missing line end; a terminal would hide a carriage return. */
function visible(text: string | null): string {
  if (text === null || text === "") return "";
  return `${text.replace(/\n$/, "").replaceAll("\r", "␍")}\n`;
}

function replaced(old: string, now: string): string[] {
  const lines = (text: string) => text.split("\n").slice(0, -1);
  const [gone, added] = [lines(old), lines(now)];
  return [
    `@@ -1,${gone.length} +1,${added.length} @@`,
    ...gone.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ];
}
