// A session's summary by rules alone, from its observations: what was asked, done, decided, changed and left open.
// What was learned is another room's business and is filled in by the journey. Pure.

import type { Observation, SummaryParts } from "../../protocol/episodic.ts";
import { cut, oneLine, unique } from "./shorten/text.ts";

const mostLines = 8;
const mostFiles = 40;
const longestLine = 200;

const EDITS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
const TESTS =
  /\b(?:tests?|spec|vitest|jest|pytest|mocha|tsc|build|lint|check|cargo|go test|gradle|mvn|make)\b/i;
const DECIDED =
  /\b(?:decided|instead of|rather than|chose|choose|going with|went with|settled on|we'll use|we will use|opted)\b/i;
const LEFT =
  /\b(?:TODO|next steps?|remaining|still (?:open|missing|to do|fails?)|not (?:yet|done)|left to do|follow-?up|open question|could not|couldn't|was not able)\b/i;

export function summarise(observations: readonly Observation[]): SummaryParts {
  const own = observations.filter((one) => one.agentId === null);
  return {
    request: requestOf(own),
    done: limited(doneIn(observations, own)),
    decisions: limited(decisionsIn(own)),
    learned: [],
    open: limited(openIn(own)),
    files: unique(edited(observations).flatMap(({ files }) => files)).slice(0, mostFiles),
  };
}

function requestOf(own: readonly Observation[]): string {
  const prompts = own.filter((one) => one.kind === "prompt" && one.title.startsWith("Asked"));
  const [first, ...later] = prompts;
  if (!first) return "(no prompt)";
  const more = later.slice(0, 3).map((one) => oneLine(one.title.replace(/^Asked: /, ""), 80));
  const rest = later.length > 3 ? [`and ${later.length - 3} more`] : [];
  return [cut(first.summary, 300), ...more, ...rest].join(" → ");
}

/** Files that were changed, commits, the last outcome of each check, and how the agent put it at the end. */
function doneIn(all: readonly Observation[], own: readonly Observation[]): string[] {
  const changes = [...Map.groupBy(edited(all), ({ files }) => files[0] ?? "")].map(([file, uses]) => {
    const isNew = uses.some((use) => use.tool === "Write");
    const times = uses.length > 1 ? ` (${uses.length} times)` : "";
    return `${isNew ? "Wrote" : "Edited"} ${file}${times}`;
  });
  const commands = all.filter((one) => one.tool === "Bash" && one.status === "ok");
  const commits = commands.filter(({ title }) => /\bgit commit\b/.test(title)).map(({ title }) => title);
  const checks = [...lastRuns(all).values()]
    .filter((one) => one.status === "ok" && TESTS.test(one.title) && !commits.includes(one.title))
    .map(({ title }) => title);
  const delegated = all
    .filter((one) => one.tool === "Agent" || one.tool === "Task")
    .map(({ title }) => title);
  const last = own.findLast((one) => one.kind === "reply");
  const said = last ? [last.title.replace(/^Replied: /, "")] : [];
  const files = changes.slice(0, 4);
  if (changes.length > 4) files.push(`and ${changes.length - 4} more files`);
  return [...said, ...files, ...commits.slice(-3), ...checks.slice(-2), ...delegated.slice(-2)];
}

function decisionsIn(own: readonly Observation[]): string[] {
  const asked = own
    .filter((one) => (one.tool === "AskUserQuestion" || one.tool === "ExitPlanMode") && one.status === "ok")
    .map(({ title }) => title);
  const said = own.filter((one) => one.kind === "reply").flatMap(({ detail }) => linesWith(detail, DECIDED));
  return [...asked, ...said];
}

function openIn(own: readonly Observation[]): string[] {
  const planned = own.findLast((one) => one.tool === "TodoWrite" && one.status === "ok");
  const todos = (planned?.detail ?? "")
    .split("\n")
    .flatMap((line) => /^\[[ ~]\] (.+)$/.exec(line)?.[1] ?? []);
  const failing = [...lastRuns(own).values()]
    .filter((one) => one.status === "failed")
    .map(({ title }) => title);
  const last = own.findLast((one) => one.kind === "reply");
  return [...todos, ...linesWith(last?.detail ?? "", LEFT), ...failing.slice(-3)];
}

function edited(observations: readonly Observation[]): Observation[] {
  return observations.filter((one) => EDITS.has(one.tool ?? "") && one.status === "ok");
}

/** How each command came out when it ran last. */
function lastRuns(observations: readonly Observation[]): Map<string, Observation> {
  const last = new Map<string, Observation>();
  for (const one of observations) {
    const command = one.tool === "Bash" ? /^\$ (.+)$/m.exec(one.detail)?.[1] : undefined;
    if (command === undefined) continue;
    last.delete(command);
    last.set(command, one);
  }
  return last;
}

function linesWith(text: string, words: RegExp): string[] {
  return text
    .split("\n")
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .filter((line) => words.test(line))
    .map((line) => line.replace(/^[\s*#>-]+/, "").trim());
}

function limited(lines: readonly string[]): string[] {
  return unique(lines.map((line) => oneLine(line, longestLine)).filter((line) => line !== "")).slice(
    0,
    mostLines,
  );
}
