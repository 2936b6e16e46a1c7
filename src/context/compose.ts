// The composer: candidates → text within a budget. Every text that is injected is written here: session start, prompt,
// file, sub-agent, view. With a small budget, items get shorter before they are dropped. Pure: equal candidates give
// equal bytes.

import { wordsOf } from "../../libs/language/index.ts";
import { shortId } from "../protocol/ids.ts";
import type { Inert } from "../protocol/inert.ts";
import { frame, inert, joinInert, type QuotedSection, quoteBlock } from "./quote.ts";
import { countTokens } from "./tokens.ts";

const lengths = ["title", "summary", "detail"] as const;
type Length = (typeof lengths)[number];

/** A candidate for injection. Its texts may be anything; they are made inert. */
export interface Item {
  id: string;
  section: string;
  /** A higher priority comes first, and at greater length. */
  priority: number;
  title: string;
  summary: string;
  detail: string;
  /** Its source and date; must not depend on the clock. */
  from: string;
  /** Who stated it and how long ago, if it was not the reader: the line ends with it. */
  by?: string | undefined;
  /** A reason for doubt, e.g. that its code has changed since. */
  caution?: string | undefined;
  /** Shown without its source and id. */
  isUnsigned?: boolean | undefined;
  /** Its three texts hold the same in fewer or more words: taken at the greatest length that fits, before others. */
  isWhole?: boolean | undefined;
}

export interface Section {
  name: string;
  heading: Inert;
  /** Its share before the other sections take what is left. */
  tokens: number;
  longest?: Length | undefined;
  /** Its items stand on one line. */
  isOneLine?: boolean | undefined;
}

export interface Budget {
  tokens: number;
  characters: number;
}

interface IncludedItem<I extends Item = Item> {
  item: I;
  length: Length;
  tokens: number;
}

export interface Composition<I extends Item = Item> {
  text: Inert;
  tokens: number;
  included: IncludedItem<I>[];
}

const maxText: Record<Length, number> = { title: 250, summary: 500, detail: 1_500 };

/** Null if not even one title fits. Sections keep the order in which they are given. */
export function compose<I extends Item>(
  heading: Inert,
  sections: readonly Section[],
  items: readonly I[],
  budget: Budget,
): Composition<I> | null {
  const shelves = sections.map((section) => shelfOf(section, items));
  const frame = quoteBlock(heading, []);
  const used: Budget = { tokens: countTokens(frame), characters: frame.length };
  for (const [shelf, slot] of inTurns(shelves)) if (slot.item.isWhole) extendMost(shelf, slot, used, budget);
  for (const length of lengths) {
    // Each section within its share first; the rest is for all.
    for (const isShared of [false, true]) {
      for (const [shelf, slot] of inTurns(shelves)) extend(shelf, slot, length, isShared, used, budget);
    }
  }
  const included = shelves.flatMap((shelf) => shelf.slots.flatMap((slot) => asIncluded(slot)));
  if (included.length === 0) return null;
  const text = quoteBlock(
    heading,
    shelves.flatMap((shelf) => asSection(shelf)),
  );
  return { text, tokens: countTokens(text), included };
}

/** A section while it is being filled. */
interface Shelf<I extends Item = Item> {
  section: Section;
  spent: number;
  /** Whether it contains something, under its heading. */
  isOpen: boolean;
  slots: Slot<I>[];
}

interface Slot<I extends Item = Item> {
  item: I;
  line(length: Length): Line;
  length: Length | null;
}

interface Line {
  text: Inert;
  cost: Budget;
}

