// Opens the embedder from the settings. Nothing is loaded or contacted before its first use.

import { TellbackError } from "../../protocol/errors.ts";
import { openBundled } from "./bundled.ts";
import type { Embedder } from "./embedder.ts";
import { openEndpoint } from "./endpoint.ts";
import { minilm, type Preset, presets } from "./presets.ts";
import { openTransformers } from "./transformers.ts";

export interface EmbedSettings {
  provider: "bundled" | "transformers" | "openai" | "ollama" | "off";
  /** A preset's name, or any name the provider knows. */
  model?: string | undefined;
  dimensions?: number | undefined;
  url?: string | undefined;
  apiKey?: string | undefined;
  idleMinutes?: number | undefined;
  /** transformers only: which of the model's ONNX files (fp32, fp16, q8, q4) */
  dtype?: string | undefined;
  /** transformers only: where downloads are kept */
  cacheFolder?: string | undefined;
  /** Where npm packages for a model may be, besides those installed beside tellback */
  packageFolder?: string | undefined;
}

const defaultModels = {
  transformers: "qwen3-embedding-0.6b",
  openai: "text-embedding-3-small",
  ollama: "nomic-embed-text",
} as const;

const defaultUrls = { openai: "https://api.openai.com/v1", ollama: "http://127.0.0.1:11434" } as const;

export function openEmbedder(settings: EmbedSettings): Embedder {
  const idleMs = settings.idleMinutes === undefined ? undefined : settings.idleMinutes * 60_000;
  switch (settings.provider) {
    case "off":
      return off;
    case "bundled":
      refuseChange(settings);
      return openBundled({ idleMs, packageFolder: settings.packageFolder });
    case "transformers": {
      const preset = known(settings.provider, settings.model ?? defaultModels.transformers);
      return openTransformers({
        model: preset.model,
        dimensions: dimensionsOf(preset, settings.dimensions),
        dtype: settings.dtype ?? preset.dtype ?? "q8",
        pooling: preset.pooling ?? "mean",
        prefixes: preset.prefixes,
        cacheFolder: settings.cacheFolder,
        packageFolder: settings.packageFolder,
        idleMs,
      });
    }
    case "openai":
    case "ollama": {
      const { provider } = settings;
      const preset = known(provider, settings.model ?? defaultModels[provider]);
      const dimensions = dimensionsOf(preset, settings.dimensions);
      return openEndpoint({
        wire: provider,
        url: settings.url || defaultUrls[provider],
        model: preset.model,
        dimensions,
        shorten: preset.full !== undefined && dimensions < preset.full,
        apiKey: settings.apiKey,
        prefixes: preset.prefixes,
      });
    }
  }
}

/** Used if the user wants no vectors: full text only. */
const off: Embedder = {
  id: "off",
  dimensions: 0,
  async embed() {
    throw new TellbackError("not_supported", "embeddings are turned off", {
      hint: "Run `tellback config set embed.provider bundled`.",
    });
  },
  async close() {},
};

type OpenModel = Omit<Preset, "dimensions"> & { dimensions: number | undefined };

/** A preset of this provider, or a model that tellback does not know. */
function known(provider: Preset["provider"], model: string): OpenModel {
  const preset = Object.hasOwn(presets, model) ? presets[model] : undefined;
  if (preset?.provider === provider) return preset;
  const same = Object.values(presets).find((each) => each.provider === provider && each.model === model);
  return same ?? { provider, model, dimensions: undefined };
}

function dimensionsOf(model: OpenModel, wanted: number | undefined): number {
  const dimensions = wanted ?? model.dimensions;
  if (dimensions === undefined) {
    throw new TellbackError("invalid_input", `the dimensions of the model ${model.model} are unknown`, {
      hint: "Run `tellback config set embed.dimensions NUMBER`.",
    });
  }
  const most = model.full ?? model.dimensions ?? dimensions;
  const fits = model.full === undefined ? dimensions === most : dimensions <= most;
  if (fits) return dimensions;
  throw new TellbackError(
    "invalid_input",
    model.full === undefined
      ? `${model.model} has ${most} dimensions and cannot be cut to ${dimensions}`
      : `${model.model} has only ${most} dimensions, not ${dimensions}`,
    { hint: `Run \`tellback config set embed.dimensions ${most}\`.` },
  );
}

function refuseChange(settings: EmbedSettings): void {
  const sameModel =
    settings.model === undefined || settings.model === "minilm" || settings.model === minilm.model;
  if (!sameModel) {
    const provider = presets[settings.model ?? ""]?.provider ?? "transformers";
    throw new TellbackError("invalid_input", `${settings.model} is not the bundled model`, {
      hint: `Run \`tellback config set embed.provider ${provider}\`.`,
    });
  }
  dimensionsOf(minilm, settings.dimensions);
}
