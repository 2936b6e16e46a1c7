// tellback eval compression on recorded transcripts: offline against a variant, and against a model on loopback.

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../../src/areas/contracts.ts";
import { tryCompression } from "../../../src/journeys/eval/try-compression.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import { importTranscripts } from "../../../src/journeys/import/import.ts";
import { openSetting } from "../../../src/memory/ask-model.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { type Reply, startLlm } from "../../support/llm-stand-in.ts";
import { tempDir } from "../../support/temp.ts";

const recorded = join(import.meta.dirname, "../../fixtures/claude-code/transcripts");
const ask = (input: object = {}) => operations["eval.compression"].input.parse(input);

async function memoryWith(env: Record<string, string> = {}): Promise<Memory> {
  const home = await tempDir("egtry");
  onTestFinished(() => home[Symbol.asyncDispose]());
  const memory = await openMemory({
    env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off", ...env },
  });
  onTestFinished(() => memory.close());
  await importTranscripts(memory, recorded);
  return memory;
}

const trial = (memory: Memory, input: object) =>
  tryCompression(memory, ask(input), (setting) => openSetting(memory, setting));

test("a shorter variant keeps less, and the same seed gives the same scores", async () => {
  const memory = await memoryWith();
  const { arms, samples } = await trial(memory, { paired: true });
  const [whole, brief] = arms;
  expect(samples).toBeGreaterThan(5);
  expect(whole?.fidelity).toBeGreaterThan(brief?.fidelity as number);
  expect(whole?.tokens).toBeGreaterThan(brief?.tokens as number);
  expect(whole?.foundInFive).toBeGreaterThanOrEqual(0.8);
  const again = await trial(memory, { paired: true });
  const withoutTime = ({ arms: all }: typeof again) => all.map(({ msEach: _, ...rest }) => rest);
  expect(withoutTime(again)).toEqual(withoutTime({ ...again, arms }));
});

test("each sample goes to one of the two variants", async () => {
  const memory = await memoryWith();
  const { arms, samples } = await trial(memory, { samples: 9 });
  expect(arms.map((arm) => arm.samples)).toEqual([Math.ceil(samples / 2), Math.floor(samples / 2)]);
});

test("model calls are booked under their own purpose, and missing answers use the rules' text", async () => {
  const item = { title: "T", summary: "S", detail: "D", files: [], symbols: [] };
  const reply: Reply = {
    text: JSON.stringify({ items: [{ item: 1, ...item }] }),
    usage: { input: 500, output: 50 },
  };
  const model = await startLlm("openai", [reply]);
  const memory = await memoryWith({
    TELLBACK_LLM_PROVIDER: "openai-compatible",
    TELLBACK_LLM_MODEL: "llama",
    TELLBACK_LLM_URL: `${model.url}/v1`,
  });
  const { arms } = await trial(memory, { b: "model", samples: 8, paired: true });
  const [offline, byModel] = arms;
  expect(model.seen).toHaveLength(2);
  expect(byModel).toMatchObject({ samples: 8, fellBack: 6, trouble: null });
  expect(byModel?.tokens).toBeLessThan(offline?.tokens as number);
  const rows = await memory.db.selectFrom("spend").select(["purpose", "state"]).execute();
  expect(rows).toEqual(Array(2).fill({ purpose: "eval", state: "booked" }));
});

test("without transcripts or a model, the error says what to do", async () => {
  const memory = await memoryWith();
  await expect(trial(memory, { b: "model" })).rejects.toMatchObject({ code: "invalid_input" });
  await memory.db.deleteFrom("transcripts").execute();
  await expect(trial(memory, {})).rejects.toMatchObject({
    code: "not_found",
    hint: expect.stringContaining("import"),
  });
});
