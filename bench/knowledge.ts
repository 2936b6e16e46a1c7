// What is worth keeping of what users type in real work: how much of what is kept a reader would keep (precision), and how
// many of the rules that a user stated are kept (recall). Each history is scored by a model that was trained without it, with
// limits that were chosen without it. Prints the figures per history; with --list every sentence that was kept or waits.

import { certaintyOf } from "../libs/language/statements/classify.ts";
import { readSentences } from "../libs/language/statements/read.ts";
import { readFlags, shared } from "./flags.ts";
import { type NaturalSentence, naturalSentences } from "./labelled-histories.ts";
import { labelledSentences } from "./statement-training.ts";
import { crossWorth, limitsFor, worthRows } from "./worth-training.ts";

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

const rows = worthRows(written, natural);
const scores = crossWorth(rows);
const judged = histories.flatMap((history) => {
  const isOther = (at: number) => rows[at]?.natural?.history !== history;
  const limits = limitsFor(
    rows.filter((_, at) => isOther(at)),
    scores.filter((_, at) => isOther(at)),
  );
  return rows.flatMap(({ natural, sentence }, at) => {
    if (natural === null || isOther(at)) return [];
    const { isNormative, standsAlone, language } = sentence;
    const score = scores[at] ?? 0;
    const certainty = certaintyOf({ score, worth: score, isNormative, standsAlone, language }, limits);
    return [{ ...natural, score, certainty }];
  });
});

const users = natural.filter(({ by }) => by === "user");
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
  const own = judged.filter(isOwn);
  const [kept, waiting] = ["sure", "maybe"].map((name) => own.filter(({ certainty }) => certainty === name));
  const counts = [users.filter(isOwn), kept ?? [], waiting ?? []].flatMap((some) => [
    some.length,
    some.filter(isRight).length,
    some.filter(isRule).length,
  ]);
  console.log(`${(history || "all").padEnd(26)} ${counts.map((n) => String(n).padStart(7)).join(" ")}`);
}
if (flags.list)
  for (const one of judged.toSorted((a, b) => b.score - a.score))
    if (one.certainty !== null)
      console.log(
        `${one.certainty === "sure" ? "kept " : "waits"} ${isRight(one) ? "right" : "     "} ${one.score.toFixed(2)} ${one.label.padEnd(10)} ${one.sentence.text}`,
      );
