// Learnings from trial and error: a command that failed repeatedly and then worked, after another command or in another
// form. A fix of the code is not a learning, so nothing may have been edited in between. Pure.

import type { Observation } from "../../../protocol/observations.ts";
import { deedOf } from "../../../protocol/tools.ts";

export interface Run {
  command: string;
  ok: boolean;
  at: number;
  observation: Observation;
}

export interface FixedCommand {
  content: string;
  failed: Observation;
  worked: Observation;
}

const failuresNeeded = 2;
/** Commands that only read: they cannot be the reason why another one works now. */
const readers =
  "ls cat bat head tail less more grep rg find fd pwd which whereis type echo printf env ps wc tree stat file du df " +
  "curl history man true sleep";
const LOOKS = new RegExp(
  `^(?:${readers.replaceAll(" ", "|")}|sed -n|git (?:status|log|diff|show|branch|blame|rev-parse|ls-files)|(?:npm|pnpm|yarn) (?:ls|list|view|why))\\b`,
);

/** Every run of a shell command, in order. */
export function runsOf(observations: readonly Observation[]): Run[] {
  return observations.flatMap((observation, at) => {
    if (observation.kind !== "tool" || !/^(?:Bash|PowerShell)$/.test(observation.tool ?? "")) return [];
    const command = /^\$ (.+)$/m.exec(observation.detail)?.[1]?.trim();
    if (!command || command.endsWith("…") || observation.status === "interrupted") return [];
    return [{ command, ok: observation.status === "ok", at, observation }];
  });
}

export function failedThenWorked(observations: readonly Observation[]): FixedCommand[] {
  const runs = runsOf(observations).filter((run) => run.command.length <= 160);
  const edits = observations.flatMap((one, at) =>
    deedOf(one.tool) === "edits" && one.status === "ok" ? [at] : [],
  );
  const isEditedBetween = (from: number, to: number) => edits.some((at) => at > from && at < to);
  const tried: FixedCommand[] = [];
  for (const [command, same] of Map.groupBy(runs, (run) => run.command)) {
    if (LOOKS.test(command)) continue;
    const failures = same.filter((run) => !run.ok);
    const last = failures.at(-1);
    if (failures.length < failuresNeeded || !last) continue;
    const error = errorOf(last.observation);
    const worked = same.find((run) => run.ok && run.at > last.at);
    const found = worked
      ? preparedBy(runs, last, worked, isEditedBetween)
      : otherForm(runs, last, isEditedBetween);
    if (!found) continue;
    const why = error ? ` (${error})` : "";
    const content = worked
      ? `\`${command}\` fails${why} until \`${found.command}\` has run`
      : `\`${command}\` fails here${why}; \`${found.command}\` works`;
    tried.push({ content, failed: last.observation, worked: (worked ?? found).observation });
  }
  return tried;
}

type Edited = (from: number, to: number) => boolean;

/** The only command with an effect between the last failure and the success. */
function preparedBy(runs: readonly Run[], failed: Run, worked: Run, isEdited: Edited): Run | null {
  if (isEdited(failed.at, worked.at)) return null;
  const between = runs.filter(
    ({ at, ok, command }) => at > failed.at && at < worked.at && ok && !LOOKS.test(command),
  );
  return between.length === 1 ? (between[0] ?? null) : null;
}

/** Almost the same command, which works. */
function otherForm(runs: readonly Run[], failed: Run, isEdited: Edited): Run | null {
  const next = runs.find((run) => run.at > failed.at && run.ok && isVariant(failed.command, run.command));
  return next && !isEdited(failed.at, next.at) ? next : null;
}

function isVariant(a: string, b: string): boolean {
  const [ofA, ofB] = [new Set(a.split(/\s+/)), new Set(b.split(/\s+/))];
  const shared = [...ofA].filter((word) => ofB.has(word)).length;
  // It must have the same purpose: `npm test` and `npm run test`, not `npm test` and `npm run build`.
  const isSameMatter = [...ofA].slice(1).some((word) => ofB.has(word) && !word.startsWith("-"));
  const fewer = Math.min(ofA.size, ofB.size);
  const most = Math.max(ofA.size, ofB.size);
  return a !== b && isSameMatter && fewer >= 2 && shared >= fewer - 1 && most - shared <= 2;
}

/** What the title says went wrong, without the command. */
function errorOf({ title }: Observation): string {
  const [, ...rest] = title.split(": ");
  return rest
    .filter((part) => !/^(?:failed|\d+ (?:failed|errors?)|exit \d+)$/i.test(part))
    .join(": ")
    .replace(/…$/, "")
    .slice(0, 100)
    .trim();
}
