// What is worth keeping of what users type in real work: how much of what the statement model keeps a reader would keep
// (precision), and how much of what a reader would keep it keeps (recall). Each history is scored by a model that was
// trained without it. Prints the figures per history and, with --list, every sentence that was kept or waits.

import { gramCount } from "../libs/language/statements/grams.ts";
import { readSentences } from "../libs/language/statements/read.ts";
import trained from "../libs/language/statements/weights.json" with { type: "json" };
import { readFlags, shared } from "./flags.ts";
import { naturalSentences } from "./labelled-histories.ts";
import {
  crossScores,
  labelledSentences,
  naturalExamples,
  penalty,
  writtenExamples,
} from "./statement-training.ts";

const flags = readFlags({
  list: { about: "list what was kept and what waits, with the reader's label" },
  shared,
});

const natural = naturalSentences(flags.shared);
if (natural.length === 0) throw new Error(`no histories in ${flags.shared}: name the folder with --shared`);
const histories = [...new Set(natural.map(({ history }) => history))].sort();
const written = labelledSentences(`${import.meta.dirname}/data`, "statements")
  .filter(({ half }) => half === "training")
  .flatMap((label) => {
    const [sentence] = readSentences(label.text, label.by).sort((a, b) => b.score - a.score);
    return sentence ? [{ label, sentence }] : [];
  });
// Written sentences are in no fold of a history: they train every model.
const examples = [
  ...writtenExamples(written).map((one) => ({ ...one, fold: -1 })),
  ...naturalExamples(natural, (history) => histories.indexOf(history)),
];
const scores = crossScores(examples, penalty, gramCount);
const possible = natural.filter(({ sentence }) => Number.isFinite(sentence.score));
const rows = possible.map((one, i) => ({
  ...one,
  score: scores[examples.length - possible.length + i] ?? 0,
}));
const users = rows.filter(({ by }) => by === "user");
const all = natural.filter(({ by }) => by === "user");

console.log("what users typed            read  worth  |  kept  right  |  waiting  right");
for (const history of [...histories, ""]) {
  const own = users.filter((one) => history === "" || one.history === history);
  const read = all.filter((one) => history === "" || one.history === history);
  const { sure, maybe } = trained.alone;
  const kept = own.filter(({ score }) => score >= sure);
  const waiting = own.filter(({ score }) => score >= maybe && score < sure);
  const right = (some: typeof own) => some.filter(({ isWorthKeeping }) => isWorthKeeping).length;
  const worth = read.filter(({ isWorthKeeping }) => isWorthKeeping).length;
  console.log(
    `${(history || "all").padEnd(26)} ${[read.length, worth, kept.length, right(kept), waiting.length, right(waiting)].map((n) => String(n).padStart(6)).join(" ")}`,
  );
}
for (const threshold of [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.5]) {
  const kept = users.filter(({ score }) => score >= threshold);
  const right = kept.filter(({ isWorthKeeping }) => isWorthKeeping).length;
  console.log(
    `from ${threshold.toFixed(1).padStart(4)}: ${kept.length} kept, ${((100 * right) / kept.length).toFixed(0)} % right`,
  );
}
if (flags.list)
  for (const { score, label, isWorthKeeping, sentence } of users.toSorted((a, b) => b.score - a.score))
    if (score >= trained.alone.maybe)
      console.log(
        `${isWorthKeeping ? "right" : "     "} ${score.toFixed(2)} ${label.padEnd(10)} ${sentence.text}`,
      );
