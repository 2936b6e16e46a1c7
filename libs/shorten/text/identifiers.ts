// The words that a later search will look for: paths with positions, addresses, error codes, exceptions, hashes, tests.

import { unique } from "./text.ts";

/** Without a folder, `limits.depth` is code and `limits.ts` a file. */
const plainEndings =
  "json jsonl md mdx py ipynb rs go java kt kts swift cs rb php ex exs sh bash sql yml yaml toml lock css scss htm html " +
  "vue svelte txt log xml ini cfg conf env gradle proto tf db csv svg png";
const endings = `[cm]?[jt]sx?|[ch](?:pp|c|xx)?|${plainEndings.replaceAll(" ", "|")}`;
const inFolder = "(?:[\\w@.+~-]*\\/)+[\\w@+.-]*[\\w@+-]\\.[A-Za-z]\\w{0,9}";
const alone = `[\\w@+-][\\w@+.-]*\\.(?:${endings})`;
const position = "(?:::[\\w:[\\]-]+|:\\d+(?::\\d+)?|\\(\\d+(?:,\\d+)?\\))?";

/** Each pattern matches only at the start of a word, so a long run of letters is read once. */
const KINDS: readonly RegExp[] = [
  /https?:\/\/[^\s"'<>)\]}`]+/g,
  new RegExp(`(?<![\\w@./:-])(?:${inFolder}|${alone})(?!\\w)${position}`, "g"),
  /\b[A-Z]\w*(?:Error|Exception|Panic|Warning)\b/g,
  /\b(?:TS|CS|CVE-|RUSTSEC-|SQLSTATE |HTTP )[\d-]{3,}\b|\bE\d{3,4}\b|\bERR_[A-Z_]+\b|\bE[A-Z]{3,}(?=[:,\s])\b/g,
  /\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/g,
  /(?<![\w.])[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+/g,
  /`[^`\n]{2,60}`/g,
];

const NOT_CODES = new Set(["ERROR", "ERRORS", "EXPECTED", "EXIT", "ELSE", "EACH", "EMPTY", "ENDS", "EOF"]);

export function identifiers(text: string): string[] {
  const found: { at: number; word: string }[] = [];
  for (const kind of KINDS) {
    // Every line is looked at, and matchAll would make a new pattern each time.
    kind.lastIndex = 0;
    for (let match = kind.exec(text); match; match = kind.exec(text)) {
      const word = match[0].replace(/[.,;:]+$/, "");
      if (!NOT_CODES.has(word)) found.push({ at: match.index, word });
    }
  }
  found.sort((a, b) => a.at - b.at);
  return unique(found.map(({ word }) => word));
}
