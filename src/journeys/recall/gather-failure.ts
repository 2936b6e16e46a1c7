// What ended a failure the last time: for a command that fails as it did before, the turn in which the same command then
// went well, with what was done in between.

import { looksOnly } from "../../../libs/shell/index.ts";
import { shorten, unique } from "../../../libs/shorten/index.ts";
import { frame } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import type { ToolUse } from "../../protocol/hook.ts";
import type { Observation } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";
import type { Turn } from "../../protocol/turns.ts";
import { type EndedFailure, endedFailureLike, observationsOf } from "../../rooms/observations/room.ts";
import { currentWork } from "../../rooms/sessions/room.ts";
import { checksIn, edited, hasContent, turnAt } from "../../rooms/turns/room.ts";
import { type Candidate, ofEndedFailure } from "./candidates.ts";
import { maxCharacters, noPlan, type Plan, type Reader } from "./plan.ts";

const failureTokens = 200;
const usesRead = 200;

export async function gatherForFailure(memory: Memory, reader: Reader, use: ToolUse): Promise<Plan> {
  const failed = { tool: use.tool, status: use.status, ...shorten(use, use.projectDir) };
  const { windowSince } = await currentWork(memory.db, reader.sessionId);
  const unseen = { sessionId: reader.sessionId, before: windowSince };
  const ended = await endedFailureLike(memory.db, reader.projectId, failed, unseen);
  const candidate = ended && (await candidateOf(memory, ended));
  if (!candidate) return noPlan;
  return {
    heading: frame`From memory: this command failed like this before.`,
    sections: [{ name: "failure", heading: frame`What ended it:`, tokens: failureTokens }],
    candidates: [candidate],
    budget: { tokens: failureTokens, characters: maxCharacters },
  };
}

/** Null if what the turn states no longer holds, or if nothing says what ended the failure. */
async function candidateOf({ db }: Memory, { failed, passed }: EndedFailure): Promise<Candidate | null> {
  const turn = await turnAt(db, passed.sessionId, passed.at);
  if (turn?.state.is !== "current") return null;
  const isOneSession = failed.sessionId === passed.sessionId;
  const between = isOneSession
    ? doneBefore(passed.at, await observationsOf(db, betweenRuns(failed, passed), { last: usesRead }))
    : { files: turn.files, commands: [] };
  const isSameTurn = isOneSession && turn.startedAt <= failed.at;
  const isDone = between.files.length + between.commands.length > 0;
  // It went well when it was run again, or on another checkout: what came of the turn is not what ended it.
  if (!isDone && (isSameTurn || !isOneSession)) return null;
  const said = hasContent(turn.outcome) ? turn.outcome : "";
  if (!isDone && said === "") return null;
  return ofEndedFailure(turn, endText(turn, between, said), between.files, {
    section: "failure",
    priority: 1,
    why: { reason: `the same command failed like this on ${day(failed.at)} and passed after it` },
  });
}

/** What was changed and run before a time, without looks and checks. */
function doneBefore(time: string, uses: readonly Observation[]): { files: string[]; commands: string[] } {
  const done = uses.filter(({ happenedAt, status }) => happenedAt < time && status === "ok");
  const ran = done.flatMap(({ tool, detail }) =>
    deedOf(tool) === "runs" ? (/^\$ (.{1,120})$/m.exec(detail)?.[1] ?? []) : [],
  );
  return {
    files: unique(edited(done).flatMap(({ files }) => files)),
    commands: unique(ran.filter((command) => !looksOnly(command) && checksIn(command).length === 0)),
  };
}

function betweenRuns({ at: after }: EndedFailure["failed"], { sessionId, at: upTo }: EndedFailure["passed"]) {
  return { sessionId, after, upTo };
}

const maxShown = 3;

function endText(
  { endedAt }: Turn,
  { files, commands }: { files: readonly string[]; commands: readonly string[] },
  said: string,
): string {
  const steps = [
    ...commands.slice(-maxShown).map((command) => `ran \`${command}\``),
    ...(files.length > 0 ? [`changed ${files.slice(0, maxShown).join(", ")}`] : []),
  ];
  const how = steps.length > 0 ? `passed after the agent ${steps.join(", ")}` : "passed again";
  return `${day(endedAt)}: ${how}.${said === "" ? "" : ` ${said}`}`;
}

function day(at: string): string {
  return at.slice(0, 10);
}
