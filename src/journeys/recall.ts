// recall: what an agent is told of earlier work, at the moment it helps. Silent when there is nothing to say.

import { inert, quoteBlock } from "../context/quote.ts";
import { countTokens } from "../context/tokens.ts";
import type { Memory } from "../memory.ts";
import type { Session } from "../protocol/episodic.ts";
import type { HookAnswer, HookEvent, HookEventOf } from "../protocol/hook.ts";
import { findProject, listSessions } from "../rooms/episodic/room.ts";

const sessionsShown = 5;
/** The client moves longer context out of the conversation into a file. */
const mostCharacters = 9_500;

export async function recall(memory: Memory, event: HookEvent): Promise<HookAnswer> {
  return event.type === "session-start" ? recallAtStart(memory, event) : null;
}

async function recallAtStart(memory: Memory, event: HookEventOf<"session-start">): Promise<HookAnswer> {
  const started = performance.now();
  const settings = memory.settingsFor(event.projectDir);
  // A resumed or forked conversation still holds what it was told when it began.
  if (!settings["recall.sessionStart"] || event.source === "resume" || event.source === "fork") return null;
  const project = await findProject(memory.db, event.projectDir);
  if (!project) return null;
  const sessions = await listSessions(memory.db, {
    projectId: project.id,
    exceptId: event.sessionId,
    limit: sessionsShown,
  });
  const lines = sessions.filter((session) => session.firstPrompt !== null).map(lineOf);
  const context = within(lines, settings["recall.budgetTokens"]);
  if (context === null) return null;
  memory.events.record({
    type: "hook.context_inject",
    sessionId: event.sessionId,
    data: { source: event.source, sessions: sessions.map((session) => session.id) },
    durationMs: performance.now() - started,
    tokensOut: countTokens(context),
  });
  return { context };
}

function lineOf(session: Session): string {
  const day = session.lastSeenAt.slice(0, 10);
  return `${day} · ${inert(session.firstPrompt ?? "", 160)} · ${session.observations} observations [${session.id.slice(0, 8)}]`;
}

/** As many lines as the budget allows, the newest first. */
function within(lines: readonly string[], budgetTokens: number): string | null {
  for (let shown = lines.length; shown > 0; shown--) {
    const recent = { heading: "Recent sessions in this project:", lines: lines.slice(0, shown) };
    const text = quoteBlock("engram show ID tells more.", [recent]);
    if (countTokens(text) <= budgetTokens && text.length <= mostCharacters) return text;
  }
  return null;
}
