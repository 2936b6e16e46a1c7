// A model run by transformers.js, inside the worker. Users install the library themselves: with its parts it has 500 MB.

import { isAbsolute } from "node:path";
import { TellbackError } from "../../protocol/errors.ts";
import { toUnitVector } from "./embedder.ts";
import type { Encode } from "./minilm.ts";
import { importUserPackage, installCommand } from "./user-package.ts";

export type Pooling = "mean" | "cls" | "last_token";

export interface TransformersModel {
  /** A name on the Hugging Face hub, or the absolute path of a folder with the same files. */
  model: string;
  dtype: string;
  pooling: Pooling;
  dimensions: number;
  /** Where downloaded models are kept. */
  cacheFolder?: string | undefined;
  packageFolder?: string | undefined;
}

/** The part of transformers.js that is used here. */
export interface TransformersLibrary {
  env: { cacheDir: string | null };
  pipeline(
    task: "feature-extraction",
    model: string,
    options: { dtype: string; local_files_only: boolean },
  ): Promise<(text: string, options: { pooling: Pooling }) => Promise<{ data: ArrayLike<number> }>>;
}

// Long enough for anything tellback stores; the models' own limits (up to 32k tokens) would take seconds per text.
const maxCharacters = 8_000;

export async function loadTransformers(
  spec: TransformersModel,
  openLibrary: (packageFolder: string | undefined) => Promise<TransformersLibrary> = importLibrary,
): Promise<Encode> {
  const library = await openLibrary(spec.packageFolder);
  if (spec.cacheFolder !== undefined) library.env.cacheDir = spec.cacheFolder;
  const extract = await library
    .pipeline("feature-extraction", spec.model, {
      dtype: spec.dtype,
      local_files_only: isAbsolute(spec.model),
    })
    .catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TellbackError(
        "unavailable",
        `the embedding model ${spec.model} could not be loaded: ${why}`,
        {
          hint: `Check the name, the network, and that it has a ${spec.dtype} ONNX file; or run \`tellback config set embed.provider bundled\`.`,
          cause,
        },
      );
    });
  // One text at a time, as in minilm.ts: no padding, and a vector that does not depend on the batch.
  return async (text) => {
    const { data } = await extract(text.slice(0, maxCharacters).toWellFormed(), { pooling: spec.pooling });
    return toUnitVector(data, spec.dimensions);
  };
}

const libraryName = "@huggingface/transformers";

async function importLibrary(packageFolder: string | undefined): Promise<TransformersLibrary> {
  const library = await importUserPackage(libraryName, packageFolder);
  if (library.status === "loaded") return library.module as TransformersLibrary;
  throw new TellbackError("unavailable", `the package ${libraryName} ${library.why}`, {
    hint: `Run \`${installCommand(libraryName, packageFolder)}\`, or \`tellback config set embed.provider bundled\`.`,
    cause: library.cause,
  });
}
