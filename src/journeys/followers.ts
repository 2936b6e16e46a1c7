// Who follows whom: the only file that knows several journeys. No journey imports another; what one does because of
// another stands in these tables, in the order in which it happens.

import { closingLineInShort } from "../agents/standing-note.ts";
import { isInstalledIn } from "../config/installed-hosts.ts";
import type { LoadOptions } from "../config/load.ts";
import { frame, inert, joinInert } from "../context/quote.ts";
import type { Followers } from "../memory/capture/capture.ts";
import type { StoredEvent } from "../memory/capture/store.ts";
import { type Memory, openMemoryWith } from "../memory/memory.ts";
import { withoutSecrets } from "../memory/without-secrets.ts";
import { chatHost } from "../protocol/chat.ts";
import type { HookAnswer, HookEvent, HookEventOf } from "../protocol/hook.ts";
import type { Inert } from "../protocol/inert.ts";
import { deedOf } from "../protocol/tools.ts";
import type { Db } from "../store/schema.ts";
import { bridgeSoon } from "./bridge/bridge.ts";
import { answersFor } from "./command/answers.ts";
import { noteCommands } from "./command/command.ts";
import { noteLateReply } from "./command/late-reply.ts";
import { ensureSummary, instructionsFor, keepCompaction } from "./compact/compact.ts";
import { compressSoon } from "./compress/compress.ts";
import { delegationFor, keepAnswer, publishAnswer } from "./delegate/delegate.ts";
import { checkAllSoon, checkSoon } from "./graph/anchor.ts";
import { denialOf } from "./guard/guard.ts";
import { brokenCalls } from "./map/broken-calls.ts";
import { mapChangedSoon, mapSoon } from "./map/touched.ts";
import { followOpenings } from "./recall/openings.ts";
import { asRecallReads, type RecallSources, recall as recallFrom } from "./recall/recall.ts";
import { noteUse } from "./recall/usage.ts";
import { reflectSoon } from "./reflect/reflect.ts";
import { learnSoon } from "./reflect/statements.ts";
import { newNotice } from "./report/notice.ts";
import { takeInAtStart, takeInSoon } from "./share/take-in-soon.ts";
import { syncSoon } from "./sync/sync-soon.ts";
import { startNotes } from "./task/start-notes.ts";

type Signals = Followers["signals"];

const bridge: Signals["session-start"][number] & Signals["session-end"][number] = ({ memory, tx }, event) =>
  bridgeSoon(memory, tx, event);

const exchange: Signals["session-start"][number] & Signals["session-end"][number] = ({ memory, tx }) =>
  syncSoon(memory, tx);

const findings: Signals["agent-end"][number] = async ({ memory, tx }, event) => {
  const taskId = await keepAnswer(tx, event);
  return taskId === null ? undefined : () => publishAnswer(memory, taskId, event.projectDir);
};

/** What happens when something is captured. */
const followers: Followers = {
  signals: {
    "session-start": [
      ({ tx, projectId }, { projectDir, at }) => checkAllSoon(tx, projectId, projectDir, at),
      ({ tx, projectId }, { projectDir }) =>
        mapChangedSoon(tx, { projectId, dir: projectDir, isWhole: true }),
      async ({ tx }, event) => {
        if (event.source === "compact") await keepCompaction(tx, event);
      },
      bridge,
      exchange,
    ],
    "session-end": [({ tx }, { sessionId }) => reflectSoon(tx, sessionId), bridge, exchange],
    "turn-end": [({ tx }, event) => noteLateReply(tx, event, event.reply ?? "")],
    "agent-end": [({ tx }, event) => noteLateReply(tx, event, event.reply), findings],
    "compact-before": [({ tx }, event) => keepCompaction(tx, event)],
    "compact-after": [({ tx }, event) => keepCompaction(tx, event)],
    "tool-start": [],
    "agent-start": [],
  },
  stored: [
    compressStored,
    noteUseOfStored,
    learnFromStored,
    checkAnchorsOfStored,
    mapStored,
    takeInAfterPrompts,
  ],
  replies: [
    async (tx, { reply, head, observation }) => {
      if (reply === null) return;
      const message = { id: reply.messageId, hostKey: observation.row.host_key };
      await noteCommands(tx, head, message, reply.text, reply.commands);
    },
  ],
  afterwards: [followOpenings],
};

async function compressStored(tx: Db, stored: readonly StoredEvent[]): Promise<void> {
  if (stored.some(({ prepared }) => prepared.excerpt !== null)) await compressSoon(tx);
}

