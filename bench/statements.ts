// How well lasting statements are recognised in what users and agents write. Trained on labelled sentences in nine
// languages (bench/data/statements.*); measured only on the held sets (bench/data/held.*), whose sentences nobody looked
// at while writing cues. Prints precision and recall per language, and the CPU time.
// --train computes the weights again.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  gramValue,
  isStatement,
  kindGramCount,
  kindOf,
  kinds,
  type Weights,
} from "../libs/language/statements/classify.ts";
import { featureNames } from "../libs/language/statements/features.ts";
import { gramCount } from "../libs/language/statements/grams.ts";
import { type ReadSentence, readSentences } from "../libs/language/statements/read.ts";
import { readFlags, shared } from "./flags.ts";
import { naturalSentences } from "./labelled-histories.ts";
import { phraseHits } from "./statement-phrases.ts";
import {
  crossScores,
  fitLinear,
  type Labelled,
  labelledSentences,
  penalty,
  thresholdFor,
} from "./statement-training.ts";
import { trainWorth, wordingExamples, worthRows } from "./worth-training.ts";

const flags = readFlags({
  train: { about: "compute the weights from the training half and write them" },
  errors: { about: "list the errors on the training half" },
  shared,
});
/** Of what agents say; chosen on the labelled histories. */
const agents = { sure: 0.45, maybe: -0.1 };
/** Precision on written sentences in other languages, of which half are statements. */
const wantedElsewhere = { sure: 0.84, maybe: 0.78 };
const data = join(import.meta.dirname, "data");
const known = labelledSentences(data, "statements").filter(({ half }) => half === "training");
const held = labelledSentences(data, "held");
if (flags.train) train();
measure(held);
if (flags.errors) listErrors();
countPhrases();

function train(): void {
  const read = known.flatMap((label) => {
    const sentence = bestOf(label);
    return sentence ? [{ label, sentence }] : [];
  });
  const natural = naturalSentences(flags.shared);
  if (natural.length === 0) throw new Error(`${flags.shared} has no histories: the model needs them`);
  const examples = wordingExamples(read, natural);
  const cues = fitLinear(examples, penalty, gramCount);
  const crossed = crossScores(examples, penalty, gramCount);
  const scored = examples.map((one, i) => ({ ...one, score: crossed[i] ?? 0 }));
  const others = scored.filter(({ isNatural, language }) => !isNatural && language !== "en");
  const elsewhere = {
    sure: thresholdFor(others, wantedElsewhere.sure),
    maybe: thresholdFor(others, wantedElsewhere.maybe),
  };

  const gramScale = scaleOf(cues.grams);
  const weights: Weights = {
    bias: rounded(cues.bias),
    cues: Object.fromEntries(featureNames.map((name, i) => [name, rounded(cues.weights[i] ?? 0)])),
    grams: { scale: gramScale, values: asBytes(cues.grams, gramScale) },
    agents,
    elsewhere: roundedPair(elsewhere),
    worth: trainWorth(worthRows(read, natural)),
    kinds: kindModels(read),
  };
  const file = join(import.meta.dirname, "../libs/language/statements/weights.json");
  writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
  console.log(`trained on ${examples.length} sentences; run again without --train to measure\n`);
  process.exit();
}

/** One model a kind against the others, over the statements alone. */
function kindModels(known: readonly { label: Labelled; sentence: ReadSentence }[]): Weights["kinds"] {
  const statements = known.filter(({ label }) => label.kind !== "none");
  const models = kinds.map((kind) =>
    fitLinear(
      statements.map(({ label, sentence }) => ({
        values: sentence.features,
        grams: sentence.grams.map((gram) => gram % kindGramCount),
        each: gramValue(sentence.grams.length),
        isPositive: label.kind === kind,
        ...{ offset: 0, weight: 1, fold: 0 },
      })),
      { values: 0.003, grams: 0.001 },
      kindGramCount,
    ),
  );
  const scale = Math.max(...models.map(({ grams }) => scaleOf(grams)));
  return {
    scale,
    models: models.map(({ bias, weights, grams }) => ({
      bias: rounded(bias),
      cues: [...weights].map(rounded),
      values: asBytes(grams, scale),
    })),
  };
}

function verdictsOf(labels: readonly Labelled[]) {
  return labels.map((label) => {
    const sentence = bestOf(label);
    return { label, sentence, found: sentence !== undefined && isStatement(sentence) };
  });
}

function measure(labels: readonly Labelled[]): void {
  const started = process.cpuUsage();
  for (const label of labels) bestOf(label);
  const { user, system } = process.cpuUsage(started);
  console.log(`${((user + system) / labels.length).toFixed(0)} ms CPU per 1,000 sentences\n`);
  const verdicts = verdictsOf(labels);
  console.log("held sets     precision      recall         kind right");
  const languages = [...new Set(labels.map(({ language }) => language))].sort();
  for (const language of [...languages, "not en", "all"]) {
    const own = verdicts.filter(
      ({ label }) =>
        language === "all" ||
        label.language === language ||
        (language === "not en" && label.language !== "en"),
    );
    const ofKind = own.filter(({ label, found }) => found && label.kind !== "none" && label.kind !== "some");
    const kindRight = ofKind.filter(
      ({ label, sentence }) => sentence && kindOf(sentence.features, sentence.grams) === label.kind,
    );
    console.log(
      `${language.padEnd(6)} ${String(own.length).padStart(4)}   ${figures(own).padEnd(30)} ${kindRight.length}/${ofKind.length}`,
    );
  }
}

/** Only of the training half: the held sets stay unread. */
function listErrors(): void {
  for (const { label, sentence, found } of verdictsOf(known))
    if (found !== (label.kind !== "none"))
      console.log(
        `${found ? "wrong " : "missed"} ${label.language} ${label.kind.padEnd(8)} ${sentence?.score.toFixed(1) ?? "left out"} ${label.text}  [${[...(sentence?.cues ?? [])].join(" ")}]`,
      );
}

/** A phrase without a hit in the training sentences was written for the others. */
function countPhrases(): void {
  const phrases = phraseHits(data);
  const fitted = phrases.filter(({ training, measured }) => training === 0 && measured > 0);
  console.log(`\ncue phrases: ${phrases.length}; only in sentences that measure the model: ${fitted.length}`);
}

/** A labelled text may be two sentences: the stronger one speaks for it. */
function bestOf({ text, by }: Labelled) {
  return readSentences(text, by).sort((a, b) => b.score - a.score)[0];
}

function figures(verdicts: readonly { label: Labelled; found: boolean }[]): string {
  const found = verdicts.filter((one) => one.found);
  const right = found.filter(({ label }) => label.kind !== "none").length;
  const there = verdicts.filter(({ label }) => label.kind !== "none").length;
  return `${(right / Math.max(1, found.length)).toFixed(2)} (${right}/${found.length})  ${(right / Math.max(1, there)).toFixed(2)} (${right}/${there})`;
}

function scaleOf(weights: Float64Array): number {
  return weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127;
}

function asBytes(weights: Float64Array, scale: number): string {
  return Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale))).toString("base64");
}

function roundedPair({ sure, maybe }: { sure: number; maybe: number }) {
  return { sure: rounded(sure), maybe: rounded(maybe) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
