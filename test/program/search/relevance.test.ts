// Relevance in small stores, as new users have them: answers stand out from other results, by words alone.

import { expect, onTestFinished, test } from "vitest";
import { sampleStores } from "../../../bench/relevance-samples.ts";
import { createEvaluation } from "../../../src/journeys/eval/eval.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import { tempDir } from "../../support/temp.ts";

interface Asked {
  question: string;
  answers: readonly string[];
  found: { id: string; score: number }[];
}

async function askAll(): Promise<Asked[]> {
  const home = await tempDir("egrel");
  const memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } });
  onTestFinished(async () => {
    await memory.close();
    await home[Symbol.asyncDispose]();
  });
  const evaluation = createEvaluation(memory);
  const asked: Asked[] = [];
  for (const [corpus, { documents, questions }] of Object.entries(sampleStores)) {
    await evaluation.index(
      corpus,
      Object.entries(documents).map(([id, text]) => ({ id, text })),
    );
    for (const [question, ...answers] of questions)
      asked.push({ question, answers, found: await evaluation.search(corpus, question, 10) });
  }
  return asked;
}

test("a result with relevance 0.6 or more is nearly always an answer, and most answers have 0.2 or more", async () => {
  const asked = await askAll();
  const sure = asked.flatMap(({ answers, found }) =>
    found.filter(({ score }) => score >= 0.6).map(({ id }) => answers.includes(id)),
  );
  expect(sure.length).toBeGreaterThan(20);
  expect(sure.filter(Boolean).length / sure.length).toBeGreaterThan(0.95);
  const right = asked.flatMap(({ answers, found }) => found.filter(({ id }) => answers.includes(id)));
  expect(right.filter(({ score }) => score >= 0.2).length / right.length).toBeGreaterThan(0.75);
});

test("without an answer no result has a high relevance", async () => {
  for (const { question, answers, found } of await askAll()) {
    if (answers.length === 0) expect(found[0]?.score ?? 0, question).toBeLessThan(0.5);
  }
});
