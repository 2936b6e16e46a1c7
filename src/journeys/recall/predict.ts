// Prediction: what work on a file most likely needs besides it, from the sessions that changed it before: the files that
// went with it, the checks that were run, the test that broke. And the checks of the project. Pure. Only what happened in
// most of these sessions is said; `node bench/value.ts` measures how often it is right.

import type { Turn } from "../../protocol/turns.ts";
import { checksIn } from "../../rooms/turns/room.ts";

export type Past = Pick<Turn, "sessionId" | "files" | "commands" | "tests">;

/** Something that went with a file, and in how many of the sessions. */
export interface Companion {
  what: string;
  times: number;
}

export interface Prediction {
  file: string;
  /** Sessions that changed the file. */
  times: number;
  files: readonly Companion[];
  checks: readonly Companion[];
  broke: readonly Companion[];
}

/** Of the sessions with the file. One alone may be chance. */
const mostly = 0.6;
const minTimes = 2;
/** Which files go together takes more to know than how a project is checked. */
const minForFiles = 3;
/** Older sessions say little about how the code is now. */
const maxSessions = 8;
const shown = { files: 4, checks: 3, broke: 2, usual: 4 };

/** For the file about which most is known; the newest turns first. */
export function predict(
  recent: readonly Past[],
  files: readonly string[],
  { areNamed = true } = {},
): Prediction | null {
  const sessions = sessionsIn(recent);
  const all = files.map((file) => predictionFor(sessions, file, areNamed)).filter((one) => one !== null);
  const [best] = all.sort((a, b) => b.times - a.times);
  return best ?? null;
}

function predictionFor(sessions: readonly Past[][], file: string, isNamed: boolean): Prediction | null {
  const own = sessions
    .filter((turns) => turns.some(({ files }) => files.includes(file)))
    .slice(0, maxSessions);
  if (own.length < minTimes) return null;
  const often = (of: (turns: Past[]) => string[], most: number) =>
    companions(own.map(of), own.length).slice(0, most);
  // Only a file that the prompt names is sure to be touched: what goes with another one is a guess upon a guess.
  const areKnown = isNamed && own.length >= minForFiles;
  const files = areKnown ? often((turns) => filesBeside(turns, file), shown.files) : [];
  const checks = often(checksOf, shown.checks);
  const broke = areKnown ? often((turns) => brokenIn(turns, file), shown.broke) : [];
  const isEmpty = files.length + checks.length + broke.length === 0;
  return isEmpty ? null : { file, times: own.length, files, checks, broke };
}

/** The checks that the last sessions with changes ran more than once, the most frequent first. */
export function usualChecks(recent: readonly Past[]): { times: number; checks: readonly Companion[] } {
  const working = sessionsIn(recent)
    .filter((turns) => turns.some(({ files }) => files.length > 0))
    .slice(0, maxSessions);
  const checks = working.length < minTimes ? [] : companions(working.map(checksOf), minTimes);
  return { times: working.length, checks: checks.slice(0, shown.usual) };
}

function sessionsIn(recent: readonly Past[]): Past[][] {
  const sessions = new Map<string, Past[]>();
  for (const turn of recent) sessions.set(turn.sessionId, [...(sessions.get(turn.sessionId) ?? []), turn]);
  return [...sessions.values()];
}

/** What occurs in most of the sessions, the most frequent first. */
function companions(each: readonly string[][], times: number): Companion[] {
  const counts = new Map<string, number>();
  for (const items of each) for (const item of new Set(items)) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts]
    .map(([what, count]) => ({ what, times: count }))
    .filter((one) => one.times >= Math.max(minTimes, mostly * times))
    .sort((a, b) => b.times - a.times || (a.what < b.what ? -1 : 1));
}

/** Changed in the same turns. */
function filesBeside(turns: readonly Past[], file: string): string[] {
  return turns
    .filter(({ files }) => files.includes(file))
    .flatMap(({ files }) => files.filter((other) => other !== file));
}

function checksOf(turns: readonly Past[]): string[] {
  return turns.flatMap(({ commands }) => commands.flatMap(checksIn));
}

const testFile = /(?:^|[/_.-])(?:tests?|spec|specs)(?:[/_.-]|$)/i;

/** Test files of turns in which tests failed. */
function brokenIn(turns: readonly Past[], file: string): string[] {
  return turns
    .filter(
      ({ files, tests }) => files.includes(file) && (tests.before === "failed" || tests.after === "failed"),
    )
    .flatMap(({ files }) => files.filter((other) => testFile.test(other)));
}

/** `src/a.ts, last 3 times: with b.ts; run npm test; broke: a.test.ts`. */
export function lineOf({ file, times, files, checks, broke }: Prediction): string {
  const names = (some: readonly Companion[]) => some.map(({ what }) => what).join(", ");
  const parts = [
    files.length > 0 ? `with ${names(files)}` : "",
    checks.length > 0 ? `run ${checks.map(({ what }) => `\`${what}\``).join(", ")}` : "",
    broke.length > 0 ? `broke: ${names(broke)}` : "",
  ];
  return `${file}, the last ${times} times: ${parts.filter((part) => part !== "").join("; ")}`;
}

/** How often each part was so, for whoever asks why it is said. */
export function reasonOf({ file, times, files, checks, broke }: Prediction): string {
  const each = [...files, ...checks, ...broke].map((one) => `${one.what} ${one.times} of ${times}`);
  return `in the sessions that changed ${file}: ${each.join(", ")}`;
}
