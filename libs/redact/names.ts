// What a name (of a variable, a field, a flag, a header) says about the value behind it. For keys.ts, which
// finds names in text, and redact.ts, which meets them as keys of objects. Add a word here when a secret was missed
// for its name, or when a harmless name raised the alarm.
import type { Sort } from "./values.ts";

const NEUTRAL_END =
  /(?:base64|base|data|value|val|plaintext|plain|raw|production|prod|staging|stage|dev|development|live|test|old|new|current|primary|secondary|backup|default|b64|v|\d)+$/;
const PASSWORD_NAME =
  /(?:password|passwd|passphrase|passcode|passwort|kennwort|pwd|bindpw|rootpw|userpw|requirepass|masterauth|securestring|mnemonic|seedphrase|psk)$/;
const PASS_WORD =
  /(?:^|[-_.])(?:pass|Pass|pw|Pw|PW)$|[a-z](?:Pass|Pw|PW)$|(?:^|[A-Z0-9_])(?<!BY|COM|SUR|TRES)PASS$|(?:^|_)PIN(?:_?CODE)?$/;
const SECRET_NAME =
  /(?:secrets?|token|apikey|(?:secret|access|private|auth|master|encryption|encrypt|signing|sign|account|shared|session|service|role|admin|app|application|license|deploy|webhook|hmac|jwt|crypt|crypto|aes|client|server|integration|personal|user|write|read|root|storage|host|function)key|credentials?|creds|licence|authorization|sig|signature|sessionid|sessid|connectsid|otp|totp|pepper|samlresponse|samlart)$/;
/** What is made of random characters, or of something else that is no secret: a seed may be 42. */
const RANDOM_NAME = /(?:signing|hmac|seed|2fa|mfa|^phrase|master|encryption|cipher)$/;
const OPAQUE_NAME =
  /(?:next|nextpage|page|continuation|continue|cursor|sync|cancel|cancellation|max|stop|eos|bos|pad|unk|mask|sep|cls|start|end|open|close|last|first|resume|change|public|publishable|localsecrets|imagepullsecrets)(?:tokens?|secrets?|key)$/;
const DULL_KEY =
  /(?:public|pub|anon|cache|primary|foreign|sort|partition|idempotency|object|site|row|hash|group|index|query|message|i18n|translation|lookup|map|react|registry|dedupe|unique|composite|search|route|item|node|list|field|column|table|prop|property|param|config|setting|option|state|store|event|action|hot|short|arrow|ssh|host|known|turn|mon|don|tur|jo|whis|hoc|joc)key$/;

export type Meaning = {
  /** How much the name says; undefined when nothing. */
  readonly sort: Sort | undefined;
  /** What a secret behind it is called in the marker. */
  readonly kind: string;
  /** Names that are not followed by a plain value, or need a look at what stands before them. */
  readonly role: "value" | "bearer" | "basic" | "cookie" | "key" | "authorization";
  /** Spelled as environment variables are. */
  readonly env: boolean;
};

const meanings = new Map<string, Meaning>();

/** Names repeat, so what was found out about them is remembered. */
export function meaningOf(name: string): Meaning {
  const known = meanings.get(name);
  if (known) return known;
  if (meanings.size >= 4096) meanings.clear();
  const sort = name.length <= 180 ? sortOf(name) : undefined;
  const kind = sort === "secret" && /token$/i.test(name) ? "token" : (sort ?? "secret");
  const meaning = { sort, kind, role: roleOf(name), env: /^[A-Z][A-Z0-9_]*$/.test(name) };
  meanings.set(name, meaning);
  return meaning;
}

/** Whether any value behind the name is a secret, whatever it looks like. */
export function isTelling(name: string): boolean {
  const { sort } = meaningOf(name);
  return sort === "password" || sort === "secret";
}

function roleOf(name: string): Meaning["role"] {
  const lower = name.toLowerCase();
  if (lower === "bearer" || lower === "basic" || lower === "key") return lower;
  return lower.endsWith("cookie") ? "cookie" : lower.endsWith("authorization") ? "authorization" : "value";
}

function sortOf(name: string): Sort | undefined {
  const squashed = name.toLowerCase().replace(/[^a-z0-9]+/g, "");
  const bare = squashed.replace(NEUTRAL_END, "");
  if (PASSWORD_NAME.test(bare)) return "password";
  if (PASS_WORD.test(name.replace(/[-_.]?\d+$/, ""))) return "password";
  if (OPAQUE_NAME.test(bare)) return undefined;
  if (SECRET_NAME.test(bare)) return DULL_KEY.test(bare) ? undefined : "secret";
  if (bare === "auth" || /[-_.](?:auth|Auth|AUTH)$|[a-z]Auth$/.test(name)) return "key";
  if (RANDOM_NAME.test(bare) || /(?:2fa|mfa)$/.test(squashed)) return "random";
  return bare.endsWith("key") && bare.length >= 6 && !DULL_KEY.test(bare) ? "key" : undefined;
}
