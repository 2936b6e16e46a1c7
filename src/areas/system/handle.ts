// Operations on tellback itself.

import { statSync } from "node:fs";
import { fromUser } from "../../config/paths.ts";
import { importOptionNames, importSource } from "../../journeys/import/sources.ts";
import { reportOn } from "../../journeys/report/report.ts";
import { statusOf } from "../../journeys/report/status.ts";
import { parseSince } from "../../journeys/search/since.ts";
import { vectorProgress } from "../../memory/embed.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { revealedPath } from "../../secrets/covered.ts";
import { backupStore, manualBackupPath } from "../../store/backup.ts";
import { enqueue, hasJob, listJobs, retryFailed } from "../../store/jobs.ts";
import { type HandlerContext, type HandlersOf, noReindex } from "../context.ts";
import type { OutputOf } from "../contracts.ts";
import { beginImport, importKey, importState, runOf } from "../import/handle.ts";
import type { systemOperations } from "./contract.ts";

/** Of two backups to the same path within a second, the later one stays. */
const ownFolder = { force: true };

export const houseHandlers = {
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
      ? await backupStore(memory.store, fromUser(revealedPath(path)), { force })
      : await backupStore(memory.store, manualBackupPath(memory.paths), ownFolder);
    memory.events.record({ type: "store.backup", data: { ...made, path: path ?? made.path } });
    return made;
  },
  async "import.start"({ memory, imports }, input) {
    const payload = { ...input, since: input.since === undefined ? undefined : parseSince(input.since) };
    checkImport(payload);
    const [key, run] = [importKey(payload), runOf(payload)];
    const isUnderWay =
      ["waiting", "running"].includes(imports.get(run)?.state ?? "") &&
      (await hasJob(memory.db, "import", key));
    if (!isUnderWay) {
      beginImport(imports, run, "waiting");
      await enqueue(memory.db, { kind: "import", key, payload });
    }
    return importState(imports, run);
  },
  async "import.state"({ imports }, { run }) {
    return importState(imports, run);
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
} satisfies HandlersOf<typeof systemOperations>;

/** What the source reads must be there, and of the right kind. */
function checkImport({ source, folder, ...asked }: JobPayload<"import">): void {
  const { reads, takes } = importSource(source);
  const untaken = importOptionNames.find((name) => asked[name] && !takes.includes(name));
  if (untaken)
    throw new TellbackError("invalid_input", `an import from ${source} does not take "${untaken}"`, {
      hint: `\`tellback import ${source} --help\` lists its options.`,
    });
  const found = statSync(revealedPath(folder), { throwIfNoEntry: false });
  if (found && (reads !== "folder" || found.isDirectory()) && (reads !== "file" || found.isFile())) return;
  const kind = reads === "either" ? "folder or file" : reads;
  const problem = found ? `${folder} is not a ${kind}` : `${kind} not found: ${folder}`;
  throw new TellbackError(found ? "invalid_input" : "not_found", problem, {
    hint: `Name the ${kind} to import: tellback import ${source} PATH. \`tellback import --help\` lists all sources.`,
  });
}

async function reindexState({ memory, reindexes }: HandlerContext): Promise<OutputOf<"reindex.state">> {
  return { ...reindexes.run, vectors: await vectorProgress(memory.db, memory.embedder.id) };
}
