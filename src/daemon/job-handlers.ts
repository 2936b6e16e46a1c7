// The handler of each kind of job, by lane. A kind of the table without a handler does not compile.

import { listTranscripts } from "../agents/claude-code/transcript-file.ts";
import { type HandlerContext, type MapRunState, noMapRun, noReindex } from "../areas/context.ts";
import { beginImport, noImport, runOf } from "../areas/import/runs.ts";
import { bridgeNow } from "../journeys/bridge/bridge.ts";
import { runCommands } from "../journeys/command/command.ts";
import { takeLateReply } from "../journeys/command/late-reply.ts";
import { compact } from "../journeys/compact/compact.ts";
import { compactByModel } from "../journeys/compact/compact-by-model.ts";
import { compressNow, compressPending, pruneExcerpts } from "../journeys/compress/compress.ts";
import { anchorNode, checkFiles } from "../journeys/graph/anchor.ts";
import { importSource } from "../journeys/import/sources.ts";
import { confirmCalls } from "../journeys/map/confirm-calls.ts";
import { mapProject, noProgress } from "../journeys/map/map.ts";
import { resolveProjectCalls } from "../journeys/map/resolve-calls.ts";
import { mapChanged, mapTouched } from "../journeys/map/touched.ts";
import { consolidate } from "../journeys/reflect/consolidate.ts";
import { describeWhenPossible } from "../journeys/reflect/describe/describe-job.ts";
import { reflect } from "../journeys/reflect/reflect.ts";
import { learnStatements } from "../journeys/reflect/statements.ts";
import { reindex } from "../journeys/reindex/reindex.ts";
import { giveBackOf, takeInQuietly } from "../journeys/share/take-in-soon.ts";
import { syncNow } from "../journeys/sync/sync-soon.ts";
import { improvesObservations, openModel, withModel } from "../memory/ask-model.ts";
import { catchUp, catchUpMissed, catchUpSession } from "../memory/capture/catch-up.ts";
import { embedPending, untilSilence } from "../memory/embed.ts";
import { embedWords } from "../memory/embed-words.ts";
import { scrub } from "../memory/forgetting/scrub.ts";
import { indexNow } from "../memory/tasks/publish.ts";
import { TellbackError } from "../protocol/errors.ts";
import { type JobKind, type JobPayload, jobKinds, jobs, type LaneName } from "../protocol/jobs.ts";

export interface JobStep<Payload = unknown> {
  /** Call it between steps: renews the lease, and throws if the daemon stops or has given up the job. */
  goOn(): Promise<void>;
  /** The same, and stores the progress: the next worker continues from there. */
  note(payload: Payload): Promise<void>;
  /** Aborted if the daemon stops or has given up the job, for long steps. */
  signal: AbortSignal;
}

type JobHandlers = {
  [K in JobKind]: (
    context: HandlerContext,
    payload: JobPayload<K>,
    step: JobStep<JobPayload<K>>,
  ) => Promise<void>;
};