function noteUseOfStored(tx: Db, stored: readonly StoredEvent[]): Promise<void> {
  const deeds = stored.flatMap(({ prepared: { head, words, observation } }) => {
    if (head.type === "prompt" || (words === "" && observation.files.length === 0)) return [];
    const conversation = { sessionId: head.sessionId, agentId: head.agent?.id ?? "" };
    const files = head.type === "tool" ? observation.files : [];
    const { tool, status } = observation.row;
    const command = deedOf(tool) === "runs" && status === "ok" ? commandIn(words) : "";
    return [{ conversation, did: { files, words, command, at: head.at } }];
  });
  return noteUse(tx, deeds);
}

/** The input of a shell tool, as it is written; cut, it is no JSON. */
function commandIn(words: string): string {
  try {
    const { command } = JSON.parse(words) as { command?: unknown };
    return typeof command === "string" ? command.slice(0, maxCommand) : "";
  } catch {
    return "";
  }
}

const maxCommand = 2_000;

function learnFromStored(tx: Db, stored: readonly StoredEvent[]): Promise<void> {
  return learnSoon(
    tx,
    stored.flatMap(({ id, prepared: { head, stated } }) =>
      // A chat about the memory teaches nothing: /remember does, because the user says so.
      stated === null || head.host === chatHost
        ? []
        : [{ sessionId: head.sessionId, observationId: id, at: head.at, ...stated }],
    ),
  );
}

function checkAnchorsOfStored(tx: Db, stored: readonly StoredEvent[]): Promise<void> {
  const uses = stored.flatMap(({ id, projectId, prepared: { head, tool, observation } }) => {
    const where = { projectId, dir: head.projectDir, observationId: id, at: head.at };
    return tool === null ? [] : [{ ...where, tool, files: observation.files }];
  });
  return checkSoon(tx, uses);
}

function mapStored(tx: Db, stored: readonly StoredEvent[]): Promise<void> {
  const uses = stored.flatMap(({ id, projectId, prepared: { head, touch } }) => {
    const { projectDir, sessionId, at } = head;
    return touch === null ? [] : [{ touch, projectId, projectDir, sessionId, observationId: id, at }];
  });
  return mapSoon(tx, uses);
}

async function takeInAfterPrompts(tx: Db, stored: readonly StoredEvent[]): Promise<void> {
  const prompts = stored.filter(({ prepared: { head } }) => head.type === "prompt" && head.host !== chatHost);
  for (const folder of new Set(prompts.map(({ prepared: { head } }) => head.projectDir)))
    await takeInSoon(tx, folder);
}

/** What recall injects besides what it finds itself. */
const recallSources: RecallSources = {
  commandAnswers: answersFor,
  ensureSummary,
  startNotes,
  delegation: delegationFor,
  brokenCalls,
};

export function recall(memory: Memory, event: HookEvent, deadlineMs: number): Promise<HookAnswer> {
  return recallFrom(memory, recallSources, event, deadlineMs);
}

/** The answer to a hook that waits for one: a refusal, or what is injected, with a notice for the user. */
export async function answerTo(memory: Memory, received: HookEvent, deadlineMs: number): Promise<HookAnswer> {
  const deny = received.type === "tool-start" ? denialOf(memory, received) : null;
  if (deny !== null) return { context: frame``, deny };
  const event = withoutSecrets(asRecallReads(received));
  if (event.type === "session-start") await takeInAtStart(memory, event.projectDir);
  const answer = await (event.type === "compact-before"
    ? instructionsFor(memory, event)
    : recall(memory, event, deadlineMs));
  if (event.type !== "session-start") return answer;
  const notice = await newNotice(memory, event);
  const context = joinInert([answer?.context ?? frame``, standingNote(memory, event)], "\n");
  return notice === undefined && context === "" ? null : { context, ...(notice && { notice }) };
}

/** A resumed or forked conversation still contains it; an installed note stands in the host's own instructions. */
function standingNote(memory: Memory, { host, source, projectDir }: HookEventOf<"session-start">): Inert {
  const isAsked =
    memory.settingsFor(projectDir)["recall.closingLine"] && source !== "resume" && source !== "fork";
  return isAsked && !isInstalledIn(memory.paths, host, projectDir) ? inert(closingLineInShort) : frame``;
}

export function openMemory(options: LoadOptions = {}): Promise<Memory> {
  return openMemoryWith(followers, options);
}
