// The owners of the episodic room: observations, turns, sessions, compactions.

import type { Owner } from "../../indexes/owner.ts";
import { compactionLines } from "../../protocol/compaction.ts";
import { sourcesOf } from "../../store/sources.ts";
import { getCompaction, indexCompactions } from "../compactions/compactions.ts";
import { tiersOf } from "../compactions/session-tiers.ts";
import { observationsIn } from "../compactions/stretch.ts";
import { getObservation, indexObservations } from "../observations/observations.ts";
import { projectOf } from "../projects/projects.ts";
import { observationsOfTurn } from "../turns/rebuild.ts";
import { getTurn, indexTurns, titleOf, turnsOf } from "../turns/turns.ts";
import { getSession } from "./sessions.ts";
import { indexSummaries, summaryOf } from "./summaries.ts";

export const observationOwner: Owner<"observation"> = {
  table: "observations",
  read: async (db, id) => ({
    observation: await getObservation(db, id),
    sources: await sourcesOf(db, "observation", id),
  }),
  card({ observation: { happenedAt: at, title, summary, detail, files } }) {
    return { at, title, summary, detail, files };
  },
  projectOf: async (db, id) => (await getObservation(db, id)).projectId,
  known: (db) => db.selectFrom("observations").select("id"),
  findable: (db) => db.selectFrom("observations").select("id"),
  reindex: indexObservations,
  confidences: null,
};

export const turnOwner: Owner<"turn"> = {
  table: "turns",
  read: async (db, id) => ({ turn: await getTurn(db, id), observations: await observationsOfTurn(db, id) }),
  card({ turn, observations }) {
    return {
      at: turn.endedAt,
      title: titleOf(turn),
      summary: turn.outcome,
      detail: [`Asked: ${turn.request}`, turn.detail].filter(Boolean).join("\n"),
      files: turn.files,
      items: observations.map((one) => ({ id: one.id, title: one.title })),
    };
  },
  projectOf: async (db, id) => (await getTurn(db, id)).projectId,
  known: (db) => db.selectFrom("turns").select("id"),
  findable: (db) => db.selectFrom("turns").select("id"),
  reindex: indexTurns,
  confidences: null,
};

const observationsShown = 200;
const turnsShown = 200;

export const sessionOwner: Owner<"session"> = {
  table: "sessions",
  read: async (db, id) => ({
    session: await getSession(db, id),
    summary: await summaryOf(db, id),
    tiers: await tiersOf(db, id),
    turns: await turnsOf(db, id, turnsShown),
    observations: await observationsIn(db, { sessionId: id, after: null, upTo: null }, observationsShown),
    sources: await sourcesOf(db, "session", id),
  }),
  card({ session: { id, lastSeenAt: at, name, firstPrompt }, summary, observations }) {
    return {
      at,
      title: name ?? firstPrompt ?? id,
      ...(summary && { summary: [summary.request, ...summary.done, ...summary.open].join("\n") }),
      items: observations.map((one) => ({ id: one.id, title: one.title })),
    };
  },
  projectOf: async (db, id) => (await projectOf(db, id)).id,
  known: (db) => db.selectFrom("sessions").select("id"),
  findable: (db) => db.selectFrom("session_summaries").select("session_id as id"),
  reindex: indexSummaries,
  confidences: null,
};

export const compactionOwner: Owner<"compaction"> = {
  table: "compactions",
  read: async (db, id) => ({ compaction: await getCompaction(db, id) }),
  card({ compaction: { at, sequence, sessionId, made, hostSummary } }) {
    return {
      at,
      title: `Compaction ${sequence} of ${sessionId}`,
      summary: made?.summary.executive ?? hostSummary ?? "",
      detail: made ? compactionLines(made.summary).join("\n") : "",
      files: made?.summary.files_modified.map(({ path }) => path) ?? [],
    };
  },
  projectOf: async (db, id) => (await projectOf(db, (await getCompaction(db, id)).sessionId)).id,
  known: (db) => db.selectFrom("compactions").select("id"),
  findable: (db) => db.selectFrom("compactions").select("id").where("state", "=", "done"),
  reindex: indexCompactions,
  confidences: null,
};
