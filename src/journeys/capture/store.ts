// store: prepared events → observations with everything that follows from them. Many at once, in the transaction of
// the capture; what is already known stays as it is.

import type { Memory } from "../../memory/memory.ts";
import { chatHost } from "../../protocol/chat.ts";
import {
  type ForgottenWords,
  forgottenWords,
  keepRaw,
  keepSaid,
  knownAmong,
  type Recorded,
  recordAll,
} from "../../rooms/observations/room.ts";
import { enqueueAll, type NewJob } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { noteCommands } from "../command/command.ts";
import { enqueueCompression } from "../compress/compress.ts";
import { checkSoon } from "../graph/anchor.ts";
import { mapSoon } from "../map/touched.ts";
import { noteUse } from "../recall/usage.ts";
import type { Prepared } from "./prepare.ts";

export interface Placed {
  prepared: Prepared;
  projectId: string;
}

interface Stored extends Placed {
  id: string;
}

/** One answer for each, in order; null for what the project's settings leave out. */
export async function storeAll(
  memory: Memory,
  tx: Db,
  placed: readonly Placed[],
): Promise<(Recorded | null)[]> {
  const forgotten = await forgottenWords(tx);
  const isGone = ({ prepared }: Placed) => holdsForgotten(prepared, forgotten);
  const wanted = placed.filter((one) => !isIgnored(memory, one.prepared) && !isGone(one));
  const recorded = await recordAll(
    tx,
    wanted.map(({ prepared, projectId }) => ({ ...prepared.observation, projectId })),
  );
  const answers = new Map(wanted.map((one, i) => [one, recorded[i] ?? null]));
  const stored = wanted.flatMap((one): Stored[] => {
    const answer = answers.get(one);
    return answer?.status === "stored" ? [{ ...one, id: answer.id }] : [];
  });
  await keepTexts(tx, stored);
  await noteWork(tx, stored);
  for (const { prepared } of wanted) {
    const { reply, head, observation } = prepared;
    // What a chat writes to the graph, the user has approved; its replies cannot.
    if (!reply || head.host === chatHost) continue;
    const message = { id: reply.messageId, hostKey: observation.row.host_key };
    await noteCommands(tx, head, message, reply.text, reply.commands);
  }
  return placed.map((one) => answers.get(one) ?? (isGone(one) ? { status: "duplicate" } : null));
}

/** What `storeAll` would answer, without storing anything. */
export async function foresee(
  memory: Memory,
  prepared: readonly Prepared[],
): Promise<(Recorded["status"] | null)[]> {
  const forgotten = await forgottenWords(memory.db);
  const isKnown = await knownAmong(
    memory.db,
    prepared.map(({ observation }) => observation.row),
  );
  return prepared.map((one) => {
    if (holdsForgotten(one, forgotten)) return "duplicate";
    if (isIgnored(memory, one)) return null;
    return isKnown(one.observation.row) ? "duplicate" : "stored";
  });
}

/** Words that the user wanted forgotten after this was said. */
function holdsForgotten(
  { observation: { row }, head, said, reply }: Prepared,
  forgotten: ForgottenWords,
): boolean {
  const texts = [row.title, row.summary, row.detail, row.files, row.symbols, said ?? "", reply?.text ?? ""];
  const names = [head.sessionId, row.branch ?? ""];
  return [...texts, ...names].some((text) => forgotten.holds(text, head.at));
}

async function keepTexts(tx: Db, stored: readonly Stored[]): Promise<void> {
  await keepSaid(
    tx,
    stored.flatMap(({ id, prepared: { said } }) =>
      said === null ? [] : [{ observationId: id, text: said }],
    ),
  );
  const excerpts = stored.filter(({ prepared }) => prepared.excerpt !== null);
  // Without a model only the observation is kept, not the raw text.
  for (const { id, prepared } of excerpts) await keepRaw(tx, id, prepared.excerpt ?? "");
  if (excerpts.length > 0) await enqueueCompression(tx);
}

async function noteWork(tx: Db, stored: readonly Stored[]): Promise<void> {
  await noteUse(
    tx,
    stored.flatMap(({ prepared: { head, words, observation } }) =>
      head.type === "prompt" || (words === "" && observation.files.length === 0)
        ? []
        : [
            {
              conversation: { sessionId: head.sessionId, agentId: head.agent?.id ?? "" },
              did: { files: head.type === "tool" ? observation.files : [], words, at: head.at },
            },
          ],
    ),
  );
  const statements = stored.flatMap(({ id, prepared: { head, stated } }): NewJob[] => {
    const { sessionId, at } = head;
    if (stated === null) return [];
    return [{ kind: "statements", key: id, payload: { sessionId, observationId: id, at, ...stated } }];
  });
  await enqueueAll(tx, statements);
  await checkSoon(
    tx,
    stored.flatMap(({ id, projectId, prepared: { head, tool, observation } }) =>
      tool === null
        ? []
        : [
            {
              ...{ tool, files: observation.files, projectId, observationId: id },
              ...{ dir: head.projectDir, at: head.at },
            },
          ],
    ),
  );
  await mapSoon(
    tx,
    stored.flatMap(({ id, projectId, prepared: { head, touch } }) => {
      const { projectDir, sessionId, at } = head;
      return touch === null ? [] : [{ touch, projectId, projectDir, sessionId, observationId: id, at }];
    }),
  );
}

export function logCaptured(
  memory: Memory,
  placed: readonly Placed[],
  recorded: readonly (Recorded | null)[],
): void {
  for (const [i, { prepared }] of placed.entries()) {
    const answer = recorded[i];
    if (answer?.status !== "stored") continue;
    const { head, tool, observation } = prepared;
    const { files, row } = observation;
    memory.events.record({
      type: "hook.capture",
      sessionId: head.sessionId,
      data: { id: answer.id, kind: head.type, tool, files, rawBytes: row.raw_bytes },
      tokensOut: row.tokens,
    });
  }
}

function isIgnored(memory: Memory, { tool, head }: Prepared): boolean {
  return tool !== null && memory.settingsFor(head.projectDir)["capture.ignoreTools"].includes(tool);
}
