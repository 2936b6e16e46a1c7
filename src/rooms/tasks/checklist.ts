// The steps of a plan, and which entry of the progress completed each. A derived view: the plan is never rewritten.
// An entry names the steps that it completes, or a line of it says that something is done in the words of a step. Pure.

import { wordsOf } from "../../../libs/language/index.ts";
import type { Step } from "../../protocol/tasks.ts";

export interface ReportedSteps {
  number: number;
  text: string;
  ticks: readonly number[];
}

const box = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+\[([ xX])\]\s+(.+)$/;
const numbered = /^\s{0,3}\d{1,3}[.)]\s+(.+)$/;
const fence = /^\s{0,3}(?:```|~~~)/;

interface Item {
  text: string;
  isDone: boolean;
}

/** Boxes if the plan has any, otherwise the items of its numbered lists. */
export function itemsOf(plan: string): Item[] {
  const lines = outsideFences(plan);
  const boxes = lines.flatMap((line) => {
    const [, mark, text] = box.exec(line) ?? [];
    return text === undefined ? [] : [{ text: text.trim(), isDone: mark !== " " }];
  });
  if (boxes.length > 0) return boxes;
  return lines.flatMap((line) => {
    const [, text] = numbered.exec(line) ?? [];
    return text === undefined ? [] : [{ text: text.trim(), isDone: false }];
  });
}

export function stepsOf(plan: string | null, entries: readonly ReportedSteps[]): Step[] {
  const items = plan === null ? [] : itemsOf(plan);
  const doneBy = new Map<number, number>();
  const words = wordsOfItems(items);
  for (const entry of entries)
    for (const step of [...entry.ticks, ...stepsNamedIn(entry.text, items.length, words)])
      if (!doneBy.has(step)) doneBy.set(step, entry.number);
  // Done before the plan was written: no entry completed it.
  const before = 0;
  return items.map(({ text, isDone }, i) => ({
    number: i + 1,
    text,
    doneBy: doneBy.get(i + 1) ?? (isDone ? before : null),
  }));
}

const doneLine = /^\s*(?:[-*+]\s+)?(?:✅|✔️?|☑️?|\[[xX]\]|(?:done|completed|finished)\s*:)\s*(.+)$/iu;
const namesStep = /^(?:step|item|#)\s*(\d{1,3})\b/i;
/** Of a step's words, the share that a line must repeat; measured on the plans and reports of the test. */
const enough = 0.6;

/** A longer plan, or a longer report of what is done, is generated: its words are not compared. */
const maxCompared = 500;

function stepsNamedIn(text: string, count: number, words: readonly (readonly string[])[]): number[] {
  const done = text.split("\n").flatMap((line) => doneLine.exec(line)?.[1] ?? []);
  return done.flatMap((said, i) => {
    const named = Number(namesStep.exec(said)?.[1] ?? 0);
    if (named > 0) return named <= count ? [named] : [];
    return i < maxCompared ? closest(said, words) : [];
  });
}

/** The words by which each of the first steps is recognised. */
function wordsOfItems(items: readonly Item[]): string[][] {
  return items.slice(0, maxCompared).map(({ text }) => [
    ...new Set(
      wordsOf(text)
        .filter((word) => !fillers.has(word))
        .map(stem),
    ),
  ]);
}

/** The one step that shares enough words with the line; none if two share equally many. */
function closest(said: string, steps: readonly (readonly string[])[]): number[] {
  const words = new Set(wordsOf(said).map(stem));
  const shares = steps.map((own) =>
    own.length < 2 ? 0 : own.filter((word) => words.has(word)).length / own.length,
  );
  const best = Math.max(0, ...shares);
  const winners = shares.flatMap((share, i) => (share === best ? [i + 1] : []));
  return best >= enough && winners.length === 1 ? winners : [];
}

const fillers: ReadonlySet<string> = new Set(
  "a an and the to of for in on with that this is are be by from at as it its or".split(" "),
);

/** So that "Added tokens" repeats "Add token". */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|d)$/, "").replace(/e$/, "") : word;
}

function outsideFences(text: string): string[] {
  let isInside = false;
  return text.split("\n").filter((line) => {
    if (!fence.test(line)) return !isInside;
    isInside = !isInside;
    return false;
  });
}
