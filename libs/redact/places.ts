// Finds passwords by the place where they stand in a file or a statement: .netrc, .pgpass, cookie jars, password
// fields of forms, SQL, PowerShell. For finders.ts. What stands in such a place is a password however weak it
// looks, unless it is a placeholder. Every pattern is bounded and starts at a cue, so that scanning stays linear.
import type { CallGroup } from "./call-rules.ts";
import { findCallPassword, findCharacters, type Which } from "./calls.ts";
import type { Cue, CueGroup } from "./cues.ts";
import { isTelling } from "./names.ts";
import { findSecretObjects, OBJECT_READERS } from "./objects.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Span } from "./shapes.ts";
import { isSecretValue, looksRandom } from "./values.ts";

/** Blanks, line breaks (also spelled out), line numbers and the marks of a diff between two words. */
const GAP = String.raw`(?:\s|\\{1,8}[nrt]|(?<=\n\s{0,8})\d{1,6}(?:→|:)|(?<=\n)[+>|-]){1,40}`;
const WORD = String.raw`[^\s"'\\]{1,200}`;

const NETRC = new RegExp(
  `(?:machine${GAP}${WORD}|default)(?:${GAP}(?:login|account|user)${GAP}${WORD}){0,2}${GAP}password${GAP}["']?(${WORD})`,
  "dy",
);
const TAB = String.raw`(?:\t|\\{1,8}t| {1,8})`;
const COOKIE_JAR = new RegExp(
  `(?:TRUE|FALSE)${TAB}/[^\\s\\\\]{0,100}${TAB}(?:TRUE|FALSE)${TAB}\\d{1,20}${TAB}([^\\s\\\\]{1,100})${TAB}([^\\s\\\\"]{4,4096})`,
  "dy",
);
const IDENTIFIED =
  /identified\s{1,8}(?:with\s{1,8}\S{1,60}\s{1,8})?(?:by|as|using)\s{1,8}(?:values\s{1,8}|password\s{1,8})?(?:\\{0,8}(["'`])((?:(?!\1)[^\n\\]|\\[^\n"'`]){1,200})|([\w!#$%&*+.?@^-]{4,64})(?=\s*(?:;|$|\s(?:default|account|replace|container|quota)\b)))/diy;
const SECURE_STRING =
  /convertto-securestring(?:\s{1,4}-(?:string|asplaintext|force))*(?:\s{1,4}|\s{0,2}\(\s{0,2})\\{0,8}(["'])((?:(?!\1)[^\n\\]|\\[^\n"'`]){1,200})/diy;
const PIPED_STRING = /(["'])([^"'\n]{4,200})\1\s{0,4}\|\s{0,4}$/d;
const CREDENTIAL =
  /(?:network|ps)credential(?:\]::new)?\s{0,4}\(\s{0,4}["'][^"'\n]{0,100}["']\s{0,4},\s{0,4}\(?["']([^"'\n]{1,200})["']/diy;

/** What an expect script answers a prompt with. */
const SEND = /send(?: --| -s)? \\{0,8}["{]([^"\n\\]{4,200})\\{1,8}[rn]/dy;

/** ACL SETUSER app on >…, and a line of the file of users: user app on >… */
const ACL = /(?:set)?user [^\n>]{1,100}>([^\s"'`]{4,200})/diy;
/** What a person types at the prompt of redis-cli; the protocols of mail name a method there: AUTH PLAIN, AUTH CRAM-MD5. */
const REDIS_AUTH = /AUTH (?![A-Z\d-]+(?:\s|\\|$))([^\s"'`\\]{6,200})/dy;

/** `cues` of all groups but "command". */
export function findPlaces(text: string, cues: readonly Cue[], found: Span[]): void {
  for (const { group, at } of cues) READERS[group]?.(text, at, found);
  const blocks = cues.flatMap(({ group, at }) => (group === "secret-object" ? [at] : []));
  findSecretObjects(text, blocks, found);
  let done = 0;
  for (const { group, at } of cues)
    if (group === "sql-insert" && at >= done) done = findInserted(text, at, found);
  findPgpass(text, found);
}

const READERS: Partial<Record<CueGroup, (text: string, at: number, found: Span[]) => void>> = {
  netrc: (text, at, found) => take(text, NETRC, at, [1], found),
  sql(text, at, found) {
    if (/\b(?:create|alter|grant)\s/i.test(text.slice(Math.max(0, at - 200), at)))
      take(text, IDENTIFIED, at, [2, 3], found);
  },
  "redis-acl": (text, at, found) => take(text, ACL, at, [1], found),
  expect(text, at, found) {
    if (/ass(?:word|phrase)/.test(text.slice(Math.max(0, at - 200), at))) take(text, SEND, at, [1], found);
  },
  ...callReaders(),
  characters: findCharacters,
  "redis-auth"(text, at, found) {
    if (/(?:^|[\n>#]) ?$/.test(text.slice(Math.max(0, at - 2), at))) take(text, REDIS_AUTH, at, [1], found);
  },
  powershell(text, at, found) {
    take(text, SECURE_STRING, at, [2], found);
    take(text, CREDENTIAL, at, [1], found);
    const from = Math.max(0, at - 220);
    const piped = PIPED_STRING.exec(text.slice(from, at))?.indices?.[2];
    if (piped) push(text, from + piped[0], from + piped[1], found);
  },
  "cookie-jar"(text, at, found) {
    COOKIE_JAR.lastIndex = at;
    const cookie = COOKIE_JAR.exec(text);
    const [start = 0, end = 0] = cookie?.indices?.[2] ?? [];
    const least = isSessionCookie(cookie?.[1] ?? "") ? 8 : 20;
    if (cookie && (looksRandom(cookie[2] ?? "", least) || (least === 8 && end - start >= 8)))
      push(text, start, end, found, "cookie");
  },
  input: findPasswordField,
  ...OBJECT_READERS,
};

function callReaders(): Record<CallGroup, (text: string, at: number, found: Span[]) => void> {
  const reader = (which: Which, sure: boolean) => (text: string, at: number, found: Span[]) =>
    findCallPassword(text, at, { which, sure }, found);
  return {
    "call-after-user": reader("after user", false),
    "sure-call-after-user": reader("after user", true),
    "call-connect": reader("connect", false),
    "call-first": reader(0, false),
    "sure-call-first": reader(0, true),
    "sure-call-second": reader(1, true),
    "sure-call-third": reader(2, true),
    "sure-call-fourth": reader(3, true),
  };
}

const INSERT = /into\s{1,8}[\w."`\][]{1,80}\s{0,8}\(([^()]{1,1000})\)\s{0,40}values\s{0,40}/iy;
const INSERTED = /\(\s{0,8}/y;
const SQL_VALUE = /\s{0,8}(?:'((?:[^'\n]|''){0,400})'|"([^"\n]{0,400})"|([^,()'"\n]{1,100}))\s{0,8}([,)])/dy;
const maxRows = 50;

/** INSERT INTO users (name, password) VALUES ('jo', '…'), ('al', '…'): the values of columns that hold a secret. Gives how far it read. */
function findInserted(text: string, at: number, found: Span[]): number {
  INSERT.lastIndex = at;
  const columns = INSERT.exec(text)?.[1]
    ?.split(",")
    .map((name) => name.trim().replace(/["`\][]/g, ""));
  if (!columns?.some(isTelling)) return at;
  let from = INSERT.lastIndex;
  for (let row = 0; row < maxRows; row++) {
    INSERTED.lastIndex = from;
    if (!INSERTED.test(text)) return from;
    from = INSERTED.lastIndex;
    for (let column = 0; ; column++) {
      SQL_VALUE.lastIndex = from;
      const value = SQL_VALUE.exec(text);
      if (!value) return from;
      from = SQL_VALUE.lastIndex;
      const place = value.indices?.[1] ?? value.indices?.[2];
      if (place && isTelling(columns[column] ?? "")) push(text, place[0], place[1], found);
      if (value[4] === ")") break;
    }
    const next = /^\s{0,8},\s{0,40}/.exec(text.slice(from, from + 60));
    if (!next) return from;
    from += next[0].length;
  }
  return from;
}

/** Cookies that carry a login: even a plain word in them is one. */
const isSessionCookie = (name: string): boolean => /sess|sid|auth|token|csrf|xsrf|jwt|login/i.test(name);

function take(text: string, pattern: RegExp, at: number, groups: readonly number[], found: Span[]): void {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  for (const group of groups) {
    const place = match?.indices?.[group];
    if (place) push(text, place[0], place[1], found);
  }
}

function push(text: string, start: number, end: number, found: Span[], kind = "password"): void {
  if (end - start >= 4 && !isPlaceholder(text.slice(start, end))) found.push({ start, end, kind });
}

const ATTRIBUTE =
  /([\w-]{1,40})\s{0,4}=\s{0,4}(?:\\{0,8}(["'])((?:(?!\2)[^<>\\]|\\[^"']){0,300})|([^\s"'<>\\]{1,300}))/dg;

/** <input type="password" value="…">, <input name="csrf_token" value="…"> */
function findPasswordField(text: string, at: number, found: Span[]): void {
  if (text.charCodeAt(at - 1) !== 60) return;
  const close = text.slice(at, at + 600).indexOf(">");
  if (close < 0) return;
  const attributes = [...text.slice(at, at + close).matchAll(ATTRIBUTE)];
  const attributeOf = (name: string) => {
    const attribute = attributes.find((one) => one[1]?.toLowerCase() === name);
    return attribute?.[3] ?? attribute?.[4] ?? "";
  };
  const value = attributes.find((one) => one[1]?.toLowerCase() === "value");
  const [start = 0, end = 0] = value?.indices?.[3] ?? value?.indices?.[4] ?? [];
  if (end - start < 4) return;
  const isPassword = /^password$/i.test(attributeOf("type"));
  const named = isTelling(attributeOf("name")) && isSecretValue(attributeOf("value"), "secret", "quoted");
  if (isPassword || named) push(text, at + start, at + end, found);
}

const PGPASS =
  /^(?:[ \t]{0,8}\d{1,6}(?:→|\t))?([\w.*-]{1,100}):(\*|\d{4,5}):(?:\*|[\w.-]{1,63}):(?:\*|[\w.-]{1,63}):((?:\\[:\\]|[^\s:\\"'])(?:\\[:\\]|[^\s\\"']){3,200})[ \t\r]*$/dgm;

const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|[ch]|cc|cpp|cs|php|sh|ya?ml|json|toml|ini|conf|cfg|md|txt|log|xml|html?|css|sql|tf|lock)$/;

/** host:port:database:user:password, one a line. The same with a source file's name is the output of grep. */
function findPgpass(text: string, found: Span[]): void {
  if (!/:(?:\*|\d{4,5}):/.test(text)) return;
  for (const match of text.matchAll(PGPASS)) {
    const [, host = "", port = "", password = ""] = match;
    const [start = 0, end = 0] = match.indices?.[3] ?? [];
    if (SOURCE_FILE.test(host)) continue;
    const sure = /^(?:\*|localhost|\d+(?:\.\d+){3})$/.test(host) || /^(?:\*|543\d|6432)$/.test(port);
    if (sure || isSecretValue(password, "password", "line")) push(text, start, end, found);
  }
}
