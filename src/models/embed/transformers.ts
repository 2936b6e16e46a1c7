// Any local or downloadable ONNX model, through transformers.js when the user has installed it.

import type { Prefixes } from "./embedder.ts";
import { openThreaded, type ThreadedEmbedder } from "./thread.ts";
import type { TransformersModel } from "./transformers-model.ts";

export interface TransformersOptions extends TransformersModel {
  prefixes?: Prefixes | undefined;
  idleMs?: number | undefined;
}

export function openTransformers(options: TransformersOptions): ThreadedEmbedder {
  const { prefixes, idleMs, ...model } = options;
  return openThreaded({
    id: `${model.model}/${model.dtype}/${model.dimensions}`,
    dimensions: model.dimensions,
    spec: { engine: "transformers", ...model },
    prefixes,
    idleMs,
  });
}
