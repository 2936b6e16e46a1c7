// Finds passwords in URLs: scheme://user:password@host. For finders.ts. Linear: what was read once is passed
// over.
import { isPlaceholder } from "./placeholder.ts";
import type { Span } from "./shapes.ts";
import { looksRandom } from "./values.ts";

const USER_INFO = /([^\s/?#@:"'`<>\\]{0,128}):([^\s/"'`<>\\]{1,160})@/y;
const USER_ALONE = /([A-Za-z0-9_~.-]{20,160})@/y;
/** Schemes whose URLs have passwords more often than paths. */
const DATABASE =
  /(?:postgres(?:ql)?|postgis|cockroachdb|mysql2?|mariadb|mongodb|mongodb\+srv|rediss?|valkeys?|amqps?|mssql|sqlserver|oracle|clickhouse|neo4j(?:\+s)?|bolt|nats|kafka|ldaps?|smtps?|imaps?|s?ftps?|ssh|smb|couchdb|influxdb|(?:postgresql|mysql)\+\w+)$/i;
/** As people write them, with @ : / ? # in the password: up to the last @ that a host follows. */
const DATABASE_INFO =
  /([^\s/?#@:"'`<>\\]{0,128}):([^\s"'`<>\\]{1,160})@(?=[\w.-]{1,253}(?::\d{1,5})?(?:[/?,\s"'`\\)\]}>;&]|$)|\[[\da-f:]{2,40}\])/iy;

export function findUrlPasswords(text: string, found: Span[]): void {
  findDriverPasswords(text, found);
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const from = at + 3;
    const match = userInfo(text, at, from);
    if (match) {
      const [whole, user = "", password = ""] = match;
      const end = from + whole.length - 1;
      if (isUrlSecret(user, password))
        found.push({ start: end - password.length, end, kind: "url-password" });
      continue;
    }
    USER_ALONE.lastIndex = from;
    const alone = USER_ALONE.exec(text)?.[1];
    if (alone && /\d/.test(alone) && looksRandom(alone, 20) && !isPlaceholder(alone))
      found.push({ start: from, end: from + alone.length, kind: "url-token" });
  }
}

function userInfo(text: string, at: number, from: number): RegExpExecArray | null {
  if (DATABASE.test(text.slice(Math.max(0, at - 20), at))) {
    DATABASE_INFO.lastIndex = from;
    const match = DATABASE_INFO.exec(text);
    // Two URLs in a row: the second one's user is none of the first one's password.
    if (match && !match[2]?.includes("://")) return match;
  }
  USER_INFO.lastIndex = from;
  return USER_INFO.exec(text);
}

function isUrlSecret(user: string, password: string): boolean {
  if (password.length < 4 || password === user || isPlaceholder(password)) return false;
  if (/&[lg]t;/.test(password)) return false;
  if (/[{}$*|()]/.test(password) && !/\d/.test(password)) return false;
  return !/^\d{1,5}(?:[/?#,].*)?$/.test(password);
}

const LONGEST_LOGIN = 225;

/** user:password@tcp(host:3306)/database, as the drivers of Go write it. */
function findDriverPasswords(text: string, found: Span[]): void {
  let before = 0;
  for (let at = text.indexOf("@tcp("); at >= 0; at = text.indexOf("@tcp(", at + 5)) {
    let start = at;
    while (start > before && at - start < LONGEST_LOGIN && !/[\s"'`<>\\]/.test(text.charAt(start - 1)))
      start--;
    before = at + 5;
    const [, user = "", password = ""] = /^([^:@/]{1,64}):(.{1,160})$/.exec(text.slice(start, at)) ?? [];
    if (isUrlSecret(user, password))
      found.push({ start: at - password.length, end: at, kind: "url-password" });
  }
}