function shelfOf<I extends Item>(section: Section, items: readonly I[]): Shelf<I> {
  const own = items.filter((item) => item.section === section.name);
  const ordered = own.toSorted((a, b) => b.priority - a.priority || compareText(a.id, b.id));
  return {
    section,
    spent: 0,
    isOpen: false,
    slots: ordered.map((item) => ({ item, line: linesOf(item), length: null })),
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The first of every section, then the second of every section, and so on. */
function* inTurns(shelves: readonly Shelf[]): Generator<[Shelf, Slot]> {
  const most = Math.max(0, ...shelves.map((shelf) => shelf.slots.length));
  for (let rank = 0; rank < most; rank++) {
    for (const shelf of shelves) {
      const slot = shelf.slots[rank];
      if (slot) yield [shelf, slot];
    }
  }
}

/** Includes the item at this length, if that is longer than before and there is room. */
function extend(
  shelf: Shelf,
  slot: Slot,
  length: Length,
  isShared: boolean,
  used: Budget,
  budget: Budget,
): void {
  const { section } = shelf;
  if (lengths.indexOf(length) > lengths.indexOf(section.longest ?? "detail")) return;
  if (length !== "title" && slot.length === null && !slot.item.isWhole) return;
  const before = slot.length === null ? noLine : slot.line(slot.length);
  const after = slot.line(length);
  if (after.text.length <= before.text.length) return;
  const opening = shelf.isOpen ? noCost : costOf(section.heading);
  const [old, now] = [before.cost, after.cost];
  const tokens = now.tokens - old.tokens + opening.tokens;
  const characters = now.characters - old.characters + opening.characters;
  if (used.tokens + tokens > budget.tokens || used.characters + characters > budget.characters) return;
  if (!isShared && shelf.spent + tokens > section.tokens) return;
  slot.length = length;
  shelf.isOpen = true;
  shelf.spent += tokens;
  used.tokens += tokens;
  used.characters += characters;
}

/** At the greatest length for which its section has room: a list is worth most as a whole. */
function extendMost(shelf: Shelf, slot: Slot, used: Budget, budget: Budget): void {
  for (const length of lengths.toReversed()) {
    extend(shelf, slot, length, false, used, budget);
    if (slot.length !== null) return;
  }
}

const noCost: Budget = { tokens: 0, characters: 0 };
const noLine: Line = { text: frame``, cost: noCost };
/** The mark before a line and the break after it. */
const aroundLine: Budget = { tokens: 2, characters: 3 };

function costOf(line: string): Budget {
  if (line === "") return noCost;
  return {
    tokens: countTokens(line) + aroundLine.tokens,
    characters: line.length + aroundLine.characters,
  };
}

/** Each length is computed on first use: most items never get longer than their title. */
function linesOf(item: Item): (length: Length) => Line {
  const made = new Map<Length, Line>();
  const text = textsOf(item);
  return (length) => {
    const known = made.get(length);
    if (known) return known;
    const line = text(length);
    const whole = { text: line, cost: costOf(line) };
    made.set(length, whole);
    return whole;
  };
}

function textsOf(item: Item): (length: Length) => Inert {
  const texts = { title: item.title || item.summary, summary: item.summary, detail: item.detail };
  const from = inert(item.from, maxText.title);
  const caution = item.caution === undefined ? frame`` : frame` (${inert(item.caution, maxText.title)})`;
  const by = item.by === undefined ? frame`` : frame` — ${inert(item.by, maxText.title)}`;
  const lineAt = (length: Length, before: Inert) => {
    const text = inert(texts[length], maxText[item.isWhole ? "detail" : length]);
    if (item.isUnsigned) return frame`${text}${by}`;
    const parts = [from, before, text === before ? frame`` : text];
    return frame`${joinInert(parts, " · ")}${caution}${by} [${inert(shortId(item.id), maxText.title)}]`;
  };
  return (length) => {
    const repeats = item.isWhole || length === "title" || saysAllOf(texts[length], item.title);
    return lineAt(length, repeats ? frame`` : inert(texts.title, maxText.title));
  };
}

/** Whether a text has most of the words of a shorter one. */
function saysAllOf(text: string, shorter: string): boolean {
  if (text.startsWith(shorter)) return true;
  const words = new Set(wordsOf(shorter));
  const known = new Set(wordsOf(text));
  const said = [...words].filter((word) => known.has(word)).length;
  return said >= maxWords * words.size;
}

const maxWords = 0.6;

function asIncluded<I extends Item>(slot: Slot<I>): IncludedItem<I>[] {
  const { item, length, line } = slot;
  return length === null ? [] : [{ item, length, tokens: countTokens(line(length).text) }];
}

function asSection({ section, slots }: Shelf): QuotedSection[] {
  const lines = slots.flatMap(({ line, length }) => (length === null ? [] : [line(length).text]));
  if (lines.length === 0) return [];
  return [{ heading: section.heading, lines: section.isOneLine ? [joinInert(lines, "; ")] : lines }];
}
