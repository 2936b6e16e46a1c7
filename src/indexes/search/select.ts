// The final choice among good candidates: boosts the current branch and files, demotes near-duplicates.

import { givesTime } from "../../../libs/language/index.ts";
import type { DocumentRow } from "../../store/schema.ts";
import type { Fused } from "./fuse.ts";
import { type TrackRecord, untested } from "./track-record.ts";

/** What the caller is working on. */
export interface Moment {
  now: Date;
  branch?: string | undefined;
  files?: readonly string[] | undefined;
}

interface Bonus {
  recent: number;
  branch: number;
  files: number;
  named: number;
  when: number;
  confidence: number;
  usage: number;
}

/** What the choice needs of the question. */
export interface Question {
  /** As typed. */
  text: string;
  identifiers: readonly string[];
  asksWhen: boolean;
}

export interface RankedDocument extends Fused {
  document: DocumentRow;
  bonus: Bonus;
}

const recentBonus = 0.3;
const recentDays = 14;
const branchBonus = 0.2;
const filesBonus = 0.4;
const namedBonus = 0.5;
const whenBonus = 1.5;
const confidenceBonus = 0.4;
const usageBonus = 0.4;
const copyMalus = 1;
const dayMs = 86_400_000;

export function select(
  candidates: readonly { fused: Fused; document: DocumentRow; trackRecord?: TrackRecord | undefined }[],
  moment: Moment,
  question: Question,
  limit: number,
): RankedDocument[] {
  const ranked = candidates.map(({ fused, document, trackRecord }): RankedDocument => {
    const bonus = { ...bonusOf(document, moment, question), ...trustOf(trackRecord ?? untested) };
    const score = Object.values(bonus).reduce((sum, one) => sum + one, fused.score);
    return { ...fused, score, document, bonus };
  });
  ranked.sort((a, b) => b.score - a.score || b.seq - a.seq);
  return copiesLower(ranked, new Set(numbersIn(question.text))).slice(0, limit);
}

/** Nothing for what is untested; what was shown in vain sinks a little with every time. */
function trustOf({ confidence, shown, used }: TrackRecord): Pick<Bonus, "confidence" | "usage"> {
  return {
    confidence: confidence === null ? 0 : confidenceBonus * (confidence - 0.5),
    usage: usageBonus * ((used + 1) / (shown + 2) - 0.5),
  };
}

function bonusOf(
  document: DocumentRow,
  moment: Moment,
  { identifiers, asksWhen }: Question,
): Omit<Bonus, "confidence" | "usage"> {
  const age = moment.now.getTime() - Date.parse(document.happened_at);
  // A time that cannot be read is long ago, not a score that cannot be compared.
  const ageDays = Number.isNaN(age) ? Number.POSITIVE_INFINITY : Math.max(0, age / dayMs);
  const files = document.files === "" ? [] : document.files.split("\n");
  return {
    recent: recentBonus * Math.exp(-ageDays / recentDays),
    branch: moment.branch !== undefined && moment.branch === document.branch ? branchBonus : 0,
    files: moment.files?.some((file) => files.includes(file)) ? filesBonus : 0,
    named: identifiers.length > 0 && namesAll(document, identifiers) ? namedBonus : 0,
    // Actions are full of numbers and names of days: only words that somebody said answer when something was.
    when: asksWhen && document.author !== null && givesTime(textOf(document)) ? whenBonus : 0,
  };
}

/** Every identifier of the question occurs in the document as a whole. */
function namesAll(document: DocumentRow, identifiers: readonly string[]): boolean {
  const text = [textOf(document), document.files, document.symbols].join("\n").toLowerCase();
  return identifiers.every((identifier) => text.includes(identifier));
}

function textOf({ title, summary, detail }: DocumentRow): string {
  return [title, summary, detail].join("\n");
}

/**
 * Two documents whose titles differ only in numbers and hashes are near-duplicates, unless the question names such a number.
 * The second ranks lower, the third still lower: a much better match than the rest stays, whatever its title.
 */
function copiesLower(ranked: readonly RankedDocument[], asked: ReadonlySet<string>): RankedDocument[] {
  const seen = new Map<string, number>();
  const lowered = ranked.map((one) => {
    const text = one.document.title || one.document.summary;
    const gist = text.toLowerCase().replace(numbers, (number) => (asked.has(number) ? number : "#"));
    const copies = seen.get(gist) ?? 0;
    seen.set(gist, copies + 1);
    return { one, score: one.score - copyMalus * copies };
  });
  return lowered.sort((a, b) => b.score - a.score).map(({ one }) => one);
}

const numbers = /\b[0-9a-f]*\d[0-9a-f]*\b/g;

function numbersIn(text: string): string[] {
  return text.toLowerCase().match(numbers) ?? [];
}
