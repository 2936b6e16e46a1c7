// What a turn states about settings, choices and things that exist, as subject and value: "timeout" is "30 s",
// "mongodb" was dropped, "--retry" was removed. A later turn with another value for the same subject supersedes it.
// Pure; conservative: what is not plainly a statement of a value is left out.

import { allWords, alternatives, anyOf, listed } from "./languages/all.ts";
import { valueUnits } from "./languages/language.ts";
import { withDigits } from "./numbers.ts";
import { ratesIn } from "./rates.ts";
import { sentencesOf } from "./sentences.ts";

export interface StatedValue {
  subject: string;
  value: string;
}

/** Words for settings; each of them alone is a subject only together with a name or a shared file. */
const SETTING = alternatives(({ values }) => values.settings);
const UNIT = valueUnits.map((unit) => alternatives(({ values }) => values.units[unit])).join("|");
const NUMBER = `[v~]?-?\\d[\\d.,_]*(?:\\s?(?:${UNIT})(?![\\p{L}\\p{N}]))?`;
const LITERAL = `${NUMBER}|\`[^\`\\n]{1,60}\`|"[^"\\n]{1,60}"|true|false|on|off|enabled|disabled|https?:\\/\\/[^\\s)]+`;
const TO = `${alternatives(({ values }) => values.to)}|→|->|=>`;
const FROM = alternatives(({ values }) => values.from);
const ARTICLES = alternatives(({ values }) => values.articles);
const SETS = alternatives(({ values }) => values.sets);

/** A name may begin anywhere, so that a sentence is searched for what follows the name first. */
interface Named {
  rest: RegExp;
  whole: RegExp;
}

function named(name: string, rest: string): Named {
  return { rest: new RegExp(rest, "iu"), whole: new RegExp(`${name}${rest}`, "giu") };
}

function matchesOf({ rest, whole }: Named, sentence: string): Iterable<RegExpExecArray> {
  return rest.test(sentence) ? sentence.matchAll(whole) : [];
}

/** "the retry timeout from 10 s to 30 s", "timeout: 10 → 30". */
const PHRASE = "([\\p{L}\\p{N}_.`\\/ -]{2,60}?)";
const CHANGED = named(PHRASE, `[\\s:(]+(?:(?:${FROM})\\s+)(${LITERAL})\\s*(?:${TO})\\s*(${LITERAL})`);
const ARROW = named(PHRASE, `[\\s:(]+(${LITERAL})\\s*(?:→|->|=>)\\s*(${LITERAL})`);
/** "set the timeout to 30 s", "raised `MAX_RETRIES` to 5", "the port is now 6380", "timeout = 30". */
const SET = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${SETS})\\s+((?:${ARTICLES})\\s+)?([\\p{L}\\p{N}_.\`\\/ -]{2,60}?)\\s+(?:${TO})\\s+(${LITERAL})`,
  "giu",
);
const IS = named(
  `((?:[\\p{L}\\p{N}_.\`\\/-]+\\s+){0,3}(?:${SETTING}|\`[^\`\\n]{2,50}\`|[A-Z][A-Z0-9]*_[A-Z0-9_]+))\\s*`,
  `(?:(?:${alternatives(({ values }) => values.is)})\\s+(?:(?:${alternatives(({ values }) => values.now)})\\s+)?(?:(?:${alternatives(({ values }) => values.at)})\\s+)?|=\\s*|:\\s+)(${LITERAL})`,
);

/** "15 minutes: `expiresIn: '15m'`". Names in capitals are variables of one command. */
const INLINE =
  /`(?![A-Z][A-Z0-9_]*=)([A-Za-z_][\w.-]{2,40})(?:\s?=\s?["']?([^`"'=]{1,40}?)["']?|:\s(-?\d[\d._]*\w{0,3}|"[^"`]{1,40}"|'[^'`]{1,40}'|true|false))[,;]?`/gu;

export function valuesIn(text: string): StatedValue[] {
  const found = new Map<string, string>();
  for (const said of sentencesOf(text.slice(0, 4_000))) {
    if (/[?？]\s*$/u.test(said) || HYPOTHETICAL.test(said)) continue;
    const sentence = withDigits(said);
    const note = (name: string, value: string) => {
      const subject = subjectOf(name);
      if (subject !== null) found.set(subject, normalValue(value));
    };
    for (const [, name = "", assigned, literal] of said.matchAll(INLINE))
      note(`\`${name}\``, assigned ?? literal ?? "");
    for (const [, name = "", value = ""] of matchesOf(IS, sentence)) note(name, value);
    for (const [, , name = "", value = ""] of sentence.matchAll(SET)) note(name, value);
    for (const [, name = "", , value = ""] of matchesOf(ARROW, sentence)) note(name, value);
    for (const [, name = "", , value = ""] of matchesOf(CHANGED, sentence)) note(name, value);
    for (const { subject, value } of [...ratesIn(sentence), ...choicesIn(sentence), ...thingsIn(sentence)])
      found.set(subject, value);
  }
  return [...found].map(([subject, value]) => ({ subject, value }));
}

const HYPOTHETICAL = anyOf(({ values }) => values.hypothetical);

/** Words before the name of a setting. */
const BEFORE = new RegExp(
  `^(?:(?:${ARTICLES}|${SETS}|${alternatives(({ values }) => values.auxiliaries)}|${alternatives(({ values }) => values.before)})\\s+)+`,
  "iu",
);

