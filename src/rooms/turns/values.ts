// What a turn states about settings, choices and things that exist, as subject and value: "timeout" is "30 s",
// "mongodb" was dropped, "--retry" was removed. A later turn with another value for the same subject supersedes it.
// Pure; conservative: what is not plainly a statement of a value is left out.

import { withDigits } from "../../../libs/language/numbers.ts";
import { sentencesOf } from "../../../libs/language/sentences.ts";
import { ratesIn } from "./rates.ts";

export interface StatedValue {
  subject: string;
  value: string;
}

/** Words for settings; each of them alone is a subject only together with a name or a shared file. */
const SETTING =
  "time-?outs?|deadlines?|ttl|intervals?|delays?|ports?|limits?|max(?:imum)?|min(?:imum)?|thresholds?|retries|retry count|attempts|versions?|sizes?|budgets?|batch|" +
  "concurrency|workers?|timezones?|time zones?|urls?|endpoints?|hosts?|regions?|buckets?|models?|temperature|level|schedule|cron|cap|quota|rate|ratio|pool|heap|" +
  "zeitlimit|wartezeit|grenze|grenzwert|schwelle|délai|seuil|limite|puerto|umbral|porta|таймаут|порт|лимит|порог|超时|端口|上限|タイムアウト|ポート|타임아웃|포트";

const UNIT =
  "ms|milliseconds?|s|secs?|seconds?|sekunden?|secondes?|segundos?|секунд\\w*|m|min|mins|minutes?|minuten|h|hours?|stunden?|days?|tage?|%|percent|px|kb|mb|gb|kib|mib|gib|bytes?|chars?|characters?|tokens?|lines?|items?|times|x|秒|分钟?|分|초|분";
