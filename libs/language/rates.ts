// How often something happens, as subject and value: "the import runs hourly", "uploads are retried five times". A part
// of what a turn states. Pure; expects numbers as digits.

import { allWords, alternatives, listed } from "./languages/all.ts";
import { valueUnits } from "./languages/language.ts";
import type { StatedValue } from "./values.ts";

const units = valueUnits
  .filter((unit) => unit !== "ms" && unit !== "others")
  .map((unit) => ({ unit, words: alternatives(({ values }) => values.units[unit]) }));
const UNIT = units.map(({ words }) => words).join("|");
const adverbs = new Map(allWords.flatMap(({ values }) => Object.entries(values.adverbs)));
const EVERY = `(?:${alternatives(({ values }) => values.every)})\\s+(?:(\\d+)\\s+)?(${UNIT})|(${[...adverbs.keys()].join("|")})`;
const FROM = alternatives(({ values }) => values.from);
const TO = alternatives(({ values }) => values.to);
const RETRIES = alternatives(({ values }) => values.retries);
const TIMES = alternatives(({ values }) => values.times);
const SMALL = `${alternatives(({ values }) => values.is)}|${alternatives(({ values }) => values.now)}|${alternatives(({ values }) => values.beside)}`;

/** "The import now runs every 6 hours", "changed the report from daily to weekly". */
const SCHEDULED = new RegExp(
  `([\\p{L}\\p{N}_\`'-]+(?:\\s+[\\p{L}\\p{N}_\`'-]+){0,6}?)\\s+(?:(?:${FROM})\\s+(?:${EVERY.replaceAll(/\((?!\?)/g, "(?:")})\\s+)?(?:(?:${TO})\\s+)?(?:${EVERY})(?![\\p{L}\\p{N}])`,
  "giu",
);

const COUNTED = new RegExp(
  `(?:([\\p{L}\\p{N}_\`-]+)\\s+)?(?:(?:${SMALL})\\s+)*(?:${RETRIES})\\s+(?:(?:${alternatives(({ values }) => values.articles)})\\s+)?(?:([\\p{L}_\`-]{3,})\\s+)?(?:(?:${SMALL})\\s+)*(\\d+)\\s*(?:${TIMES})(?![\\p{L}\\p{N}])`,
  "giu",
);
const COUNTED_FIRST = new RegExp(
  `(?:([\\p{L}\\p{N}_\`-]+)\\s+)?(?:${alternatives(({ values }) => values.counts)})\\s+(?:(?:${SMALL})\\s+)*(\\d+)\\s*(?:${TIMES})\\s+(?:${RETRIES})(?![\\p{L}])`,
  "giu",
);
const ATTEMPTS = new RegExp(
  `(\\d+)\\s+(?:([\\p{L}_\`-]{3,})\\s+)?(?:${alternatives(({ values }) => values.attempts)})(?![\\p{L}])`,
  "giu",
);

/** A cheap look before the patterns. */
const HINT = new RegExp(
  `${alternatives(({ values }) => values.every)}|${[...adverbs.keys()].join("|")}|${alternatives(({ values }) => values.attempts)}|\\d\\s*(?:${TIMES})`,
  "iu",
);

export function ratesIn(sentence: string): StatedValue[] {
  if (!HINT.test(sentence)) return [];
  const scheduled = [...sentence.matchAll(SCHEDULED)].flatMap(([, before = "", count, unit, adverb]) => {
    const thing = IS_DONE.test(before) ? thingIn(before) : null;
    const value = adverb ? adverbs.get(adverb.toLowerCase()) : `${count ?? 1} ${unitOf(unit ?? "")}`;
    return thing === null ? [] : [{ subject: `value:${thing} schedule`, value: `every ${value}` }];
  });
  const counted = [
    ...[...sentence.matchAll(COUNTED)].map(([, by, of, count]) => ({ of: of ?? by, count })),
    ...[...sentence.matchAll(COUNTED_FIRST)].map(([, of, count]) => ({ of, count })),
    ...[...sentence.matchAll(ATTEMPTS)].map(([, count, of]) => ({ of, count })),
  ].map(({ of, count }) => {
    const thing = thingIn(of ?? "");
    return { subject: `value:${thing === null ? "" : `${thing} `}retry`, value: `${count} times` };
  });
  return [...scheduled, ...counted];
}

/** "Fails every day" is no schedule. */
const IS_DONE = new RegExp(`(?:^|\\s)(?:${alternatives(({ values }) => values.runs)})(?:\\s|$)`, "iu");

/** Words around the name of the thing: what is done with it, and small words. */
const AROUND = new Set(allWords.flatMap(({ values }) => listed(values.around)));

/** The last word before the rate that names something; plural and singular are one. */
function thingIn(before: string): string | null {
  const words = before.toLowerCase().replaceAll("`", "").split(/\s+/);
  const thing = words.findLast((word) => word.length >= 3 && !AROUND.has(word) && !/^\d/.test(word));
  return thing === undefined ? null : thing.replace(/(?<=\p{L}{3})s$/u, "");
}

function unitOf(word: string): string {
  const found = units.find(({ words }) => new RegExp(`^(?:${words})$`, "iu").test(word));
  return found?.unit ?? word;
}
