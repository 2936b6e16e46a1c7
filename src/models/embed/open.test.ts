import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempDir } from "../../../test/support/temp.ts";
import { type EmbedSettings, openEmbedder } from "./open.ts";
import { presets } from "./presets.ts";
import { loadTransformers } from "./transformers-model.ts";

test.each<[EmbedSettings, string, number]>([
  [{ provider: "bundled" }, "all-minilm-l6-v2/int8/384", 384],
  [{ provider: "bundled", model: "minilm", dimensions: 384 }, "all-minilm-l6-v2/int8/384", 384],
  [{ provider: "transformers", model: "gte-small" }, "Xenova/gte-small/q8/384", 384],
  [{ provider: "transformers" }, "onnx-community/Qwen3-Embedding-0.6B-ONNX/q8/256", 256],
  [
    { provider: "transformers", model: "qwen3-embedding-0.6b", dimensions: 512, dtype: "q4" },
    "onnx-community/Qwen3-Embedding-0.6B-ONNX/q4/512",
    512,
  ],
  [{ provider: "transformers", model: "someone/model", dimensions: 128 }, "someone/model/q8/128", 128],
  [{ provider: "openai" }, "openai:text-embedding-3-small/512", 512],
  [{ provider: "ollama", model: "own", dimensions: 99 }, "ollama:own/99", 99],
  [{ provider: "off" }, "off", 0],
])("%j opens %s", (settings, id, dimensions) => {
  const embedder = openEmbedder(settings);
  expect(embedder).toMatchObject({ id, dimensions });
});

test.each<[EmbedSettings, string]>([
  [{ provider: "bundled", dimensions: 256 }, "cannot be cut to 256"],
  [{ provider: "bundled", model: "gte-small" }, "is not the bundled model"],
  [{ provider: "transformers", model: "someone/model" }, "are unknown"],
  [{ provider: "openai", model: "text-embedding-3-small", dimensions: 4096 }, "has only 1536 dimensions"],
  [{ provider: "ollama", url: "ftp://x" }, "must be an http or https URL"],
])("%j is refused: %s", (settings, why) => {
  expect(() => openEmbedder(settings)).toThrow(why);
});

test("turned off, the error says how to turn it on", async () => {
  await expect(openEmbedder({ provider: "off" }).embed(["a"], "query")).rejects.toMatchObject({
    code: "not_supported",
    hint: "Run `tellback config set embed.provider bundled`.",
  });
});

test("every preset opens with its own provider", () => {
  for (const [model, { provider }] of Object.entries(presets)) {
    expect(openEmbedder({ provider, model }).dimensions).toBe(presets[model]?.dimensions);
  }
});

describe("transformers.js", () => {
  test("that is not installed is an error that says what to install, and is found where that installs it", async () => {
    await using place = await tempDir("egm");
    const packageFolder = join(place.path, "packages");
    const ask = async () => {
      const embedder = openEmbedder({
        provider: "transformers",
        model: "someone/model",
        dimensions: 2,
        packageFolder,
      });
      return embedder.embed(["a"], "query").finally(() => embedder.close());
    };
    await expect(ask()).rejects.toMatchObject({
      code: "unavailable",
      message: "the package @huggingface/transformers is not installed",
      hint: expect.stringContaining(`npm install --prefix ${packageFolder} @huggingface/transformers`),
    });

    const installed = join(packageFolder, "node_modules/@huggingface/transformers");
    mkdirSync(installed, { recursive: true });
    writeFileSync(
      join(installed, "index.js"),
      "exports.env = {}; exports.pipeline = async () => async () => ({ data: [3, 4] });",
    );
    const [vector] = await ask();
    expect([...(vector ?? [])].map((value) => value.toFixed(1))).toEqual(["0.6", "0.8"]);

    writeFileSync(join(installed, "index.js"), "require('sharp-is-not-here');");
    await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining("cannot be loaded: ") });
  });

  test("is given the model's pooling, and its vectors are cut and normalised", async () => {
    const asked: unknown[] = [];
    const encode = await loadTransformers(
      { model: "some/model", dtype: "q8", pooling: "last_token", dimensions: 2, cacheFolder: "/cache" },
      async () => ({
        env: { cacheDir: null },
        async pipeline(...pipeline) {
          asked.push(pipeline);
          return async (text, options) => {
            asked.push([text, options]);
            return { data: [3, 4, 12] };
          };
        },
      }),
    );
    expect([...(await encode("text"))].map((value) => value.toFixed(1))).toEqual(["0.6", "0.8"]);
    expect(asked).toEqual([
      ["feature-extraction", "some/model", { dtype: "q8", local_files_only: false }],
      ["text", { pooling: "last_token" }],
    ]);
  });
});