const NUMBER = `[v~]?-?\\d[\\d.,_]*(?:\\s?(?:${UNIT})(?![\\p{L}\\p{N}]))?`;
const LITERAL = `${NUMBER}|\`[^\`\\n]{1,60}\`|"[^"\\n]{1,60}"|true|false|on|off|enabled|disabled|https?:\\/\\/[^\\s)]+`;
const TO = "to|auf|zu|à|a|para|на|改为|设为|設定|→|->|=>";
const FROM = "from|von|de|du|с|von bisher|从|由";

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
  `\\b(?:set|sets|setting|changed?|changes|increased?|raised?|doubled|tripled|halved|reduced?|lowered?|bumped?|updated?|switched|moved|pinned|defaults?|gesetzt|setze|erhöht|erhöhe|geändert|ändere|passé|fixé|cambiad[oa]|cambi[ée]|alterad[oa]|установ\\p{L}*|измен\\p{L}*|увелич\\p{L}*)\\s+((?:the|our|its|this|default|die|den|das|der|le|la|les|el|o)\\s+)?([\\p{L}\\p{N}_.\`\\/ -]{2,60}?)\\s+(?:${TO})\\s+(${LITERAL})`,
  "giu",
);
const IS = named(
  `((?:[\\p{L}\\p{N}_.\`\\/-]+\\s+){0,3}(?:${SETTING}|\`[^\`\\n]{2,50}\`|[A-Z][A-Z0-9]*_[A-Z0-9_]+))\\s*`,
  `(?:(?:is|are|was set to|ist|beträgt|est|es|é)\\s+(?:now\\s+|jetzt\\s+|maintenant\\s+|ahora\\s+|agora\\s+)?(?:set to\\s+|at\\s+)?|=\\s*|:\\s+)(${LITERAL})`,
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

const HYPOTHETICAL =
  /\b(?:if (?:you|we|it|the)|would|could|might|maybe|perhaps|should we|consider|option [a-c\d]|alternatively|for example|e\.g\.|wenn|falls|könnte|würde|si vous|peut-être|quizás|talvez|возможно)\b/i;

const ARTICLE =
  /^(?:(?:the|a|an|our|your|its|this|that|new|current|now|to|of|in|for|and|is|are|was|set|changed?|increased?|raised?|reduced?|lowered?|bumped?|updated?|i|we|i've|we've|have|has|been|initial|default|die|der|das|den|dem|ein|eine|le|la|les|un|une|el|los|las|o|os|as)\s+)+/i;

/** "the timeout was raised" from 20 s to 45 s. */
const CHANGING =
  /(?:\s+(?:is|was|were|has|have|been|now|went|goes|wurde|ist|auf|a été|fue|foi))*\s+(?:set|changed?|increased?|raised|reduced|lowered|bumped|updated|moved|up|down|back|went|goes|gesetzt|erhöht|geändert|gesenkt|passé|augmenté|cambiad[oa]|aumentad[oa]|alterad[oa]|увеличен\p{L}*|изменен\p{L}*|изменён\p{L}*)$/iu;

const HAS_SETTING = new RegExp(`(?:^|[\\s_.-])(?:${SETTING})$`, "iu");

/** The last words of a phrase that name a setting or an identifier; null for anything else. */
function subjectOf(phrase: string): string | null {
  const words = phrase.trim().replace(CHANGING, "").replace(ARTICLE, "");
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

const SMALL = new Set(
  "the a an of for in on our its to is now and with der die das des du de la le el".split(" "),
);

function normalValue(value: string): string {
  return value
    .replace(/^[`"'~]|[`"']$/g, "")
    .replace(/[.,;]$/, "")
    .toLowerCase()
    .replace(/(\d)\s*(?:secs?|seconds?|sekunden?|secondes?|segundos?|секунд\p{L}*|秒|초)$/u, "$1 s")
    .replace(/(\d)\s*(?:milliseconds?)$/u, "$1 ms")
    .replace(/(\d)\s*(?:mins?|minutes?|minuten|分钟?)$/u, "$1 min")
    .replace(/(\d)\s*s$/u, "$1 s")
    .trim();
}

/** Case counts here: a capital or a sign inside distinguishes a name from a word. */
const NAME =
  "(?-i:`[^`\\n]{2,40}`|[A-Z][\\w.+#-]{0,29}[\\w+#](?: [A-Z][\\w+#-]{1,20})?|[a-z]\\w*(?:[-_.@/]\\w+)+|npm|pnpm|yarn|bun|git|pip|uv|poetry|jest|vitest|mocha|pytest|redis|sqlite|postgres|mysql|docker|podman|rest|grpc|json|yaml|toml)(?![\\w-])";
const INSTEAD = new RegExp(
  `(?:use[sd]?|using|nutzen|nutze|verwenden?|verwende|utilise[rz]?|usar|usa|usamos|используем|picked|chose|prefer|keep|went with|going with|switch(?:ed)? to|moved? to)\\s+(?:the\\s+)?(${NAME})\\s+(?:instead of|rather than|over|not|statt|anstatt|anstelle von|au lieu de|plutôt que|en lugar de|en vez de|em vez de|вместо)\\s+(?:the\\s+)?(${NAME})`,
  "giu",
);
const REPLACED = new RegExp(
  `(?:replaced?|ersetzt|remplacé|reemplazad[oa]|substituíd[oa])\\s+(?:the\\s+)?(${NAME})\\s+(?:with|by|durch|par|por)\\s+(?:the\\s+)?(${NAME})`,
  "giu",
);
const SWITCHED = new RegExp(
  `(?:switched|moved|migrated|changed|gewechselt|umgestellt|migré|migrad[oa]|перешли)\\s+(?:\\w+\\s+)?(?:from|von|de|с)\\s+(?:the\\s+)?(${NAME})\\s+(?:to|auf|zu|à|a|para|на)\\s+(?:the\\s+)?(${NAME})`,
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
  `\\b(?:added|created|introduced|enabled|hinzugefügt|eingeführt|ajouté|agregad[oa]|añadid[oa]|adicionad[oa]|добавил\\p{L}*)\\s+(?:(?:the|a|an|new|die|den|das|le|la|el|o)\\s+)*${CODE}`,
  "giu",
);
const REMOVED = new RegExp(
  `\\b(?:removed|deleted|dropped|disabled|entfernt|gelöscht|supprimé|eliminad[oa]|removid[oa]|удалил\\p{L}*)\\s+(?:(?:the|a|an|new|die|den|das|le|la|el|o)\\s+)*${CODE}`,
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
