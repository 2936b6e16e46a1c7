// The job that describes a session: what to do when the model does not answer. Without an answer it waits, longer each time;
// answers that cannot be used cost money and are asked for a few times only; at the cap it goes on when the cap allows it.

import type { AskModel } from "../../../memory/ask-model.ts";
import type { Memory } from "../../../memory/memory.ts";
import { TellbackError } from "../../../protocol/errors.ts";
import type { JobPayload } from "../../../protocol/jobs.ts";
import { getSession, isSession } from "../../../rooms/sessions/room.ts";
import { cancel, enqueue } from "../../../store/jobs.ts";
import { type Describing, describe } from "./describe.ts";

/** For a person who waits; what fails is left to the job. */
export async function describeNow(memory: Memory, sessionId: string, ask: AskModel): Promise<Describing> {
  await cancel(memory.db, "describe", sessionId);
  const done = await describe(memory, sessionId, ask);
  if (done.status === "capped" || done.status === "unavailable") {
    const payload = { sessionId, again: false, tries: 0 };
    const runAt = done.status === "capped" ? new Date(done.until) : new Date();
    await enqueue(memory.db, { kind: "describe", key: sessionId, payload, runAt });
  }
  return done;
}

type Payload = JobPayload<"describe">;

const maxTries = 3;
/** What could not be described for so long stays as the rules wrote it. */
const keepMs = 7 * 86_400_000;

export async function describeWhenPossible(
  memory: Memory,
  { sessionId, again, tries }: Payload,
  {
    ask,
    note,
    signal,
  }: { ask: AskModel | undefined; note(payload: Payload): Promise<void>; signal: AbortSignal },
): Promise<void> {
  if (!ask || !(await isSession(memory.db, sessionId))) return;
  const done = await describe(memory, sessionId, ask, { again, signal });
  if (done.status === "capped") {
    const payload = { sessionId, again, tries };
    await enqueue(memory.db, { kind: "describe", key: sessionId, payload, runAt: new Date(done.until) });
  }
  if (done.status !== "unavailable") return;
  if (done.isPaid) {
    if (tries + 1 >= maxTries) return;
    await note({ sessionId, again, tries: tries + 1 });
  }
  const { lastSeenAt } = await getSession(memory.db, sessionId);
  if (!again && Date.now() - Date.parse(lastSeenAt) > keepMs) return;
  throw new TellbackError("unavailable", done.reason);
}
