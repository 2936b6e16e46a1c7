// Operations on sessions and observations.

import { storeSummary } from "../../journeys/compact/store-summary.ts";
import { deleteInCopies, deleteWholeSession } from "../../journeys/forget/session.ts";
import { describeNow } from "../../journeys/reflect/describe/describe-job.ts";
import { reflect, reflectAgain } from "../../journeys/reflect/reflect.ts";
import { currentSession } from "../../journeys/session/session.ts";
import { withModel } from "../../memory/ask-model.ts";
import { deleteObservation, editObservation } from "../../memory/observations.ts";
import { owners } from "../../memory/owners.ts";
import { TellbackError } from "../../protocol/errors.ts";
import {
  compactionNamed,
  compactionsOf,
  isShown,
  summaryFileOf,
  tiersOf,
} from "../../rooms/compactions/room.ts";
import { observationsOf } from "../../rooms/observations/room.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import {
  countSessions,
  getSession,
  listSessions,
  summaryOf,
  undescribed,
  unsummarised,
} from "../../rooms/sessions/room.ts";
import { lastOutcomes, turnsOf } from "../../rooms/turns/room.ts";
import { resolveId } from "../../store/resolve.ts";
import { sourcesOf } from "../../store/sources.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async "session.list"({ memory }, { limit, offset, session, ...scope }) {
    const projects = await projectScope(memory.db, scope);
    const listed = await listSessions(memory.db, { projects, limit, offset });
    const outcomes = await lastOutcomes(
      memory.db,
      listed.map(({ id }) => id),
    );
    return {
      sessions: listed.map((one) => ({ ...one, outcome: outcomes.get(one.id) ?? null })),
      total: await countSessions(memory.db, projects),
      current: await currentSession(memory, { folder: scope.folder, session }),
    };
  },
  async "session.show"({ memory }, { id, limit }) {
    const sessionId = await resolveId(memory.db, "sessions", id);
    return {
      session: await getSession(memory.db, sessionId),
      summary: await summaryOf(memory.db, sessionId),
      tiers: await tiersOf(memory.db, sessionId),
      turns: await turnsOf(memory.db, sessionId, limit),
      observations: await observationsOf(memory.db, { sessionId }, { last: limit }),
      sources: await sourcesOf(memory.db, "session", sessionId),
    };
  },
  async get_summary({ memory }, { session_id = "", summary_id }) {
    const sessionId = await resolveId(memory.db, "sessions", session_id);
    const all = (await compactionsOf(memory.db, sessionId)).filter(isShown);
    const shown = summary_id === undefined ? all.toReversed() : [compactionNamed(all, summary_id)];
    return {
      session_id: sessionId,
      summary: await summaryOf(memory.db, sessionId),
      compactions: shown.map(summaryFileOf),
    };
  },
  async "session.reflect"({ memory }, { id }) {
    const sessionId = await resolveId(memory.db, "sessions", id);
    const { status, learned } = await reflect(memory, sessionId);
    // Whoever asks for it waits for the model, however old the session is.
    const described = await withModel(memory, "observations", async (ask) =>
      ask ? describeNow(memory, sessionId, ask) : null,
    );
    const isWritten = described?.status === "written";
    return {
      session: await getSession(memory.db, sessionId),
      status: status === "unchanged" && isWritten ? ("made" as const) : status,
      summary: await summaryOf(memory.db, sessionId),
      learned: [...learned, ...(isWritten ? described.learned : [])].map((one) => ({
        ...one,
        against: one.against.map((other) => other.id),
      })),
    };
  },
  async reflect({ memory }, { session, redo, limit, ...scope }) {
    const { db } = memory;
    if (session !== undefined) {
      const id = await resolveId(db, "sessions", session);
      return { sessions: await reflectAgain(memory, [id], redo) };
    }
    const projects = await projectScope(db, scope);
    const waiting = redo ? await undescribed(db, projects, limit) : await unsummarised(db, projects, limit);
    return { sessions: await reflectAgain(memory, waiting, redo) };
  },
  async "session.delete"({ memory }, { id, backups }) {
    const sessionId = await resolveId(memory.db, "sessions", id);
    await deleteWholeSession(memory, sessionId);
    const copies = await deleteInCopies(memory, sessionId, backups);
    return { deleted: sessionId, ...copies };
  },
  async "compaction.store"({ memory }, { summary, session, folder }) {
    const sessionId = await currentSession(memory, { folder, session });
    if (sessionId !== null) return { compaction: await storeSummary(memory, sessionId, summary) };
    throw new TellbackError("not_found", "no session is active in this project", {
      hint: "Give --session; `tellback session list` shows all sessions.",
    });
  },
  async "compaction.show"({ memory }, { id }) {
    return owners.compaction.read(memory.db, await resolveId(memory.db, "compactions", id));
  },
  async "observation.show"({ memory }, { id }) {
    return owners.observation.read(memory.db, await resolveId(memory.db, "observations", id));
  },
  async "observation.edit"({ memory }, { id, title, summary, detail }) {
    const change = Object.fromEntries(
      Object.entries({ title, summary, detail }).filter(([, text]) => text !== undefined),
    );
    if (Object.keys(change).length === 0) {
      throw new TellbackError("invalid_input", "nothing to change", {
        hint: "Give --title, --summary or --detail.",
      });
    }
    const observationId = await resolveId(memory.db, "observations", id);
    const edited = await memory.db.transaction().execute((tx) => editObservation(tx, observationId, change));
    return { observation: edited };
  },
  async "observation.delete"({ memory }, { id }) {
    const observationId = await resolveId(memory.db, "observations", id);
    await memory.db.transaction().execute((tx) => deleteObservation(tx, observationId));
    return { deleted: observationId };
  },
} satisfies HandlersOf<typeof operations>;