/** "the timeout was raised" from 20 s to 45 s. */
const CHANGING = new RegExp(
  `(?:\\s+(?:${alternatives(({ values }) => values.auxiliaries)}))*\\s+(?:${alternatives(({ values }) => values.wasSet)})$`,
  "iu",
);

const HAS_SETTING = new RegExp(`(?:^|[\\s_.-])(?:${SETTING})$`, "iu");

/** The last words of a phrase that name a setting or an identifier; null for anything else. */
function subjectOf(phrase: string): string | null {
  const words = phrase.trim().replace(CHANGING, "").replace(BEFORE, "");
  const code =
    /`([^`]{2,50})`\s*$/.exec(words)?.[1] ??
    /(?:^|\s)([A-Za-z][\w]*(?:[_.][\w]+)+|[a-z]+[A-Z]\w*)$/.exec(words)?.[1];
  if (code !== undefined) return /^[\w.$-]{2,50}$/.test(code) ? `value:${code.toLowerCase()}` : null;
  const plain = words.replaceAll("`", "").toLowerCase();
  if (!HAS_SETTING.test(plain)) return null;
  const named = plain
    .split(/\s+/)
    .slice(-3)
    .filter((word) => word !== "" && !SMALL.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, "").replace("time-out", "timeout"));
  return named.length === 0 ? null : `value:${named.join(" ")}`;
}

const SMALL = new Set([...ARTICLES.split("|"), ...allWords.flatMap(({ values }) => listed(values.small))]);

const UNITS = valueUnits
  .filter((unit) => unit === "ms" || unit === "s" || unit === "min")
  .map((unit) => ({
    unit,
    written: new RegExp(`(\\d)\\s*(?:${alternatives(({ values }) => values.units[unit])})$`, "u"),
  }));

function normalValue(value: string): string {
  const plain = value
    .replace(/^[`"'~]|[`"']$/g, "")
    .replace(/[.,;]$/, "")
    .toLowerCase();
  const found = UNITS.find(({ written }) => written.test(plain));
  return (found ? plain.replace(found.written, `$1 ${found.unit}`) : plain).trim();
}

/** Case counts here: a capital or a sign inside distinguishes a name from a word. */
const NAME =
  "(?-i:`[^`\\n]{2,40}`|[A-Z][\\w.+#-]{0,29}[\\w+#](?: [A-Z][\\w+#-]{1,20})?|[a-z]\\w*(?:[-_.@/]\\w+)+|npm|pnpm|yarn|bun|git|pip|uv|poetry|jest|vitest|mocha|pytest|redis|sqlite|postgres|mysql|docker|podman|rest|grpc|json|yaml|toml)(?![\\w-])";
const THE = `(?:(?:${alternatives(({ values }) => values.definite)})\\s+)?`;
const INSTEAD = new RegExp(
  `(?:${alternatives(({ values }) => values.uses)})\\s+(?:(?:${alternatives(({ values }) => values.now)})\\s+)?${THE}(${NAME})\\s+(?:${alternatives(({ values }) => values.instead)})\\s+${THE}(${NAME})`,
  "giu",
);
const REPLACED = new RegExp(
  `(?:${alternatives(({ values }) => values.replaced)})\\s+${THE}(${NAME})\\s+(?:${alternatives(({ values }) => values.by)})\\s+${THE}(${NAME})`,
  "giu",
);
const SWITCHED = new RegExp(
  `(?:${alternatives(({ values }) => values.switched)})\\s+(?:\\w+\\s+)?(?:${FROM})\\s+${THE}(${NAME})\\s+(?:${TO})\\s+${THE}(${NAME})`,
  "giu",
);

/** A choice between two named things: one was chosen, the other dropped. */
function choicesIn(sentence: string): StatedValue[] {
  const pairs: [string, string][] = [
    ...[...sentence.matchAll(INSTEAD)].map(([, chosen = "", dropped = ""]): [string, string] => [
      chosen,
      dropped,
    ]),
    ...[...sentence.matchAll(REPLACED)].map(([, dropped = "", chosen = ""]): [string, string] => [
      chosen,
      dropped,
    ]),
    ...[...sentence.matchAll(SWITCHED)].map(([, dropped = "", chosen = ""]): [string, string] => [
      chosen,
      dropped,
    ]),
  ];
  return pairs.flatMap(([chosen, dropped]) => [
    { subject: `choice:${nameOf(chosen)}`, value: "chosen" },
    { subject: `choice:${nameOf(dropped)}`, value: "dropped" },
  ]);
}

const CODE = "`([\\w.$@/:-]{3,60}(?:\\(\\))?)`";
const ADDED = new RegExp(
  `(?<![\\p{L}])(?:${alternatives(({ values }) => values.added)})\\s+(?:(?:${ARTICLES})\\s+)*${CODE}`,
  "giu",
);
const REMOVED = new RegExp(
  `(?<![\\p{L}])(?:${alternatives(({ values }) => values.removed)})\\s+(?:(?:${ARTICLES})\\s+)*${CODE}`,
  "giu",
);

/** Something was added, or removed again. */
function thingsIn(sentence: string): StatedValue[] {
  const of = (pattern: RegExp, value: string) =>
    [...sentence.matchAll(pattern)].map(([, name = ""]) => ({ subject: `thing:${nameOf(name)}`, value }));
  return [...of(ADDED, "there"), ...of(REMOVED, "gone")];
}

function nameOf(text: string): string {
  return text.replaceAll("`", "").replace(/\(\)$/, "").trim().toLowerCase();
}
