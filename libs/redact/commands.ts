// Finds passwords in command lines: curl -u user:password, mysql -ppassword, docker login -p password. For
// finders.ts. Which flag of which program takes one is in command-rules.ts; this file splits lines
// into words, about as a shell does, and follows the rules along them.
import { COMMAND_RULES, type CommandRule, READS_FROM_PIPE, SETTING_COMMANDS } from "./command-rules.ts";
import type { Cue } from "./cues.ts";
import { isTelling } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import { closingQuote } from "./quotes.ts";
import type { Span } from "./shapes.ts";
import { looksRandom } from "./values.ts";

type Rule = {
  after: readonly string[];
  /** Flags that are words of their own. */
  whole: ReadonlySet<string>;
  /** Flags that the secret follows in the same word. */
  attached: readonly string[];
  split: string;
  skip: number;
};

/** How far after a command's name its line is read. */
const REACH = 800;
const LONGEST_WORD = 300;
const PIPED = new Set(READS_FROM_PIPE.split(" "));
const ECHO: Rule = { after: [], whole: new Set(), attached: [], split: "", skip: 0 };
const RULES = new Map<string, Rule[]>([
  ["echo", [ECHO]],
  ["printf", [ECHO]],
]);
for (const name of SETTING_COMMANDS.split(" ")) RULES.set(name, []);
for (const row of COMMAND_RULES)
  for (const name of row.commands.split(" ")) RULES.set(name, [...(RULES.get(name) ?? []), ruleOf(row)]);

/** The words that some rule waits for. */
const AFTER = new Set(COMMAND_RULES.flatMap(({ after = "" }) => after.split(" ")));

function ruleOf({ after, flags, split = "", skip = 0 }: CommandRule): Rule {
  const all = flags.split(" ");
  const attached = all.filter((flag) => flag.endsWith("…")).map((flag) => flag.slice(0, -1));
  const whole = new Set(all.filter((flag) => !flag.endsWith("…")));
  return { after: after?.split(" ") ?? [], whole, attached, split, skip };
}

export function findCommandPasswords(text: string, cues: readonly Cue[], found: Span[]): void {
  let done = 0;
  for (const { group, at } of cues) if (group === "command" && at >= done) done = readLine(text, at, found);
}

/** What is known about a line at one of its words. */
type Reading = {
  limit: number;
  rules: Set<Rule>;
  seen: Set<string>;
  /** The rule whose flag has just been read, and how many words it still skips. */
  waiting: { split: string; skip: number } | undefined;
  last: Word | undefined;
  echoed: Word | undefined;
};

type Word = { start: number; end: number };

function readLine(text: string, from: number, found: Span[]): number {
  const line: Reading = {
    limit: Math.min(text.length, from + REACH),
    rules: new Set(),
    seen: new Set(),
    waiting: undefined,
    last: undefined,
    echoed: undefined,
  };
  let at = from;
  // ["sshpass", "-p", "…"]: every word in quotes of its own.
  const isList = isQuote(text.charCodeAt(from - 1)) && LIST.test(text.slice(from, from + 80));
  while (at < line.limit) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9) at++;
    else if (code === 92 && text.charCodeAt(at + 1) === 10) at += 2;
    else if (code === 10 || isEscapedBreak(text, at)) break;
    else if (isSeparator(code)) {
      endCommand(text, line, code === 124, found);
      at++;
    } else {
      const end = isList ? listWordEnd(text, at, line.limit) : wordEnd(text, at, line.limit);
      if (end > at && end - at <= LONGEST_WORD) readWord(text, line, { start: at, end }, found);
      if (isList) {
        const next = skipComma(text, end);
        if (next < 0) break;
        at = next;
        continue;
      }
      // A quote that opens nothing closes the text in which the command is quoted.
      if (isQuote(text.charCodeAt(end))) {
        endCommand(text, line, false, found);
        at = end + 1;
      } else at = Math.max(end, at + 1);
    }
  }
  endCommand(text, line, false, found);
  return Math.max(at, from + 1);
}

