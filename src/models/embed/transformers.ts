// Any local or downloadable ONNX model, through transformers.js if the user has installed it.

import type { Prefixes } from "./embedder.ts";
import { type OffloadedEmbedder, openOffloaded } from "./offload.ts";
import type { TransformersModel } from "./transformers-model.ts";

export interface TransformersOptions extends TransformersModel {
  prefixes?: Prefixes | undefined;
  idleMs?: number | undefined;
}

export function openTransformers(options: TransformersOptions): OffloadedEmbedder {
  const { prefixes, idleMs, ...model } = options;
  return openOffloaded({
    id: `${model.model}/${model.dtype}/${model.dimensions}`,
    dimensions: model.dimensions,
    spec: { engine: "transformers", ...model },
    prefixes,
    idleMs,
  });
}
