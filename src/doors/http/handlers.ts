// What each operation does. A missing one does not compile.

import { fromUser } from "../../config/paths.ts";
import { openSetting, withModel } from "../../journeys/ask-model.ts";
import { passOver } from "../../journeys/catch-up.ts";
import { compressionState, compressNow } from "../../journeys/compress.ts";
import { vectorProgress } from "../../journeys/embed.ts";
import type { ImportProgress } from "../../journeys/import.ts";
import { addByUser, confirmByUser, editByUser, rejectByUser, undo } from "../../journeys/learnings.ts";
import { reflect } from "../../journeys/reflect.ts";
import { reportOn } from "../../journeys/report.ts";
import { searchMemory } from "../../journeys/search.ts";
import { statusOf } from "../../journeys/status.ts";
import { tryCompression } from "../../journeys/try-compression.ts";
import type { Memory } from "../../memory.ts";
import { pricesPath } from "../../models/prices.ts";
import { capsOf, spendReport } from "../../models/spend.ts";
import { EngramError } from "../../protocol/errors.ts";
import { idPrefixes } from "../../protocol/ids.ts";
import type { OperationName, OutputOf, ParsedInputOf } from "../../protocol/operations.ts";
import {
  deleteObservation,
  deleteSession,
  editObservation,
  findProject,
  getObservation,
  getSession,
  listSessions,
  observationsOf,
  summaryOf,
} from "../../rooms/episodic/room.ts";
import {
  evidenceOf,
  forgetSession,
  getLearning,
  linksOf,
  listChanges,
  listLearnings,
} from "../../rooms/semantic/room.ts";
import { backupStore, manualBackupPath } from "../../store/backup.ts";
import { enqueue, listJobs, retryFailed } from "../../store/jobs.ts";
import { resolveId } from "../../store/resolve.ts";

export interface ImportRun extends ImportProgress {
  state: OutputOf<"import.state">["state"];
  error: string | null;
}

export type ReindexRun = Omit<OutputOf<"reindex.state">, "vectors">;

export interface HandlerContext {
  memory: Memory;
  /** What this daemon has imported, kept while it runs. */
  imports: { run: ImportRun };
  /** How far the search index has been made anew. */
  reindexes: { run: ReindexRun };
  daemonState(): OutputOf<"daemon.state">;
  stop(): void;
  onRequest(name: string): void;
  log(thrown: unknown): void;
}

type Handlers = {
  [N in OperationName]: (context: HandlerContext, input: ParsedInputOf<N>) => Promise<OutputOf<N>>;
};

export const noImport: ImportRun = {
  state: "none",
  files: 0,
  filesDone: 0,
  bytes: 0,
  bytesDone: 0,
  stored: 0,
  duplicates: 0,
  error: null,
};

export const noReindex: ReindexRun = { state: "none", documents: { done: 0, all: 0 }, error: null };

