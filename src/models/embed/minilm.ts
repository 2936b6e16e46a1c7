// Inference of the bundled model: all-MiniLM-L6-v2, int8. Runs only in the worker, because inference blocks.

import { setFlagsFromString } from "node:v8";
import type * as OnnxRuntime from "onnxruntime-web";
import { toUnitVector } from "./embedder.ts";
import { modelFileUrl, readModelFile } from "./model-paths.ts";
import { minilm } from "./presets.ts";
import { openTokenizer } from "./tokenizer.ts";
import { importUserPackage } from "./user-package.ts";

type Ort = Pick<typeof OnnxRuntime, "InferenceSession" | "Tensor" | "env">;

/** `auto` uses onnxruntime-node if the user has installed it: 3–4 times faster, half the memory. */
export type Runtime = "auto" | "wasm";

export type Encode = (text: string) => Promise<Float32Array>;

export async function loadMinilm(runtime: Runtime, packageFolder?: string): Promise<Encode> {
  const [model, tokenizer] = await Promise.all([readModelFile("model"), readModelFile("tokenizer")]);
  const tokenize = openTokenizer(tokenizer.toString("utf8"));
  const { ort, session } =
    (runtime === "auto" && (await openNative(model, packageFolder))) || (await openWasm(model));

  // One text at a time, without padding: batches are not faster on a CPU (37 ms per document of 62 tokens, alone or in
  // batches of eight), and int8 activations are scaled over the whole batch, so a batch would change a text's vector
  // (cosine 0.99). Alone, the same text always gives the same bytes.
  return async (text) => {
    const ids = tokenize(text);
    const shape = [1, ids.length];
    const outputs = await session.run({
      input_ids: new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new ort.Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new ort.Tensor("int64", new BigInt64Array(ids.length), shape),
    });
    const hidden = outputs.last_hidden_state?.data;
    if (!(hidden instanceof Float32Array)) throw new Error("the model returned no last_hidden_state");
    const vector = toUnitVector(sumOfTokens(hidden, minilm.dimensions), minilm.dimensions);
    for (const output of Object.values(outputs)) output.dispose();
    return vector;
  };
}

/** The mean has the same direction as the sum, and only the direction is kept. */
function sumOfTokens(hidden: Float32Array, dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (let i = 0; i < hidden.length; i++) {
    const d = i % dimensions;
    sum[d] = (sum[d] ?? 0) + (hidden[i] ?? 0);
  }
  return sum;
}

interface Engine {
  ort: Ort;
  session: OnnxRuntime.InferenceSession;
}

/**
 * V8 optimises WASM code that runs often. For this runtime that costs more than it gains: 5.7 s of CPU for loading and 60
 * texts, 4.1 s without, at the same speed a text afterwards.
 */
const rarelyOptimise = "--wasm-tiering-budget=1000000000";

async function openWasm(model: Uint8Array): Promise<Engine> {
  setFlagsFromString(rarelyOptimise);
  const ort = (await import(modelFileUrl("runtime").href)) as Ort;
  // One thread leaves the other cores to the user's work. The binary is passed in, so that nothing is ever fetched.
  ort.env.wasm.numThreads = 1;
  const wasm = await readModelFile("wasm");
  ort.env.wasm.wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  const session = await ort.InferenceSession.create(model, {
    executionProviders: ["wasm"],
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
  return { ort, session };
}

/** Undefined if it is not installed or does not run here: the WASM runtime gives the same answers, slower. */
async function openNative(model: Uint8Array, packageFolder: string | undefined): Promise<Engine | undefined> {
  const found = await importUserPackage("onnxruntime-node", packageFolder);
  if (found.status === "missing") return undefined;
  try {
    const module = found.module as Ort & { default?: Ort };
    const ort = module.default ?? module;
    const session = await ort.InferenceSession.create(model, {
      executionProviders: ["cpu"],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    return { ort, session };
  } catch {
    return undefined;
  }
}
