// Reads values that are written in groups: the key of a second factor ("jbsw y3dp …"), a key in hex ("a7:e5:…",
// 0xa7, 0xe5, …), the words of a wallet's seed. For keys.ts, which knows from the name before them that they are secret.
import { isPlaceholder } from "./placeholder.ts";
import { looksRandom } from "./values.ts";

const OPENING = /(?:(?:new )?[\w.]{1,24}\(\s{0,4})?[{[]\s{0,16}/y;
const GROUPS =
  /(?:[A-Za-z0-9]{4}[ -]){3,15}[A-Za-z0-9]{4}(?![A-Za-z0-9])|(?:[0-9a-f]{8}[ -]){2,15}[0-9a-f]{8}(?![A-Za-z0-9])|(?:[0-9a-f]{2}[: ]){9,127}[0-9a-f]{2}(?![A-Za-z0-9])/iy;
const BYTES =
  /(?:0x[0-9a-f]{1,2},\s{0,16}){9,255}0x[0-9a-f]{1,2}|(?:\d{1,3},\s{0,16}){15,255}\d{1,3}(?![\d.])/iy;
const SEED_WORD = String.raw`(?:\d{1,2}[.):]?[ \t]{1,2})?["']?[a-z]{3,8}["']?`;
const SEED = new RegExp(
  String.raw`\[?\s{0,8}(?:${SEED_WORD}(?:[ \t]|,\s{0,4}|\s{0,4}\n\s{0,4})){11,23}${SEED_WORD}(?![a-z])`,
  "y",
);

/** Where the groups end that begin at `at`, or -1. */
export function groupsEnd(text: string, at: number): number {
  const end = skip(GROUPS, text, at);
  if (end >= 0) return isRandomGroups(text.slice(at, end)) ? end : -1;
  const opened = skip(OPENING, text, at);
  return skip(BYTES, text, opened < 0 ? at : opened);
}

/** Words of four letters are groups too: "this will take some time". */
function isRandomGroups(groups: string): boolean {
  const joined = groups.replace(/[ :-]/g, "");
  return looksRandom(joined, 16, 0.5) && !isPlaceholder(joined);
}

/** Where a seed of twelve to twenty-four words ends, or -1. */
export const seedEnd = (text: string, at: number): number => skip(SEED, text, at);

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
