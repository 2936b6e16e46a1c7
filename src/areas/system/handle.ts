// Operations on tellback itself.

import { fromUser } from "../../config/paths.ts";
import { reportOn } from "../../journeys/report/report.ts";
import { statusOf } from "../../journeys/report/status.ts";
import { vectorProgress } from "../../memory/embed.ts";
import { backupStore, manualBackupPath } from "../../store/backup.ts";
import { enqueue, listJobs, retryFailed } from "../../store/jobs.ts";
import { type HandlerContext, type HandlersOf, noReindex } from "../context.ts";
import type { OutputOf } from "../contracts.ts";
import type { operations } from "./contract.ts";

/** Of two backups to the same path within a second, the later one stays. */
const ownFolder = { force: true };

export const handlers = {
  status: (context, { folder }) => statusOf(context.memory, context.daemonState(), folder),
  report: ({ memory }, input) => reportOn(memory, input),
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
  async backup({ memory }, { path, force }) {
    const made = path
      ? await backupStore(memory.store, fromUser(path), { force })
      : await backupStore(memory.store, manualBackupPath(memory.paths), ownFolder);
    memory.events.record({ type: "store.backup", data: { ...made, path: path ?? made.path } });
    return made;
  },
  async "reindex.start"(context) {
    await enqueue(context.memory.db, { kind: "reindex", key: "documents" });
    if (context.reindexes.run.state !== "running") context.reindexes.run = { ...noReindex, state: "waiting" };
    return reindexState(context);
  },
  "reindex.state": reindexState,
  async "daemon.state"(context) {
    return context.daemonState();
  },
  async "daemon.stop"(context) {
    context.stop();
    return { stopping: true };
  },
} satisfies HandlersOf<typeof operations>;

async function reindexState({ memory, reindexes }: HandlerContext): Promise<OutputOf<"reindex.state">> {
  return { ...reindexes.run, vectors: await vectorProgress(memory.db, memory.embedder.id) };
}