const LIST = /^[\w.-]{1,40}["'],\s{0,8}\[?["'][-/]/;

/** The end of a word of a list: its closing quote. */
const listWordEnd = (text: string, at: number, limit: number): number =>
  Math.min(limit, closingQuote(text, at, text.charAt(at - 1), 0));

/** Where the next word of a list begins, or -1. */
function skipComma(text: string, close: number): number {
  const comma = /^["'],\s{0,40}\[?["']/.exec(text.slice(close, close + 48));
  return comma ? close + comma[0].length : -1;
}

/** "\n" spelled out, as in a command within JSON. */
const isEscapedBreak = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 92 && /[nrt]/.test(text.charAt(at + 1));

function wordEnd(text: string, from: number, limit: number): number {
  const share = text.startsWith("\\\\", from);
  for (let i = from; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || (isSeparator(code) && endsCommand(text, i))) return i;
    if (code === 92) {
      let quote = i + 1;
      while (text.charCodeAt(quote) === 92) quote++;
      if (isQuote(text.charCodeAt(quote))) {
        if (!opensQuote(text, from, i)) return i;
        i = afterQuote(text, quote, quote - i) - 1;
      } else if (!share && isEscapedBreak(text, i)) return i;
      else if (text.charCodeAt(i + 1) === 10) return i;
      else i++;
    } else if (isQuote(code)) {
      if (!opensQuote(text, from, i)) return i;
      i = afterQuote(text, i, 0) - 1;
    }
  }
  return limit;
}

/** | ; & */
const isSeparator = (code: number): boolean => code === 124 || code === 59 || code === 38;

/** Within a word they belong to it, although a shell would not agree: passwords are written down like this. */
const endsCommand = (text: string, at: number): boolean =>
  at + 1 >= text.length || /[\s|;&"'\\]/.test(text.charAt(at + 1));

const isQuote = (code: number): boolean => code === 34 || code === 39;

const opensQuote = (text: string, from: number, at: number): boolean =>
  at === from || "=:,%/".includes(text.charAt(at - 1)) || (at - from <= 3 && text.charCodeAt(from) === 45);

function afterQuote(text: string, quote: number, level: number): number {
  const close = closingQuote(text, quote + 1, text.charAt(quote), level);
  return text.charCodeAt(close) === 10 ? close : close + level + 1;
}

function readWord(text: string, line: Reading, span: Word, found: Span[]): void {
  const word = text.slice(span.start, span.end);
  const { waiting } = line;
  line.last = span;
  if (waiting) {
    if (waiting.skip-- > 0) return;
    // pulumi config set --secret dbPassword …: the name of what is set is no secret.
    if (namesWhatIsSet(line, word)) return;
    line.waiting = undefined;
    if (judge(text, span, waiting.split, found) || word.charCodeAt(0) !== 45) return;
  }
  const name = commandName(word);
  const rules = RULES.get(name);
  if (rules) {
    line.limit = Math.min(text.length, span.end + REACH);
    for (const rule of rules) {
      line.rules.add(rule);
      if (rule.whole.has("NEXT") || rule.whole.has(name))
        line.waiting = { split: rule.split, skip: rule.skip };
    }
  }
  for (const rule of line.rules) followRule(text, line, rule, word, span, found);
  if (line.echoed && PIPED.has(name || word)) judge(text, line.echoed, name === "chpasswd" ? ":" : "", found);
  if (word.includes("=")) findSettings(text, span, found);
  else if (word.startsWith("--") && isTelling(word) && !ASKING.test(word))
    line.waiting ??= { split: "", skip: 0 };
  if (AFTER.has(word)) line.seen.add(word);
}

const PLAIN_NAME = /^["']?[A-Za-z][\w.:-]*["']?$/;

function namesWhatIsSet({ rules, seen }: Reading, word: string): boolean {
  if (!PLAIN_NAME.test(word) || !isTelling(word.replace(/["']/g, ""))) return false;
  for (const { whole, after } of rules)
    if (whole.has("NAME") && after.some((earlier) => seen.has(earlier))) return true;
  return false;
}

/** /usr/bin/mysql, "mysql.exe", $(mysql */
function commandName(word: string): string {
  if (word.charCodeAt(0) === 45) return "";
  const name = word.slice(word.lastIndexOf("/") + 1);
  return RULES.has(name) ? name : name.replace(/^[("'`$]+|(?:\.exe)?["')]*$/g, "");
}

function followRule(
  text: string,
  line: Reading,
  rule: Rule,
  word: string,
  { start, end }: Word,
  found: Span[],
): void {
  const { after, whole, attached, split, skip } = rule;
  if (after.length > 0 && !after.some((earlier) => line.seen.has(earlier))) return;
  if (whole.has(word) || (whole.has("UNC") && word.startsWith("\\\\"))) line.waiting = { split, skip };
  else if (whole.has("NAME") && /^["'\w:@/.-]+$/.test(word) && isTelling(word.replace(/["']/g, "")))
    line.waiting = { split: "", skip: 0 };
  else {
    const quoted = isQuote(word.charCodeAt(0)) ? 1 : 0;
    for (const flag of attached)
      if (word.startsWith(flag, quoted) && word !== "-password") {
        if (skip > 0) line.waiting = { split, skip };
        else judge(text, { start: start + quoted + flag.length, end: end - quoted }, split, found);
      }
  }
}

/** Flags that only speak of a secret. */
const ASKING = /^--(?:show|verify|no|ask|use|with|without|get|list|print|check)-/;

/** At the end of a command: what its last word was, and whether it goes into a pipe. */
function endCommand(text: string, line: Reading, piped: boolean, found: Span[]): void {
  const { last, rules, seen } = line;
  if (last)
    for (const { whole, after } of rules)
      if (whole.has("LAST") && after.some((flag) => seen.has(flag))) judge(text, last, "", found);
  line.echoed = piped && rules.has(ECHO) ? last : undefined;
  line.rules.clear();
  line.seen.clear();
  line.waiting = undefined;
  line.last = undefined;
}

const SETTING = /(?<=^|[\s,;"'=&-])([A-Za-z][\w.:-]{1,80})=["']?(?=([^\s,;&"']{4,200}))/g;

/** --from-literal=password=…, --set a=1,db.password=…, -o user=jo,password=… */
function findSettings(text: string, { start, end }: Word, found: Span[]): void {
  for (const match of text.slice(start, end).matchAll(SETTING)) {
    const [whole, name = "", value = ""] = match;
    if (!isTelling(name) || !isGiven(value)) continue;
    const from = start + match.index + whole.length;
    found.push({ start: from, end: from + value.length, kind: "password" });
  }
}

/** Takes the word, or what follows `split` in it, when it can be a password. */
function judge(text: string, word: Word, split: string, found: Span[]): boolean {
  let { start, end } = unquoted(text, word);
  let value = text.slice(start, end);
  if (split) {
    const at = value.indexOf(split);
    if (at < 0) return false;
    // curl -u key: has no password, the key is the secret.
    if (at === value.length - 1) {
      if (!looksRandom(value, 16) || isPlaceholder(value)) return false;
      found.push({ start, end: end - 1, kind: "password" });
      return true;
    }
    start += at + 1;
    value = value.slice(at + 1);
    if (split === "/" && value.includes("@")) {
      end = start + value.lastIndexOf("@");
      value = text.slice(start, end);
    }
  }
  if (!isGiven(value) || (split === "=" && !looksRandom(value))) return false;
  found.push({ start, end, kind: split === "=" ? "cookie" : "password" });
  return true;
}

function unquoted(text: string, { start, end }: Word): Word {
  let from = start;
  while (text.charCodeAt(from) === 92) from++;
  if (!isQuote(text.charCodeAt(from))) {
    let to = end;
    while (to > start && ")`,;".includes(text.charAt(to - 1))) to--;
    return { start, end: to };
  }
  let to = text.charCodeAt(end - 1) === text.charCodeAt(from) && end - 1 > from ? end - 1 : end;
  while (to < end && text.charCodeAt(to - 1) === 92) to--;
  return { start: from + 1, end: to };
}

/** What may follow a flag in a sentence or in help. */
const PROSE = new Set(
  (
    "flag flags option options argument to and or the is are for with when if from in on as at by it its this that " +
    "will can must should use used uses using means sets instead followed file path name here prompt stdin list " +
    "status help create show delete remove production preview development staging"
  ).split(" "),
);

/** Whether a value that a command was given as its password can be one. */
function isGiven(value: string): boolean {
  if (value.length < 4 || value.length > 256) return false;
  // Numbers, paths, names of variables, formats of printf.
  if (/^(?:\d{1,5}$|[-/~`[(]|\.\/|https?:|[A-Z][A-Z_]+$|%[a-z](?![a-z]))/.test(value) || PROSE.has(value))
    return false;
  return !isPlaceholder(value.replace(/[.:]$/, ""));
}
