// late-reply: the agent's last reply as the hook reports it. Used only if the transcript never contains it: its commands
// run, and where there is no transcript at all, its text is kept too.

import { commandsIn } from "../../agents/commands/scan.ts";
import { capture } from "../../memory/capture/capture.ts";
import type { Memory } from "../../memory/memory.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { messageOfHook, replyHash } from "../../rooms/commands/room.ts";
import { compactionsOf } from "../../rooms/compactions/room.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { noteCommands, type ReplyOrigin, replyIdentity } from "./command.ts";

/** The client writes its transcript within a tenth of a second; after this time it no longer will. */
const lateMs = 10_000;

type LateReply = JobPayload<"late-reply">;

export async function noteLateReply(
  tx: Db,
  { sessionId, host, agent, promptId, at, projectDir, cwd, transcriptPath }: ReplyOrigin & LateReply["said"],
  text: string,
): Promise<void> {
  const said = { sessionId, host, agent, promptId, at, projectDir, cwd, transcriptPath };
  if (text.trim() === "" || (commandsIn(text).length === 0 && !isOnlyHere(said))) return;
  const key = replyHash(replyIdentity(said, text));
  const runAt = new Date(Date.now() + (transcriptPath === undefined ? 0 : lateMs));
  await enqueue(tx, { kind: "late-reply", key, payload: { said, text }, runAt });
}

export async function takeLateReply(memory: Memory, { said, text }: LateReply): Promise<void> {
  const { projectDir, cwd = projectDir, transcriptPath: _, ...seen } = said;
  if (projectDir === undefined || cwd === undefined || !isOnlyHere(said)) {
    await memory.db.transaction().execute((tx) => noteCommands(tx, seen, null, text));
    return;
  }
  const messageId = messageOfHook(replyHash(replyIdentity(said, text)));
  await capture(memory, [{ ...seen, projectDir, cwd, type: "reply", messageId, text }]);
  const { sessionId } = said;
  // A compaction in between was summarised without it.
  if ((await compactionsOf(memory.db, sessionId)).length > 0)
    await enqueue(memory.db, { kind: "compact", key: sessionId, payload: { sessionId } });
}

/** No transcript contains it. What a sub-agent said is captured from its hook anyway. */
function isOnlyHere({ agent, transcriptPath }: LateReply["said"]): boolean {
  return agent === undefined && (transcriptPath === undefined || statForeignSync(transcriptPath) === null);
}