const handlers: JobHandlers = {
  async "catch-up"({ memory }, { path, projectDir, host }, { goOn }) {
    if (host !== undefined) await catchUpMissed(memory, host, path, projectDir);
    else await catchUpSession(memory, path, projectDir, goOn);
  },
  async "catch-up-folder"({ memory }, { path }, { goOn }) {
    for (const transcript of await listTranscripts(path)) {
      await goOn();
      await catchUp(memory, transcript.path, { onBatch: goOn });
    }
  },
  async commands({ memory }, { sessionId }) {
    await runCommands(memory, sessionId);
  },
  async "late-reply"({ memory }, late) {
    await takeLateReply(memory, late);
  },
  async anchor({ memory }, { id }) {
    await anchorNode(memory, id);
  },
  async sync({ memory }, { place }) {
    await syncNow(memory, place);
  },
  async bridge({ memory }, { folder }) {
    await bridgeNow(memory, folder);
  },
  async "give-back"({ memory }, { projectId }) {
    await giveBackOf(memory, projectId);
  },
  async "take-in"({ memory }, { folder }) {
    await takeInQuietly(memory, folder);
  },
  async "index-task"({ memory }, { taskId }) {
    await indexNow(memory, taskId);
  },
  async "check-anchors"({ memory }, check) {
    await checkFiles(memory, check);
  },
  async compact({ memory }, { sessionId }, { goOn }) {
    await compact(memory, sessionId, goOn);
  },
  async scrub({ memory }, _, { goOn }) {
    await scrub(memory, goOn);
  },
  async import({ memory, imports }, payload, { goOn }) {
    const run = runOf(payload);
    beginImport(imports, run, "running");
    const { folder, source, ...asked } = payload;
    try {
      const done = await importSource(source).run(memory, { ...asked, path: folder }, async (progress) => {
        imports.set(run, { ...progress, state: "running", error: null });
        await goOn();
      });
      imports.set(run, { ...done, state: "done", error: null });
    } catch (error) {
      const { code, message, hint } = TellbackError.from(error);
      const shown = [message, hint].filter(Boolean).join(". ");
      imports.set(run, { ...(imports.get(run) ?? noImport), state: "failed", error: shown });
      // What was refused once is refused again.
      if (code !== "invalid_input" && code !== "not_found" && code !== "conflict") throw error;
    }
  },
  async reindex(context, from, { note }) {
    context.reindexes.run = { ...noReindex, state: "running" };
    try {
      const { done, all } = await reindex(context.memory, from, async (progress, step) => {
        context.reindexes.run = { state: "running", documents: progress, error: null };
        await note(step);
      });
      context.reindexes.run = { state: "done", documents: { done, all }, error: null };
    } catch (error) {
      context.reindexes.run = { ...context.reindexes.run, state: "failed", error: String(error) };
      throw error;
    }
  },
  async "map-file"({ memory }, job) {
    await mapTouched(memory, job);
  },
  async "map-changed"({ memory }, job, { goOn }) {
    await mapChanged(memory, job, goOn);
  },
  async "confirm-calls"({ memory }, job) {
    await confirmCalls(memory, job);
  },
  async "resolve-calls"({ memory }, job, { goOn }) {
    await resolveProjectCalls(memory, job, goOn);
  },
  async map(context, { folder }, { goOn }) {
    const run = (change: Partial<MapRunState>) => {
      context.maps.set(folder, { ...(context.maps.get(folder) ?? noMapRun), ...change });
    };
    run({ state: "running", progress: noProgress, error: null });
    try {
      const progress = await mapProject(context.memory, {
        folder,
        onStep: async (now) => {
          run({ progress: now });
          await goOn();
        },
      });
      run({ state: "done", progress });
    } catch (error) {
      run({ state: "failed", error: TellbackError.from(error).message });
      throw error;
    }
  },
  async embed({ memory }, _, { note, goOn }) {
    await untilSilence(memory, goOn);
    // Each step is progress that stays, wherever the job ends.
    await embedPending(memory, () => note(null));
  },
  async "embed-words"({ memory }, { projectId }, { goOn }) {
    await embedWords(memory, projectId, goOn);
  },
  async compress({ memory }, payload, { note, signal }) {
    const model = improvesObservations(memory.config) ? openModel(memory) : null;
    if (!model) return pruneExcerpts(memory);
    try {
      const done = await compressPending(memory, model.ask, {
        batch: payload?.batch,
        onBatch: (batch) => note({ batch: [...batch] }),
        signal,
      });
      if (done.status === "capped") await compressNow(memory.db, new Date(done.until));
      if (done.status === "unavailable") throw new TellbackError("unavailable", done.reason);
    } finally {
      await model.close();
    }
  },
  async statements({ memory }, said) {
    await learnStatements(memory, said);
  },
  async reflect({ memory }, { sessionId }) {
    await reflect(memory, sessionId);
  },
  async describe({ memory }, payload, { note, signal }) {
    await withModel(memory, "observations", (ask) =>
      describeWhenPossible(memory, payload, { ask, note, signal }),
    );
  },
  async "compact-by-model"({ memory }, { sessionId }, { signal }) {
    await withModel(memory, "summaries", (ask) => compactByModel(memory, sessionId, ask, signal));
  },
  async consolidate({ memory }, _, { goOn }) {
    await consolidate(memory, goOn);
  },
};

/** A job as a lane runs it: the payload comes from the store. */
export interface LaneJob {
  deadlineMs: number;
  run(context: HandlerContext, payload: unknown, step: JobStep): Promise<void>;
}

export function jobsOfLane(lane: LaneName): Record<string, LaneJob> {
  const own = jobKinds.filter((kind) => jobs[kind].lane === lane);
  return Object.fromEntries(own.map((kind) => [kind, laneJob(kind)]));
}

function laneJob<K extends JobKind>(kind: K): LaneJob {
  const { deadlineMs, payload } = jobs[kind];
  return {
    deadlineMs,
    run: (context, stored, step) => handlers[kind](context, payload.parse(stored) as JobPayload<K>, step),
  };
}
