// Judges what stands around a name such as "password": does it leave no doubt that even a plain word behind it is a
// password? For keys.ts. In code and in translations such words are labels, so the surroundings must be those
// of an account of a machine, of a connection string or of a dialogue.
import { isPlaceholder } from "./placeholder.ts";

/** db_password, spring.datasource.password, ansible_ssh_pass */
const ACCOUNT =
  /(?:^|[._-])(?:db|database|datasource|pg|postgres\w{0,3}|mysql|mariadb|mongo\w{0,4}|redis|smtp|mail|ftp|ldap|bind|ansible|rabbitmq|keystore|truststore|root|admin|become|wifi)[._-]?(?:[a-z]{0,12}[._-])?(?:password|passwd|pass|pwd|pw)$/i;
/** user=jo;password=…, connect(host="h", user="a", passwd="…"), --username=jo --password=… */
const BESIDE_USER =
  /(?:^|[\s;&?"',({])-{0,2}(?:user(?:name| id)?|uid|login|host|server|dbname)\s?=\s?["']?[^;&\s,"']{0,60}["']?[;&,\s]\s?$/i;
/** { host: "h", password: "…" }, { username: "jo", password: "…" }; a form's labels are no accounts, they begin with a capital. */
const BESIDE_ACCOUNT =
  /(?:^|[\s"'({,])(?:(host|server|database|port)|user(?:name)?|login|name|email)["']?\s?:\s?["']?([^,\s"']{1,60})["']?,\s{1,2}["']?$/i;
/** The passphrase of a wireless network. */
const BESIDE_NETWORK = /(?:ssid=["']?[^"'\n]{1,40}["']?|key-mgmt=[\w-]{1,20})\s{1,16}$/i;
const PROMPT = /(?:\b(?:enter|new|retype|current|old|temporary|initial)|'s|sudo\]) $/i;
const WORD = /^[A-Za-z][\w!#%+~-]{5,63}$/;
/** Words that programs use where they pass a password on. */
export const PASSED_ON =
  /pass|pwd|secret|token|auth|setting|input|string|undefined|(?:^|_)(?:env|conf|param|arg|valu|field)/i;

/** Whether even this plain word is a password, where nothing else may stand. */
export function isPlainPassword(value: string): boolean {
  return WORD.test(value) && !PASSED_ON.test(value) && !isPlaceholder(value);
}

function isBesideAccount(before: string, value: string): boolean {
  const beside = BESIDE_ACCOUNT.exec(before);
  if (!beside) return false;
  return beside[1] !== undefined || (/^[a-z]/.test(value) && beside[2] !== value);
}

/** `name` ends at `end`, its value is between `from` and `to`. */
export function leavesNoDoubt(text: string, name: string, end: number, from: number, to: number): boolean {
  const value = text.slice(from, to);
  if (!isPlainPassword(value)) return false;
  const start = end - name.length;
  const before = text.slice(Math.max(0, start - 90), start);
  const between = text.slice(end, from);
  if (/:\s?["']$/.test(between) && isBesideAccount(before, value)) return true;
  if (between.startsWith("=") || /["'`]$/.test(between))
    return (
      ACCOUNT.test(name) ||
      (between.includes("=") && (BESIDE_USER.test(before) || BESIDE_NETWORK.test(before)))
    );
  const endsLine = /^[ \t\r]*(?:\n|\\n|$)/.test(text.slice(to, to + 8));
  return endsLine && between.endsWith(": ") && (between.length > 4 || PROMPT.test(before));
}
