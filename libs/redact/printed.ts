// Judges a tool use whose answer is a secret and nothing else: `vault kv get -field=password`, `openssl rand -hex 32`,
// `cat config/master.key`. Such an answer has no name beside it, only the command or the path says what it is. For
// capture, which has both. Pure.
import { isTelling } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";

/** Commands that look a secret up, or make one. */
const PRINTS =
  /\bget-secret-value\b|--with-decryption\b|\bkeyvault secret show\b|\bsecrets? versions access\b|\bprint-(?:access|identity)-token\b|\bget-access-token\b|\bcreate token\b|\bauth token\b|\bauth-token\b|\bvault (?:kv )?(?:get|read)\b.{0,200}-field\b|\bop (?:read|item get)\b|\b(?:go)?pass show\b|\bbw get\b|\bfind-(?:generic|internet)-password\b.{0,200} -w\b|\bsecret-tool lookup\b|\bdoppler secrets get\b|\bget secrets?\b.{0,200}(?:jsonpath|go-template)|\bopenssl rand\b|\bpwgen\b|\bapg\b|\btoken_(?:hex|urlsafe|bytes)\(|\brandomBytes\(|\/dev\/u?random\b|\brails secret\b|\bkey:generate\b/;
/** printenv DB_PASSWORD, echo $API_TOKEN, terraform output -raw db_password */
const ASKS_FOR =
  /\b(?:output|printenv|get|config:get|echo|printf|show)(?:\s+-{1,2}[\w%][\w=%-]{0,20}){0,4}\s+["']?\$?\{?(?:env:)?([\w.:/-]{3,120})/g;
const READS_FILE = /\b(?:cat|head|tail|less|more|bat|type|base64|Get-Content)\b([^|;&<>\n]{1,400})/g;
/** A file that holds one secret. */
const SECRET_FILE =
  /(?:^|[./_-])(?:password|passwd|passphrase|pass|pw|secret|token|apikey|api[._-]?key|master)(?:[._-]file)?(?:\.(?:txt|key|secret|token))?$|\/run\/secrets\/[^/\s]{1,100}$/i;
const MOST_LINES = 4;
const LONGEST = 4096;
/** One word, with the line number that a reading tool puts before it. */
const LINE = /^([ \t]{0,8}\d{1,6}(?:→|\t))?[ \t]*(\S{4,2048})[ \t\r]*$/;

/** Whether what the tool answers is a secret. `input` is a command, or names the file to read. */
export function asksForSecret(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  const { command, file_path: path } = input as { command?: unknown; file_path?: unknown };
  if (typeof path === "string" && SECRET_FILE.test(path)) return true;
  if (typeof command !== "string" || command.length > LONGEST) return false;
  if (PRINTS.test(command)) return true;
  for (const [, name = ""] of command.matchAll(ASKS_FOR)) if (isTelling(name)) return true;
  for (const [, files = ""] of command.matchAll(READS_FILE))
    if (files.split(/\s+/).some((file) => SECRET_FILE.test(file.replace(/["']/g, "")))) return true;
  return false;
}

/** The answer without those of its texts that are nothing but a secret; longer texts stay as they are. */
export function withoutAnswer(output: unknown): unknown {
  if (typeof output === "string") return withoutWords(output);
  if (typeof output !== "object" || output === null) return output;
  if (Array.isArray(output)) return output.map(withoutAnswer);
  return Object.fromEntries(
    Object.entries(output).map(([key, value]) => [
      key,
      /path|type/i.test(key) ? value : withoutAnswer(value),
    ]),
  );
}

function withoutWords(text: string): string {
  if (text.length > LONGEST) return text;
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  if (filled.length > MOST_LINES || !filled.every((line) => LINE.test(line))) return text;
  return lines
    .map((line) =>
      line.replace(LINE, (whole, number: string = "", word: string) =>
        isPlaceholder(word) ? whole : `${number}[secret:answer]`,
      ),
    )
    .join("\n");
}
