// Finds secrets that are arguments of a call, by the name of what is called: Fernet(b"…"), new ethers.Wallet("0x…"),
// client.login("…"), createHmac("sha256", "…"), twilio("AC…", "…"). For finders.ts: a long literal is looked at from
// the inside (which call is it in?), a weak password from the name of the call, which is a cue.
import { groupsEnd } from "./groups.ts";
import { isPlaceholder } from "./placeholder.ts";
import { closingQuote } from "./quotes.ts";
import type { Span } from "./shapes.ts";
import { isPlainPassword } from "./surroundings.ts";
import { isHex, isSecretValue, isUuid, looksRandom } from "./values.ts";

/** How far before a literal the opening of its call is looked for. */
const REACH = 240;
const MAX_DEPTH = 3;
/** Longer ones are pictures, programs and other data. */
const MAX_KEY = 256;
/** The name of what is called, as a path: ethers.Wallet, Twilio::REST::Client.new, require('twilio'). */
const CALLEE =
  /(?<![\w$])(new )?([A-Za-z_$][\w$]*(?:(?:\?\.|\.|::(?:<[\w, ]{0,40}>::)?|->)[A-Za-z_$][\w$]*){0,7})(?:<[\w, ]{0,40}>)?(?:!|\?\.)? ?$/;
