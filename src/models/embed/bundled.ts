// The default embedder: the model inside the package. It needs no key, no server and no download.

import type { Runtime } from "./minilm.ts";
import { type OffloadedEmbedder, openOffloaded } from "./offload.ts";
import { minilm } from "./presets.ts";

export interface BundledOptions {
  idleMs?: number | undefined;
  runtime?: Runtime | undefined;
  packageFolder?: string | undefined;
}

export function openBundled(options: BundledOptions = {}): OffloadedEmbedder {
  return openOffloaded({
    id: `${minilm.model}/${minilm.dtype}/${minilm.dimensions}`,
    dimensions: minilm.dimensions,
    spec: {
      engine: "minilm",
      runtime: options.runtime ?? "auto",
      ...(options.packageFolder !== undefined && { packageFolder: options.packageFolder }),
    },
    idleMs: options.idleMs,
  });
}
