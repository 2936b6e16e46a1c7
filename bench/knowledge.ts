// What is worth keeping of what users type in real work: how much of what the statement model keeps a reader would keep
// (precision), and how many of the rules that a user stated it keeps (recall). Each history is scored by a model that was
// trained without it. Prints the figures per history and the curve; with --list every sentence that was kept or waits.

import { gramCount } from "../libs/language/statements/grams.ts";
import { readSentences } from "../libs/language/statements/read.ts";
import trained from "../libs/language/statements/weights.json" with { type: "json" };
import { readFlags, shared } from "./flags.ts";
import { type NaturalSentence, naturalSentences } from "./labelled-histories.ts";
import {
  crossScores,
  labelledSentences,
  naturalExamples,
  penalty,
  writtenExamples,
} from "./statement-training.ts";

const flags = readFlags({
  list: { about: "list what was kept and what waits, with the reader's label" },
  only: { value: "NAMES", about: "train on and measure these histories only, to look at no other one" },
  shared,
});

const wanted = flags.only?.split(",");
const natural = naturalSentences(flags.shared).filter(({ history }) => wanted?.includes(history) ?? true);
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
const { sure, maybe } = trained.alone;
type Scored = NaturalSentence & { score: number };
const isKept = ({ score, sentence }: Scored, from = sure) => score >= from && sentence.standsAlone;
const isWaiting = (one: Scored) => one.score >= (one.sentence.standsAlone ? maybe : sure) && !isKept(one);
const isRight = ({ isWorthKeeping }: NaturalSentence) => isWorthKeeping;
/** A rule, a correction, a preference or a warning that makes sense without its prompt, in the user's own words. */
const isRule = ({ label, isWorthKeeping, isAlone, sentence }: NaturalSentence) =>
  isWorthKeeping &&
  isAlone &&
  sentence.isTyped &&
  ["rule", "correction", "preference", "gotcha"].includes(label);

const columns = ["read", "worth", "rules", "kept", "right", "rules", "waiting", "right", "rules"];
console.log(`${"what users typed".padEnd(26)} ${columns.map((name) => name.padStart(7)).join(" ")}`);
for (const history of [...histories, ""]) {
  const isOwn = (one: NaturalSentence) => history === "" || one.history === history;
  const kept = users.filter((one) => isOwn(one) && isKept(one));
  const waiting = users.filter((one) => isOwn(one) && isWaiting(one));
  const counts = [all.filter(isOwn), kept, waiting].flatMap((some) => [
    some.length,
    some.filter(isRight).length,
    some.filter(isRule).length,
  ]);
  console.log(`${(history || "all").padEnd(26)} ${counts.map((n) => String(n).padStart(7)).join(" ")}`);
}
const rules = all.filter(isRule).length;
console.log(
  `\nthreshold  kept  precision  of the ${rules} rules  of all ${all.filter(isRight).length} worth keeping`,
);
for (const threshold of [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.25]) {
  const kept = users.filter((one) => isKept(one, threshold));
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`;
  const right = kept.filter(isRight).length;
  console.log(
    `${threshold.toFixed(2).padStart(9)} ${String(kept.length).padStart(5)} ${share(right, kept.length).padStart(10)} ${share(kept.filter(isRule).length, rules).padStart(13)} ${share(right, all.filter(isRight).length).padStart(13)}`,
  );
}
if (flags.list)
  for (const one of users.toSorted((a, b) => b.score - a.score))
    if (isKept(one) || isWaiting(one))
      console.log(
        `${isKept(one) ? "kept " : "waits"} ${isRight(one) ? "right" : "     "} ${one.score.toFixed(2)} ${one.label.padEnd(10)} ${one.sentence.text}`,
      );