const REQUIRED = /(?:require|import_module)\(["'`]([\w@/.-]{1,60})["'`]\)$/;
/** Calls that only change how their argument is spelled; what counts is the call around them. */
const CONVERSION =
  /(?:^|[._:])(?:\[\]byte|byte|bytes|buffer|from|fromhex|from_hex|unhexlify|unhex|hex|b64decode|(?:url_?safe_)?b64decode|decodestring|decode_?hex|hexdecode|getbytes|getdecoder|encode|some|ok|just|string|str|text|tobytes|touint8array|uint8array|hextobytes|hexToBytes|arrayify|parse_?hex|utf8|utf8tobytes|secretstr|tochararray)$/i;
/** Last names that only say that something is made or started: what it is stands before them. */
const MAKES =
  /^(?:new|create|of|build|make|init|initiali[sz]e|connect|configure|config|setup|set_?up|run|start|launch|use|load|open|get_?instance|instance|default|from\w{0,24}|with\w{0,24}|for\w{0,16})$/i;
/** What takes a key, a token or a password to work. */
const TAKES_SECRET =
  /client|wallet|log_?in|sign_?in|auth|credential|secret|passw|passphrase|private_?key|api_?key|access_?key|token(?!i[sz])|bearer|hmac|jwt|cipher|crypt|fernet|\baes|ecdsa|ed25519|signer|signing|sign$|verifier|serializer|key_?pair|key_?spec|security_?key|key_?cred|session|cookie|sdk|api$|bot$|account$|otp|mnemonic|seed|config_?key|set_?key|keyring|vault/i;
const SURELY_TAKES_SECRET =
  /hmac|cipher|crypt|fernet|secret|passw|private_?key|credential|wallet|log_?in|jwt|bearer|api_?key/i;
/** What takes values that are random and known to everybody: hashes, ids, addresses, expectations of tests. */
const TAKES_PUBLIC =
  /hash|sha_?\d|md5|digest|checksum|crc|integrity|expect|assert|equal|\bto_?be|match|test|describe|^it$|public|address|contract|commit|revision|checkout|etag|uuid|object_?id|id$|by_?\w{2,}$|ur[il]$|href|path|image|blob|regexp?|error|exception|print|warn|parse|atob|decode|^get|^has|^is_?[A-Z]|^find|^delete|^remove|^query|^select|^fetch|^load|^read|^import|^log$|^t$|translate|icon|font|svg|color|snapshot|fixture|cursor|date|version/i;
/** An account's id before its key: "AC0f1e…", "XY7PQ2L9KD". */
const ACCOUNT_ID = /^(?=(?:[^0-9]*[0-9]){2})(?=(?:[^A-Z]*[A-Z]){2})[A-Z][A-Za-z0-9]{7,39}$/;

/** A random literal as an argument. `start` and `end`: the literal between its quotes. */
export function findArgument(text: string, start: number, end: number, found: Span[]): void {
  const value = text.slice(start, end);
  if (value.length > MAX_KEY || !looksRandom(value, 16) || isUuid(value) || isAddress(value)) return;
  if (isArgumentSecret(text, start - 1, value) && !isPlaceholder(value))
    found.push({ start, end, kind: "argument" });
}

/** 20 bytes of an account on a chain. */
const isAddress = (value: string): boolean => /^0x[0-9a-f]{40}$/i.test(value);

function isArgumentSecret(text: string, quote: number, value: string): boolean {
  let call = callAround(text, quote);
  for (let depth = 0; call && depth < MAX_DEPTH && CONVERSION.test(call.name); depth++)
    call = callAround(text, call.start);
  if (!call) return false;
  const { name, made, before } = call;
  const parts = name.split(/\?\.|\.|::|->|\/|<[^>]*>/).filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  const subject = MAKES.test(last) && parts.length > 1 ? `${parts.at(-2)}.${last}` : last;
  const isPublic = TAKES_PUBLIC.test(last) || (subject !== last && TAKES_PUBLIC.test(parts.at(-2) ?? ""));
  if (SURELY_TAKES_SECRET.test(subject) && !/public/i.test(subject)) return true;
  if (isPublic) return false;
  if (TAKES_SECRET.test(subject)) return true;
  const account = /["']([^"']{1,60})["']\s*,\s*$/.exec(before)?.[1] ?? "";
  if (ACCOUNT_ID.test(account)) return true;
  const isMade =
    made || subject !== last || /^(?:New|Create|create|init)[A-Z_]|^[A-Z][\w$]{2,}$|^New$/.test(last);
  return isMade && !isHex(value) && hasAllSorts(value);
}

const hasAllSorts = (value: string): boolean =>
  /[a-z]/.test(value) && /[A-Z]/.test(value) && (value.match(/\d/g)?.length ?? 0) >= 2;

type Call = {
  /** Where the name begins. */
  start: number;
  name: string;
  /** Written with `new`. */
  made: boolean;
  /** The arguments before the one that was asked about. */
  before: string;
};

/** The call that has an argument at `at`, or nothing. */
function callAround(text: string, at: number): Call | undefined {
  const limit = Math.max(0, at - REACH);
  let depth = 0;
  for (let i = at - 1; i >= limit; i--) {
    const code = text.charCodeAt(i);
    if (code === 34 || code === 39 || code === 96) {
      do i--;
      while (i >= limit && text.charCodeAt(i) !== code);
    } else if (code === 41 || code === 93 || code === 125) depth++;
    else if (code === 123) {
      if (depth-- === 0) return undefined;
    } else if (code === 91) {
      if (depth > 0) depth--;
    } else if (code === 40) {
      if (depth-- === 0) return calleeAt(text, i, at);
    } else if (code === 59 && depth === 0) return undefined;
  }
  return undefined;
}

function calleeAt(text: string, open: number, at: number): Call | undefined {
  const head = text.slice(Math.max(0, open - 120), open);
  const before = text.slice(open + 1, at);
  const bytes = /\[\]byte$/.exec(head);
  if (bytes) return { start: open - 6, name: "bytes", made: false, before };
  const required = REQUIRED.exec(head)?.[1];
  if (required) return { start: open, name: required, made: true, before };
  const match = CALLEE.exec(head);
  if (!match) return undefined;
  const [whole, made, name = ""] = match;
  return { start: open - whole.length, name, made: made !== undefined, before };
}

const MAX_ARGUMENTS = 4;
const PLAIN_ARGUMENT = /[\w.$:&[\]<>()\\{} ]{1,120}?(?=\s{0,4},)/y;
const WRAPPER = /(?:Some|bytes|\[\]byte|Buffer\.from|new String|String|toBytes)\(/y;
const BLANK = /(?:\s|\\{1,8}n){0,40}/y;
const LITERAL = /(?:[rbfuNRBFU@]|u8)?(\\{0,8})(["'`])/y;

/** An argument that is a literal, by its number. */
type Literal = { index: number; start: number; end: number; value: string };

/** The first arguments of the call that opens before `from`: the literals, and the others as they are spelled. */
function argumentsFrom(text: string, from: number): { literals: Literal[]; plain: string[] } {
  const literals: Literal[] = [];
  const plain: string[] = [];
  const read = { literals, plain };
  let at = from;
  for (let index = 0; index < MAX_ARGUMENTS; index++) {
    at = skip(BLANK, text, at);
    at = skip(WRAPPER, text, at);
    LITERAL.lastIndex = at;
    const quote = LITERAL.exec(text);
    if (quote) {
      const start = LITERAL.lastIndex;
      const level = (quote[1] ?? "").length;
      const end = closingQuote(text, start, quote[2] ?? "", level);
      if (text.charCodeAt(end) === 10) return read;
      literals.push({ index, start, end, value: text.slice(start, end) });
      at = end + level + 1;
      while (text.charCodeAt(at) === 41 && text.charCodeAt(at + 1) === 44) at++;
    } else {
      const end = skip(PLAIN_ARGUMENT, text, at);
      if (end === at) return read;
      plain.push(text.slice(at, end));
      at = end;
    }
    at = skip(BLANK, text, at);
    if (text.charCodeAt(at) !== 44) return read;
    at++;
  }
  return read;
}

/** Names of algorithms, addresses of mail and of hosts stand beside passwords. */
const BESIDE =
  /^(?:[hrep]s\d{3}|sha-?\d{1,3}|md5|aes-?\d{3}\S{0,12}|[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]+(?:\.[\w-]+)+)$/i;

/** Beside a user's name: jo, user.email, "jo@example.org". */
const USER = /user|name|mail|login|account|^uid$/i;

/** Which argument: by its number, or by what stands before it. */
export type Which = number | "after user" | "connect";

/** The password among the arguments of the call whose name begins at `at`, weak ones too; plain words where it is `sure`. */
export function findCallPassword(
  text: string,
  at: number,
  { which, sure }: { which: Which; sure: boolean },
  found: Span[],
): void {
  const open = text.slice(at, at + 80).search(/\(|(?<=[a-z]),? /);
  if (open < 0) return;
  const { literals, plain } = argumentsFrom(text, at + open + 1);
  const password =
    typeof which === "number"
      ? literals.find(({ index }) => index === which)
      : which === "after user" || literals.length + plain.length > 2
        ? afterUser(literals, plain)
        : undefined;
  if (!password || BESIDE.test(password.value)) return;
  const { start, end, value } = password;
  if (
    isSecretValue(value, "password", "quoted") ||
    (sure && (typeof which === "number" || hasUser(literals, plain)) && isPlainPassword(value)) ||
    groupsEnd(text, start) === end
  )
    found.push({ start, end, kind: "password" });
}

/** Java hands a password over as characters: load(stream, "…".toCharArray()), new PBEKeySpec("…".toCharArray(), …). */
const TAKES_CHARACTERS =
  /^(?:load|store|init|unlock|login|getKey|getEntry|setKeyEntry|setEntry|PBEKeySpec|\w*(?:Password|Credential)\w*)$/;
const LITERAL_BEFORE = /(["'])((?:(?!\1)[^\n\\]|\\.){4,200})\1\s{0,4}\.$/;

/** `at`: where toCharArray begins. */
export function findCharacters(text: string, at: number, found: Span[]): void {
  const before = text.slice(Math.max(0, at - REACH), at);
  const literal = LITERAL_BEFORE.exec(before);
  if (!literal) return;
  const [whole, , value = ""] = literal;
  const quote = at - whole.length;
  const name = callAround(text, quote)?.name.split(/\.|::/).at(-1) ?? "";
  if (TAKES_CHARACTERS.test(name) && !isPlaceholder(value))
    found.push({ start: quote + 1, end: quote + 1 + value.length, kind: "password" });
}

/** What says where to connect: an address, a file, a database; "" is no user. */
const WHERE =
  /^(?:(?:[\w-]+(?:\.[\w-]+)*(?::\d+)?)?\/.*|\w+:\/\/.*|localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+(?::\d+)?|)$/;

/** connect("10.0.0.4", 22, "root", "…"), login("jo", "…"), connect("scott", "…", "db/orcl"): the last that may be one. */
function afterUser(literals: readonly Literal[], plain: readonly string[]): Literal | undefined {
  const others = literals.filter(isNoAddress);
  const isNamed = others.length < literals.length || plain.some((name) => USER.test(name));
  const possible = others.length > 1 ? others.slice(1, 3) : isNamed && literals.length > 0 ? others : [];
  return (
    possible.findLast(({ value, index }) => index > 0 && isSecretValue(value, "password", "quoted")) ??
    possible.at(-1)
  );
}

const isNoAddress = ({ value }: Literal): boolean => !WHERE.test(value);

/** Whether a user stands among the arguments: without one a plain word may be anything. */
const hasUser = (literals: readonly Literal[], plain: readonly string[]): boolean =>
  literals.filter(isNoAddress).length > 1 ||
  plain.some((name) => USER.test(name)) ||
  literals.some(({ value }) => /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(value));

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
