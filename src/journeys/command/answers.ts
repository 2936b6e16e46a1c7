// answers: the texts that wait for a session's agent: results and errors of its commands, and one reminder.
// Recall injects them at the next prompt, before anything else.

import { compose, type Item, type Section } from "../../context/compose.ts";
import { frame, inert } from "../../context/quote.ts";
import { catchUpSession } from "../../memory/capture/catch-up.ts";
import type { Memory } from "../../memory/memory.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import type { Inert } from "../../protocol/inert.ts";
import { inProject } from "../../protocol/scope.ts";
import {
  addPending,
  expandedIn,
  hasCommands,
  markGiven,
  pendingOf,
  wasReminded,
} from "../../rooms/commands/room.ts";
import { hasNodes } from "../../rooms/knowledge/room.ts";
import { countObservations } from "../../rooms/observations/room.ts";
import { findProject } from "../../rooms/projects/room.ts";
import { listSessions } from "../../rooms/sessions/room.ts";
import { hasJob } from "../../store/jobs.ts";
import { runCommands } from "./command.ts";

export interface Answers {
  text: Inert;
  /** Call this once the answers have been injected. */
  given(): Promise<void>;
}

/** The rest is for what recall finds; the client accepts at most 10,000 characters in total. */
const maxCharacters = 6_000;

export async function answersFor(
  memory: Memory,
  event: HookEvent,
  withinMs: number,
): Promise<Answers | null> {
  const { db } = memory;
  const { sessionId, projectDir } = event;
  const late = new Promise<void>((resolve) => setTimeout(resolve, withinMs).unref());
  await Promise.race([settle(memory, event).catch(() => {}), late]);
  const settings = memory.settingsFor(projectDir);
  if (settings["recall.remind"] && event.type === "prompt") await remind(memory, event);
  const waiting = [...(await leftByOthers(memory, event)), ...(await pendingOf(db, sessionId))];
  if (waiting.length === 0) return null;
  const sections = waiting.map(({ seq, kind, about }): Section => {
    const heading = kind === "reminder" ? reminder : frame`${inert(about, 300)}:`;
    return { name: String(seq), heading, tokens: 0 };
  });
  const items = waiting.flatMap(({ seq, items }) =>
    items.map(
      ({ id, text, from, caution }, i): Item => ({
        id,
        section: String(seq),
        priority: -i,
        title: text,
        summary: text,
        detail: text,
        from,
        caution,
      }),
    ),
  );
  const budget = { tokens: settings["recall.budgetTokens"], characters: maxCharacters };
  const composed = compose(frame`Answers to your commands.`, sections, items, budget);
  if (composed === null) return null;
  const injected = new Set(composed.included.map(({ item }) => item.section));
  const seqs = waiting.map(({ seq }) => seq).filter((seq) => injected.has(String(seq)));
  return {
    text: composed.text,
    given: () => markGiven(db, seqs, new Date().toISOString()),
  };
}

const maxLeft = 5;
const maxSessions = 50;

/** A new session gets the nodes that an earlier one wanted in full and did not live to see. */
async function leftByOthers({ db }: Memory, event: HookEvent) {
  if (event.type !== "session-start" || (event.source !== "startup" && event.source !== "clear")) return [];
  const project = await findProject(db, event.projectDir);
  if (!project) return [];
  const sessions = await listSessions(db, { projects: inProject(project.id), limit: maxSessions, offset: 0 });
  const ended = sessions.filter(({ endedAt }) => endedAt !== null);
  return expandedIn(
    db,
    ended.map(({ id }) => id),
    maxLeft,
  );
}

/** The agent's last reply may still be unread: the prompt's hook can run before the transcript is written. */
async function settle(memory: Memory, { sessionId, transcriptPath, projectDir }: HookEvent): Promise<void> {
  if (transcriptPath && (await hasJob(memory.db, "catch-up", transcriptPath)))
    await catchUpSession(memory, transcriptPath, projectDir);
  await runCommands(memory, sessionId);
}

const turnsBefore = 4;
const reminder = frame`Nothing from this session is in the graph yet. If something stays true after it, write it in a reply, outside code: <ctx:remember type="decision" tags="area:…">what, and why</ctx:remember>`;

/** Once in a session, after some turns, and only if the session has stored nothing in any way. */
async function remind({ db }: Memory, { sessionId, at }: HookEvent): Promise<void> {
  const { count: prompts } = await countObservations(db, { sessionId, kind: "prompt" });
  if (prompts < turnsBefore) return;
  if ((await wasReminded(db, sessionId)) || (await hasCommands(db, sessionId))) return;
  if (await hasNodes(db, { sessionId })) return;
  const text = "types: fact, decision, pattern, observation, hypothesis, task, source, open-question";
  await addPending(
    db,
    sessionId,
    { kind: "reminder", about: reminder, items: [{ id: "remember", text, from: "" }] },
    at,
  );
}
