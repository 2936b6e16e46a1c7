// Judges whether a value only stands where a secret would be: "your-api-key-here", "<PASSWORD>", "********",
// "${TOKEN}". For the finders of the redactor. Pure, and linear in the length of the value.

/** Values people write where a secret would stand, and defaults that are no secret. */
const WORDS = new Set(
  (
    "password passwd passphrase pass pwd secret secrets token tokens key apikey api_key api-key auth string str text " +
    "number boolean bool true false null nil none undefined void any unknown object required optional default " +
    "enabled disabled admin administrator root user username guest test testing tester demo foo bar baz foobar " +
    "hidden private public localhost postgres mysql redis mongo rabbitmq minio example sample value empty missing " +
    "invalid valid password1 password123 secret123 test123 test1234 admin123 abc123 pass123 p4ssw0rd passw0rd " +
    "user:pass mypassword mysecret mytoken mykey supersecret topsecret s3cret s3cr3t secretkey accesskey letmein " +
    "basic bearer oauth oauth2 base64 utf8 utf-8 sha1 sha256 sha512 md5 hs256 rs256 es256"
  ).split(" "),
);

/** A reference to a value that lives elsewhere. */
const REFERENCE =
  /^(?:\$[A-Za-z_{([]|%[A-Za-z_]{2,64}%|<[^<>]{0,80}>|[{@]|#\{|!(?:Ref|Sub|secret|vault)|ENC[[(]|op:\/\/|vault:|arn:|env[.:]|secrets?[./:]|process\.|import\.|os\.|this\.|self\.|config\.|projects\/|\[secret:|\[private\]|\[?REDACTED|file:|~\/|\.{1,2}\/)|\$\{|\{\{|\$\(/;

/**
 * First, words that ask the reader to put in something else; second, what is to be put in. The second say nothing
 * alone: "Password2019!" is somebody's password.
 */
const FILLER =
  /(your|example|placeholder|change[-_ ]?(?:me|this|it)|replace|insert|dummy|fake|sample|redacted|removed|masked|todo|not[-_]?set|foobar|deadbeef|^my|(?<![a-z])(?:my|some|test|put|enter|here|mock)(?![a-z]))|pass(?:word|wd|phrase|code)?|pwd|secret|tokens?|api|key|auth|access|client|private|credentials?|user(?:name)?|admin|value|string|text|random|long|strong|secure|super|base64|hex|(?<![a-z0-9])(?:id|the|a|an|with|this|of|and)(?![a-z0-9])/gi;
/** Words and numbers in one case: "your-openai-api-key", "TEST_TOKEN_1". */
const PHRASE =
  /^(?:[a-z]+\d{0,4}|\d{1,4})(?:[-_. ](?:[a-z]+\d{0,4}|\d{1,4}))*$|^(?:[A-Z]+\d{0,4}|\d{1,4})(?:[-_. ](?:[A-Z]+\d{0,4}|\d{1,4}))*$/;
const MASK = /\*{3,}|\.{3,}|…|•{3,}/g;

/** The example in JWT's own documentation. */
const PUBLISHED = /EXAMPLE(?:KEY)?$|eyJzdWIiOiIxMjM0NTY3ODkw/;

/** Whether what follows a vendor's prefix is from a published example, or a mask. */
export function isExample(value: string): boolean {
  if (value.length > 256) return false;
  return PUBLISHED.test(value) || fillerIn(value).fill >= value.length * 0.3;
}

/** Filler counts only when it is most of the value: a secret may hold "your" or "abcd" as well. */
export function isPlaceholder(value: string): boolean {
  if (value.length > 256) return value.startsWith("[secret:");
  if (REFERENCE.test(value) || WORDS.has(value.toLowerCase()) || sameCharacters(value)) return true;
  const { fill, nouns, masks } = fillerIn(value);
  const all = fill + nouns;
  if (all === 0) return false;
  const size = value.replace(/[^A-Za-z0-9*.…•]/g, "").length;
  if (fill >= size * 0.6 || all >= size * 0.95) return true;
  if (fill === 0) return false;
  if (all >= size * 0.75 || (masks > 0 && size - fill <= 12)) return true;
  return nouns > 0 && PHRASE.test(value);
}

/** How many characters only fill (words, masks, "xxxx", "1234"), and how many name what is to be filled in. */
function fillerIn(value: string): { fill: number; nouns: number; masks: number } {
  const masks = /\*{3}|\.{3}|…|•/.test(value) ? (value.match(MASK) ?? []).join("").length : 0;
  let fill = masks + inRuns(value);
  let nouns = 0;
  FILLER.lastIndex = 0;
  for (let word = FILLER.exec(value); word; word = FILLER.exec(value)) {
    if (word[1]) fill += word[0].length;
    else nouns += word[0].length;
  }
  return { fill, nouns, masks };
}

/** Letters and digits in a run of four or more that are all the same ("xXXX") or go up by one ("abcd", "1234"). */
function inRuns(value: string): number {
  let inside = 0;
  let length = 1;
  let step = -1;
  let last = 0;
  for (let i = 0; i <= value.length; i++) {
    const code = value.charCodeAt(i) | 32;
    const isWord = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    const now = isWord ? code - last : -1;
    if ((now === 0 || now === 1) && (length === 1 || now === step)) length++;
    else {
      if (length >= 4) inside += length;
      length = now === 0 || now === 1 ? 2 : 1;
    }
    step = now;
    last = code;
  }
  return inside;
}

/** "0000000000", "-.-.-.-.": hardly any different characters. */
function sameCharacters(value: string): boolean {
  const most = value.length >= 12 ? 3 : 1;
  let seen = "";
  for (let i = 0; i < value.length; i++) {
    const char = value.charAt(i);
    if (seen.includes(char)) continue;
    if (seen.length >= most) return false;
    seen += char;
  }
  return true;
}