export const handlers: Handlers = {
  status: (context, { folder }) => statusOf(context.memory, context.daemonState(), folder),

  search: ({ memory }, input) => searchMemory(memory, input),

  search_memory: ({ memory }, { min_relevance, ...input }) =>
    searchMemory(memory, {
      ...input,
      minRelevance: min_relevance,
      allProjects: false,
      explain: false,
      quick: false,
    }),

  async show(context, { id }) {
    if (id.startsWith(idPrefixes.observation)) {
      return { kind: "observation", ...(await handlers["observation.show"](context, { id })) };
    }
    if (id.startsWith(idPrefixes.node)) {
      return { kind: "learning", ...(await handlers["learnings.show"](context, { id })) };
    }
    return { kind: "session", ...(await handlers["session.show"](context, { id, limit: 200 })) };
  },

  async "session.list"({ memory }, { limit, folder, allProjects }) {
    const project = allProjects || !folder ? null : await findProject(memory.db, folder);
    if (folder && !allProjects && !project) return { sessions: [] };
    return { sessions: await listSessions(memory.db, { projectId: project?.id, limit }) };
  },

  async "session.show"({ memory }, { id, limit }) {
    const sessionId = await resolveId(memory.db, "sessions", id);
    return {
      session: await getSession(memory.db, sessionId),
      summary: await summaryOf(memory.db, sessionId),
      observations: await observationsOf(memory.db, sessionId, limit),
    };
  },

  async "session.reflect"({ memory }, { id }) {
    const sessionId = await resolveId(memory.db, "sessions", id);
    const { status, learned } = await withModel(memory, "summaries", (ask) =>
      reflect(memory, sessionId, ask),
    );
    return {
      session: await getSession(memory.db, sessionId),
      status,
      summary: await summaryOf(memory.db, sessionId),
      learned: learned.map((one) => ({ ...one, against: one.against.map((other) => other.id) })),
    };
  },

  async "session.delete"({ memory }, { id }) {
    const sessionId = await resolveId(memory.db, "sessions", id);
    await passOver(memory, sessionId);
    await memory.db.transaction().execute(async (tx) => {
      await forgetSession(tx, sessionId, new Date().toISOString());
      await deleteSession(tx, sessionId);
    });
    return { deleted: sessionId };
  },

  async "observation.show"({ memory }, { id }) {
    return { observation: await getObservation(memory.db, await resolveId(memory.db, "observations", id)) };
  },

  async "observation.edit"({ memory }, { id, title, summary, detail }) {
    const change = Object.fromEntries(
      Object.entries({ title, summary, detail }).filter(([, text]) => text !== undefined),
    );
    if (Object.keys(change).length === 0) {
      throw new EngramError("invalid_input", "nothing to change", {
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

  report: ({ memory }, input) => reportOn(memory, input),

  "eval.compression": ({ memory }, input) =>
    tryCompression(memory, input, (setting) => openSetting(memory, setting)),

  async learnings({ memory }, { folder, allProjects, category, state, minConfidence, limit }) {
    const project = allProjects || !folder ? null : await findProject(memory.db, folder);
    // Of a folder that nothing is remembered of there is still what holds everywhere.
    const projectId = folder && !allProjects ? (project?.id ?? "") : undefined;
    const filter = { projectId, category, states: [state], minConfidence, limit };
    return { learnings: await listLearnings(memory.db, filter) };
  },

  async "learnings.show"({ memory }, { id }) {
    const nodeId = await resolveId(memory.db, "nodes", id);
    return {
      learning: await getLearning(memory.db, nodeId),
      evidence: await evidenceOf(memory.db, nodeId),
      links: await linksOf(memory.db, nodeId),
    };
  },

  async "learnings.add"({ memory }, { content, category, folder, global }) {
    if (!global && !folder) {
      throw new EngramError("invalid_input", "for which project?", { hint: "Give a folder, or --global." });
    }
    return {
      learning: await addByUser(memory, { content, category, folder: global ? null : (folder ?? null) }),
    };
  },

  async "learnings.confirm"({ memory }, { id }) {
    return { learning: await confirmByUser(memory, await resolveId(memory.db, "nodes", id)) };
  },

  async "learnings.reject"({ memory }, { id }) {
    return { learning: await rejectByUser(memory, await resolveId(memory.db, "nodes", id)) };
  },

  async "learnings.edit"({ memory }, { id, content, category }) {
    if (content === undefined && category === undefined) {
      throw new EngramError("invalid_input", "nothing to change", { hint: "Give --content or --category." });
    }
    const nodeId = await resolveId(memory.db, "nodes", id);
    return { learning: await editByUser(memory, nodeId, { content, category }) };
  },

  async "learnings.log"({ memory }, { limit }) {
    return { changes: await listChanges(memory.db, limit) };
  },

  async "learnings.undo"({ memory }, { id }) {
    return undo(memory, id === undefined ? undefined : await resolveId(memory.db, "changes", id));
  },

  async jobs({ memory }, { state }) {
    const rows = await listJobs(memory.db, state);
    return {
      jobs: rows.map(({ id, kind, key, state, attempts, run_at, error }) => ({
        id,
        kind,
        key,
        state,
        attempts,
        runAt: run_at,
        error,
      })),
    };
  },

  async "jobs.retry"({ memory }) {
    return { retried: await retryFailed(memory.db) };
  },

  async spend({ memory }, { by }) {
    const report = await spendReport(memory.db, by, capsOf(memory.config));
    return { ...report, prices: pricesPath(memory.paths.home) };
  },

  async backup({ memory }, { path }) {
    const made = await backupStore(memory.store, path ? fromUser(path) : manualBackupPath(memory.paths));
    memory.events.record({ type: "store.backup", data: { ...made } });
    return made;
  },

  async "import.start"(context, { folder }) {
    await enqueue(context.memory.db, { kind: "import", key: folder, payload: { folder } });
    if (context.imports.run.state !== "running") context.imports.run = { ...noImport, state: "waiting" };
    return context.imports.run;
  },

  async "compress.start"({ memory }) {
    if (memory.config["llm.provider"] !== "offline") await compressNow(memory.db);
    return compressionState(memory);
  },

  "compress.state": ({ memory }) => compressionState(memory),

  async "reindex.start"(context) {
    await enqueue(context.memory.db, { kind: "reindex", key: "documents" });
    if (context.reindexes.run.state !== "running") context.reindexes.run = { ...noReindex, state: "waiting" };
    return handlers["reindex.state"](context, {});
  },

  async "reindex.state"({ memory, reindexes }) {
    return { ...reindexes.run, vectors: await vectorProgress(memory.db, memory.embedder.id) };
  },

  async "import.state"(context) {
    return context.imports.run;
  },

  async "daemon.state"(context) {
    return context.daemonState();
  },

  async "daemon.stop"(context) {
    context.stop();
    return { stopping: true };
  },
};
