// What each kind of job does. Slow kinds have a lane of their own, so that they hold up nothing else.

import { z } from "zod";
import { listTranscripts } from "../agents/transcript-file.ts";
import { type HandlerContext, noImport, noReindex } from "../doors/http/handlers/context.ts";
import { anchorJob, anchorNode, checkFiles, checkJob } from "../journeys/anchor.ts";
import { openModel, withModel } from "../journeys/ask-model.ts";
import { compactJob } from "../journeys/capture.ts";
import { catchUp, catchUpSession } from "../journeys/catch-up.ts";
import { commandJob, lateReplyJob, runCommands, takeLateReply } from "../journeys/command.ts";
import { compact, compactByModelJob } from "../journeys/compact.ts";
import { compactByModel } from "../journeys/compact-by-model.ts";
import { compressJob, compressNow, compressPending, pruneExcerpts } from "../journeys/compress.ts";
import { consolidate } from "../journeys/consolidate.ts";
import { embedPending, untilSilence } from "../journeys/embed.ts";
import { importTranscripts } from "../journeys/import.ts";
import { reflect } from "../journeys/reflect.ts";
import { reindex } from "../journeys/reindex.ts";
import { scrub } from "../journeys/scrub.ts";
import { EngramError } from "../protocol/errors.ts";

export interface JobStep {
  /** To be called between steps: keeps the job this worker's, and throws when the daemon is to stop. */
  goOn(): Promise<void>;
  /** The same, and notes how far it has come, for the next worker to go on from there. */
  note(payload: unknown): Promise<void>;
  /** Aborted when the daemon is to stop, for steps that take long. */
  signal: AbortSignal;
}

export type JobHandler = (context: HandlerContext, payload: unknown, step: JobStep) => Promise<void>;

const catchUpPayload = z.object({ path: z.string(), projectDir: z.string().optional() });
const folderPayload = z.object({ path: z.string() });
const importPayload = z.object({ folder: z.string() });
const lateReplyPayload = z.object({
  said: z.object({
    sessionId: z.string(),
    host: z.string(),
    agent: z.object({ id: z.string(), type: z.string() }).optional(),
    promptId: z.string().optional(),
    at: z.string(),
  }),
  text: z.string(),
});
const anchorPayload = z.object({ id: z.string() });
const checkPayload = z.object({
  projectId: z.string(),
  dir: z.string(),
  file: z.string().nullable(),
  observationId: z.string().nullable(),
  at: z.string(),
});
const sessionPayload = z.object({ sessionId: z.string() });
const reindexPayload = z.object({ after: z.number().int().default(0) }).nullable();

const quickHandlers: Record<string, JobHandler> = {
  async "catch-up"({ memory }, payload) {
    const { path, projectDir } = catchUpPayload.parse(payload);
    await catchUpSession(memory, path, projectDir);
  },

  async "catch-up-folder"({ memory }, payload, { goOn }) {
    const { path } = folderPayload.parse(payload);
    for (const transcript of await listTranscripts(path)) {
      await goOn();
      await catchUp(memory, transcript.path, { onBatch: goOn });
    }
  },

  async [commandJob]({ memory }, payload) {
    await runCommands(memory, sessionPayload.parse(payload).sessionId);
  },

  async [lateReplyJob]({ memory }, payload) {
    const late = lateReplyPayload.parse(payload);
    await takeLateReply(memory, late);
  },

  async [anchorJob]({ memory }, payload) {
    await anchorNode(memory, anchorPayload.parse(payload).id);
  },

  async [checkJob]({ memory }, payload) {
    await checkFiles(memory, checkPayload.parse(payload));
  },

  async [compactJob]({ memory }, payload, { goOn }) {
    const { sessionId } = sessionPayload.parse(payload);
    await compact(memory, sessionId, goOn);
  },

  async scrub({ memory }, _, { goOn }) {
    await scrub(memory, goOn);
  },
};

const slowHandlers: Record<string, JobHandler> = {
  async import(context, payload, { goOn }) {
    const { folder } = importPayload.parse(payload);
    context.imports.run = { ...noImport, state: "running" };
    try {
      const done = await importTranscripts(context.memory, folder, async (progress) => {
        context.imports.run = { ...progress, state: "running", error: null };
        await goOn();
      });
      context.imports.run = { ...done, state: "done", error: null };
    } catch (error) {
      context.imports.run = { ...context.imports.run, state: "failed", error: String(error) };
      throw error;
    }
  },

  async reindex(context, payload, { note }) {
    const { after = 0 } = reindexPayload.parse(payload) ?? {};
    context.reindexes.run = { ...noReindex, state: "running" };
    try {
      const { done, all } = await reindex(context.memory, after, async (progress) => {
        context.reindexes.run = { state: "running", documents: progress, error: null };
        await note({ after: progress.after });
      });
      context.reindexes.run = { state: "done", documents: { done, all }, error: null };
    } catch (error) {
      context.reindexes.run = { ...context.reindexes.run, state: "failed", error: String(error) };
      throw error;
    }
  },
};

const modelHandlers: Record<string, JobHandler> = {
  async embed({ memory }, payload, { note, goOn }) {
    await untilSilence(memory, goOn);
    // Each step is progress that stays, wherever the job ends.
    await embedPending(memory, () => note(payload));
  },
};

const compressPayload = z.object({ batch: z.array(z.string()) }).nullable();

/** Calls of language models take seconds and wait for other people's servers. */
const languageHandlers: Record<string, JobHandler> = {
  async [compressJob]({ memory }, payload, { note, signal }) {
    const model = openModel(memory);
    if (!model) return pruneExcerpts(memory);
    try {
      const done = await compressPending(memory, model.ask, {
        batch: compressPayload.parse(payload)?.batch,
        onBatch: (batch) => note({ batch }),
        signal,
      });
      if (done.status === "capped") await compressNow(memory.db, new Date(done.until));
      if (done.status === "unavailable") throw new EngramError("unavailable", done.reason);
    } finally {
      await model.close();
    }
  },
};

const thinkingHandlers: Record<string, JobHandler> = {
  async reflect({ memory }, payload) {
    const { sessionId } = sessionPayload.parse(payload);
    await withModel(memory, "summaries", (ask) => reflect(memory, sessionId, ask));
  },

  async [compactByModelJob]({ memory }, payload, { signal }) {
    const { sessionId } = sessionPayload.parse(payload);
    await withModel(memory, "summaries", (ask) => compactByModel(memory, sessionId, ask, signal));
  },

  async consolidate({ memory }, _, { goOn }) {
    await consolidate(memory, goOn);
  },
};

/** Each lane does one job at a time; the first takes what no other lane knows. */
export const lanes: readonly Record<string, JobHandler>[] = [
  quickHandlers,
  slowHandlers,
  modelHandlers,
  languageHandlers,
  thinkingHandlers,
];
