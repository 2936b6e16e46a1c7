// The essence of a run of observations, by rules: what was done and what the agent's task list says. For turns and the
// summaries of sessions and compactions. Pure.

import { oneLine } from "../../../libs/language/index.ts";
import { unique } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";

const maxLines = 8;
const maxLineLength = 200;

const TESTS =
  /\b(?:tests?|spec|vitest|jest|pytest|mocha|tsc|build|lint|check|cargo|go test|gradle|mvn|make)\b/i;
/** What the agent did and said, without its sub-agents. */
export function ownOf(observations: readonly Observation[]): Observation[] {
  return observations.filter((one) => one.agentId === null);
}

/** What the user asked for, where no turns are stored. */
export function askedIn(own: readonly Observation[]): { at: string; what: string }[] {
  return own
    .filter(({ kind, title }) => kind === "prompt" && title.startsWith("Asked"))
    .map(({ happenedAt, title }) => ({ at: happenedAt, what: title.replace(/^Asked: /, "") }));
}

/** Changed files, commits, the last outcome of each check, what was delegated. */
export function doneIn(all: readonly Observation[]): string[] {
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
  const delegated = all.filter((one) => deedOf(one.tool) === "delegates").map(({ title }) => title);
  const files = changes.slice(0, 4);
  if (changes.length > 4) files.push(`and ${changes.length - 4} more files`);
  return [...files, ...commits.slice(-3), ...checks.slice(-2), ...delegated.slice(-2)];
}

/** Questions to the user, with the answers. */
export function answeredIn(own: readonly Observation[]): Observation[] {
  return own.filter((one) => deedOf(one.tool) === "asks" && one.status === "ok");
}

/** The final state of the agent's own task list. */
export function tasksIn(own: readonly Observation[]): { completed: string[]; pending: string[] } {
  const planned = own.findLast((one) => one.tool === "TodoWrite" && one.status === "ok");
  const tasks = (planned?.detail ?? "").split("\n").flatMap((line) => {
    const [, mark, task] = /^\[([ ~x])\] (.+)$/.exec(line) ?? [];
    return task === undefined ? [] : [{ task, isDone: mark === "x" }];
  });
  const named = new Map<string, { task: string; isDone: boolean }>();
  for (const one of own) {
    if (one.status !== "ok") continue;
    if (one.tool === "TaskCreate") {
      const [, id, task] = /^Added task (\S+) (.+)$/.exec(one.title) ?? [];
      if (id !== undefined && task !== undefined) named.set(id, { task, isDone: false });
    }
    if (one.tool === "TaskUpdate") {
      const [, id = "", state] = /^Task (\S+) (?:.* )?(\S+)$/.exec(one.title) ?? [];
      const task = named.get(id);
      if (task && state === "completed") task.isDone = true;
      if (task && state === "deleted") named.delete(id);
    }
  }
  const all = [...tasks, ...named.values()];
  return {
    completed: all.filter(({ isDone }) => isDone).map(({ task }) => task),
    pending: all.filter(({ isDone }) => !isDone).map(({ task }) => task),
  };
}

export function edited(observations: readonly Observation[]): Observation[] {
  return observations.filter((one) => deedOf(one.tool) === "edits" && one.status === "ok");
}

/** The outcome of each command at its last run. */
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

export function limited(lines: readonly string[], most = maxLines, longest = maxLineLength): string[] {
  return unique(lines.map((line) => oneLine(line, longest)).filter((line) => line !== "")).slice(0, most);
}
