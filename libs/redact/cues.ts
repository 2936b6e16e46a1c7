// Words that announce a secret further on: names of commands, keywords of SQL, of netrc files and of cookie jars. They
// are met on the one walk over all words of a text (shapes.ts) and then read by the finder of their group.
import { CALLS, type CallGroup } from "./call-rules.ts";
import { COMMAND_NAMES } from "./command-rules.ts";
import { SPOKEN } from "./prose.ts";

export type CueGroup =
  | "command"
  | "netrc"
  | "cookie-jar"
  | "input"
  | "sql"
  | "sql-insert"
  | "redis-acl"
  | "redis-auth"
  | "characters"
  | "powershell"
  | "expect"
  | CallGroup
  | "secret-object"
  | "token-object"
  | "key-object"
  | "recovery-codes"
  | "random-name"
  | "spoken";
export type Cue = { readonly group: CueGroup; readonly at: number };

/** What must stand in a text for a cue; the character after it is checked as well. */
export const CUES: readonly { group: CueGroup; word: string; followedBy: RegExp }[] = [
  ...COMMAND_NAMES.map((word) => ({
    group: "command" as const,
    word,
    followedBy: /(?:\.exe)?(?:[ \t]|["'],[ \t]?\[?["'][-/])/y,
  })),
  { group: "netrc", word: "machine", followedBy: /(?:\s|\\)/y },
  { group: "netrc", word: "default login", followedBy: / /y },
  { group: "cookie-jar", word: "TRUE", followedBy: /(?:\t|\\+t| {2})/y },
  { group: "cookie-jar", word: "FALSE", followedBy: /(?:\t|\\+t| {2})/y },
  { group: "input", word: "input", followedBy: /[\s]/y },
  { group: "input", word: "INPUT", followedBy: /[\s]/y },
  { group: "sql", word: "IDENTIFIED", followedBy: /\s/y },
  { group: "sql", word: "Identified", followedBy: /\s/y },
  { group: "sql", word: "identified", followedBy: /\s/y },
  ...["INTO", "into", "Into"].map((word) => ({ group: "sql-insert" as const, word, followedBy: /\s/y })),
  ...["SETUSER", "setuser"].map((word) => ({ group: "redis-acl" as const, word, followedBy: / /y })),
  { group: "redis-acl", word: "user", followedBy: / [\w.-]{1,60} (?:on|off|reset) /y },
  { group: "redis-auth", word: "AUTH", followedBy: / \S{6,200}[ \t\r]{0,4}(?:\n|\\n|$)/y },
  { group: "characters", word: "toCharArray", followedBy: /\(\)/y },
  ...CALLS,
  ...SPOKEN,
  { group: "expect", word: "send", followedBy: /(?: --| -s)? \\{0,8}["{]/y },
  { group: "secret-object", word: "data", followedBy: /\\{0,8}"?:/y },
  { group: "secret-object", word: "stringData", followedBy: /\\{0,8}"?:/y },
  ...["github-oauth", "gitlab-oauth", "gitlab-token", "bearer"].map((word) => ({
    group: "token-object" as const,
    word,
    followedBy: /\\{0,8}":/y,
  })),
  { group: "key-object", word: "keyName", followedBy: /\\{0,8}":/y },
  { group: "key-object", word: "random_password", followedBy: /\\{0,8}"/y },
  ...["recovery", "Recovery", "backup", "Backup", "scratch", "emergency"].map((word) => ({
    group: "recovery-codes" as const,
    word,
    followedBy: /[ _-]?[cC]odes/y,
  })),
  ...[
    "SIGNING",
    "signing",
    "Signing",
    "HMAC",
    "hmac",
    "SEED",
    "seed",
    "2FA",
    "2fa",
    "MFA",
    "mfa",
    "MASTER",
    "phrase",
  ].map((word) => ({
    group: "random-name" as const,
    word,
    followedBy: /\\{0,8}["'`]?\]?(?:[ \t]{0,4}[:=]| is )/y,
  })),
  { group: "powershell", word: "ConvertTo-SecureString", followedBy: /(?:)/y },
  { group: "powershell", word: "convertto-securestring", followedBy: /(?:)/y },
  { group: "powershell", word: "NetworkCredential", followedBy: /[\](]/y },
  { group: "powershell", word: "PSCredential", followedBy: /[\](]/y },
];
