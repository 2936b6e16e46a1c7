// The embedding worker: loads one model, then embeds text after text, queries first. Started by runner.ts as a
// process, from source or as the bundle entry dist/embed-worker.mjs.

import { setImmediate as letMessagesIn } from "node:timers/promises";
import { type ErrorBody, TellbackError } from "../../protocol/errors.ts";
import { type Encode, loadMinilm, type Runtime } from "./minilm.ts";
import { loadTransformers, type TransformersModel } from "./transformers-model.ts";

/** The model to load, as plain data. */
export type ModelSpec =
  | { engine: "minilm"; runtime: Runtime; packageFolder?: string }
  | ({ engine: "transformers" } & TransformersModel);

export interface Ask {
  call: number;
  texts: readonly string[];
  urgent: boolean;
}

export type Answer =
  | { kind: "loaded" }
  | { kind: "done"; call: number; vectors: Float32Array[] }
  | { kind: "failed"; call: number; error: ErrorBody }
  | { kind: "unusable"; error: ErrorBody };

interface Work extends Ask {
  vectors: Float32Array[];
}

const urgent: Work[] = [];
const patient: Work[] = [];
let working = false;

process.on("message", (ask: Ask) => {
  (ask.urgent ? urgent : patient).push({ ...ask, vectors: [] });
  if (!working) void work();
});
// It must not outlive the program, however that ended. (A plain exit during a run would dump core.)
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const loading = load(JSON.parse(process.argv[2] ?? ""));
loading.then(
  () => answer({ kind: "loaded" }),
  // work() reports the failure; unhandled until then, it would end the worker with a stack trace.
  () => {},
);

async function work(): Promise<void> {
  working = true;
  let encode: Encode;
  try {
    encode = await loading;
  } catch (thrown) {
    answer({ kind: "unusable", error: TellbackError.from(thrown).toBody() });
    return;
  }
  for (let queue = next(); queue; queue = next()) {
    const [first] = queue;
    if (first) await step(encode, first, queue);
    await letMessagesIn(); // inference blocks this thread: a query that came meanwhile goes next
  }
  working = false;
}

function next(): Work[] | undefined {
  return [urgent, patient].find((queue) => queue.length > 0);
}

async function step(encode: Encode, work: Work, queue: Work[]): Promise<void> {
  const text = work.texts[work.vectors.length];
  try {
    if (text !== undefined) work.vectors.push(await encode(text));
    if (work.vectors.length < work.texts.length) return;
    queue.shift();
    answer({ kind: "done", call: work.call, vectors: work.vectors });
  } catch (thrown) {
    queue.shift();
    answer({ kind: "failed", call: work.call, error: TellbackError.from(thrown).toBody() });
  }
}

function answer(message: Answer): void {
  process.send?.(message);
}

async function load(spec: ModelSpec): Promise<Encode> {
  return spec.engine === "minilm" ? loadMinilm(spec.runtime, spec.packageFolder) : loadTransformers(spec);
}
