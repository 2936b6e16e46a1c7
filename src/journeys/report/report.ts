// report: what happened in a day, a session or a period, in figures; with `eval` also how well tellback worked.

import type { ParsedInputOf } from "../../areas/contracts.ts";
import { codeIn } from "../../indexes/codemap/period.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Report } from "../../protocol/report.ts";
import { everywhere, type ProjectScope } from "../../protocol/scope.ts";
import { parseSince } from "../../protocol/since.ts";
import { countWaiting } from "../../rooms/excerpts/room.ts";
import { learningsIn } from "../../rooms/knowledge/room.ts";
import { activityIn, countObservations, observationsOf } from "../../rooms/observations/room.ts";
import { identify, projectNames, projectScope } from "../../rooms/projects/room.ts";
import { listSessions, summaryOf } from "../../rooms/sessions/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { Db } from "../../store/schema.ts";
import { measure } from "./measure.ts";
import { spendIn } from "./spend.ts";
import { startOfDay, stepsOf } from "./time-steps.ts";

/** Which observations a report counts. */
type Span = Parameters<typeof activityIn>[1];

export async function reportOn(
  memory: Memory,
  input: ParsedInputOf<"report">,
  now = new Date(),
): Promise<Report> {
  const { db } = memory;
  await memory.events.flush();
  const { span, what, project } = await spanFor(memory, input, now);
  const [latest] = await listSessions(db, {
    id: span.sessionId,
    projects: span.projects,
    limit: 1,
  });
  const seenLately = latest !== undefined && latest.lastSeenAt >= span.from;
  const { hours, ...activity } = await activityIn(db, span);
  const { step, line } = stepsOf(hours, span, ["count", "failed", "rawBytes", "tokens"]);
  return {
    period: { what, from: span.from, to: span.to, step },
    project,
    ...activity,
    line,
    code: await codeIn(db, span),
    compression: { ...activity.compression, ...(await countWaiting(db, span.sessionId)) },
    latest: seenLately
      ? {
          session: latest,
          summary: await summaryOf(db, latest.id),
          lastReply: await lastReplyIn(db, latest.id),
        }
      : null,
    learnings: await learningsIn(db, span),
    // The ledger does not record the session of a call.
    spend: span.sessionId === undefined ? await spendIn(memory, span, now) : null,
    eval: input.eval ? await measure(memory, span, line) : null,
  };
}

async function lastReplyIn(db: Db, sessionId: string): Promise<string | null> {
  const replies = { sessionId, kind: "reply", ofMainAgent: true } as const;
  const [last] = await observationsOf(db, replies, { last: 1 });
  return last?.summary ?? null;
}

interface ReportPeriod {
  span: Span;
  what: Report["period"]["what"];
  project: string | null;
}

async function spanFor(memory: Memory, input: ParsedInputOf<"report">, now: Date): Promise<ReportPeriod> {
  if (input.session) {
    const sessionId = await resolveId(memory.db, "sessions", input.session);
    const [session] = await listSessions(memory.db, { id: sessionId, projects: everywhere, limit: 1 });
    const at = session?.startedAt ?? now.toISOString();
    const { times } = await countObservations(memory.db, { sessionId });
    const span = { ...(times ?? { from: at, to: at }), projects: everywhere, sessionId };
    return { span, what: "session", project: session?.project ?? null };
  }
  const from = input.since === undefined ? startOfDay(now).toISOString() : parseSince(input.since, now);
  const what = input.since === undefined ? "day" : "since";
  const projects = await projectScope(memory.db, input);
  const span = { from, to: now.toISOString(), projects };
  return { span, what, project: await nameOf(memory, projects) };
}

async function nameOf({ db }: Memory, projects: ProjectScope): Promise<string | null> {
  switch (projects.within) {
    case "everywhere":
      return null;
    case "project":
      return (await projectNames(db)).get(projects.projectId) ?? null;
    case "unknown folder":
      return identify(projects.folder).name;
  }
}
