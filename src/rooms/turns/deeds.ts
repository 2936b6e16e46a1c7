// What was done in a turn, from its tool uses: files, symbols, commands, commit, tests. Pure.

import { oneLine } from "../../../libs/language/index.ts";
import { looksOnly as isLook } from "../../../libs/shell/index.ts";
import { unique } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";
import type { TurnObservation } from "./evidence.ts";

export interface Deeds {
  files: string[];
  looked: string[];
  symbols: string[];
  commands: string[];
  commit: { hash: string; subject: string } | null;
  tests: { before: "passed" | "failed" | null; after: "passed" | "failed" | null };
  /** Checks that failed at their last run. */
  failing: string[];
}

const max = { files: 40, looked: 20, symbols: 24, commands: 8 };
const maxCommandLength = 200;

export function deedsIn(rest: readonly TurnObservation[]): Deeds {
  const edits = rest.filter((one) => deedOf(one.tool) === "edits" && one.status === "ok");
  const files = byCount(edits.flatMap((one) => one.files));
  const changed = new Set(files);
  const looks = rest.filter((one) => deedOf(one.tool) === "reads" && one.status === "ok");
  const runs = rest.flatMap((one) => {
    const command = deedOf(one.tool) === "runs" ? commandOf(one) : "";
    return command === "" ? [] : [{ one, command, isGood: wentWell(one) }];
  });
  const checks = runs.filter(({ command }) => CHECK.test(command));
  return {
    files: files.slice(0, max.files),
    looked: byCount(looks.flatMap((one) => one.files))
      .filter((file) => !changed.has(file))
      .slice(0, max.looked),
    symbols: byCount(edits.flatMap((one) => [...one.symbols])).slice(0, max.symbols),
    commands: unique(
      runs.filter(({ isGood, command }) => isGood && !isLook(command)).map(({ command }) => command),
    ).slice(-max.commands),
    commit: commitIn(runs.map(({ one }) => one)),
    tests: testsIn(checks),
    failing: failingIn(checks),
  };
}

/** Most frequent first, then the latest. */
function byCount(items: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

/** Programs that check, whatever follows. */
const checkers =
  "vitest jest pytest mocha playwright cypress rspec phpunit eslint biome ruff mypy golangci-lint ctest tox nox";
/** Programs that run something by its name, and the names of checks. */
const checkTasks: Readonly<Record<string, string>> = {
  cargo: "test check clippy build nextest",
  go: "test vet build",
  make: "test check lint build ci",
  "mise run": "test lint check build",
  dotnet: "test build",
  swift: "test build",
  mix: "test",
  just: "test check lint build",
};
const anyIn = (words: string) => words.replaceAll(" ", "|");
const scripts = "(?:npm|pnpm|yarn|bun|deno)(?: run)? (?:test|check|lint|typecheck|build|t)\\b";
const tasks = Object.entries(checkTasks).map(([program, names]) => `${program} (?:${anyIn(names)})`);
const CHECK = new RegExp(`\\b(?:${scripts}|tsc\\b|gradlew? |mvn |${anyIn(checkers)}|${tasks.join("|")})`);
const TEST = /\b(?:test|t|vitest|jest|pytest|mocha|playwright|cypress|rspec|phpunit|nextest|ctest|tox|nox)\b/;
/** A run of tests, a build, a linter. */
export function isCheck(one: Observation): boolean {
  return CHECK.test(commandOf(one));
}

export function looksOnly(one: Observation): boolean {
  return isLook(commandOf(one));
}

function commandOf({ detail }: Observation): string {
  return oneLine(/^\$ (.+)$/m.exec(detail)?.[1] ?? "", maxCommandLength);
}

/** A piped command ends well even if the tests behind it failed; the title then has the verdict. */
const FAILED =
  /: failed\b|: (?:\d+ passed, )?[1-9]\d* (?:tests? |specs? )?(?:failed|failing|failures?|errors?)\b/;

function wentWell({ status, title }: TurnObservation): boolean {
  return status === "ok" && !FAILED.test(title);
}

interface Check {
  one: TurnObservation;
  command: string;
  isGood: boolean;
}

/** The first run counts as before only if another followed. */
function testsIn(checks: readonly Check[]): Deeds["tests"] {
  const tests = checks.filter(({ command }) => TEST.test(command));
  const verdict = (check: Check | undefined) => (check ? (check.isGood ? "passed" : "failed") : null);
  return { before: tests.length > 1 ? verdict(tests[0]) : null, after: verdict(tests.at(-1)) };
}

/** Of tests and of other checks the last run counts: a later good one makes up for an earlier failure. */
function failingIn(checks: readonly Check[]): string[] {
  const groups = [true, false].map((isTest) =>
    checks.findLast(({ command, one }) => TEST.test(command) === isTest && one.status !== "interrupted"),
  );
  return groups.flatMap((last) => (last && !last.isGood ? [last.one.title] : []));
}

/** As git prints it, or as the verdict of the command repeats it. */
const COMMITTED = /(?:\[|^|[;:] )[\w./-]+ (?:\([^)]*\) )?(?=[a-f]*\d)([0-9a-f]{7,40})\]? ([^\n]+)/m;

function commitIn(runs: readonly TurnObservation[]): Deeds["commit"] {
  for (const one of runs.toReversed()) {
    if (one.status !== "ok" || !/\bgit\b[^\n]*\bcommit\b/.test(one.detail)) continue;
    const found = COMMITTED.exec(one.detail) ?? COMMITTED.exec(one.title);
    if (found?.[1] !== undefined) return { hash: found[1], subject: oneLine(found[2] ?? "", 160) };
  }
  return null;
}
