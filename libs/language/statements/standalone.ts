// Makes a sentence stand alone: without "No, please", "Remember that" or "Note:", with "here" resolved, with its reason
// and its scope kept. Pure.

import { alternatives, atStart, type Language, languages } from "../languages/all.ts";
import { compiled } from "../patterns.ts";
import { asContent } from "./own-sentences.ts";

/** Announce a statement and say nothing themselves; only before a colon or a comma. */
const ANNOUNCED = atStart(({ statements }) => statements.announced, "\\s*[:：,、，–—]\\s*");
/** The same in front of a clause. */
const INTRODUCED = atStart(({ statements }) => statements.introduced, "[\\s,:;–—，]+");
const TRAILING = compiled(`[\\s,;–—-]+(?:${alternatives(({ statements }) => statements.trailing)})[\\s.!]*$`);
/** The number of a point in a list. */
const MARK = /^\(?\d{1,2}(?:[.)-]\s*|\s+(?=\p{Ll}))(?=\p{L})/u;
const maxLeads = 3;

/** "Decision: …", "Note: …". */
export function isAnnounced(sentence: string): boolean {
  return ANNOUNCED.test(sentence);
}

/** `bare` is the sentence without filler. */
export function standingAlone(bare: string, language: Language): string {
  const { statements, wording } = languages[language];
  const { filler, here } = statements;
  let text = bare.replace(MARK, "");
  for (let turn = 0; turn < maxLeads; turn++) {
    const rest = text.replace(ANNOUNCED, "").replace(INTRODUCED, "").replace(filler, "");
    if (rest === text || rest.trim().length < 4) break;
    text = rest;
  }
  text = text.replace(TRAILING, "");
  for (const [said, meant] of wording.rewrites) text = text.replace(said, meant);
  return asContent(here ? text.replace(here[0], here[1]) : text);
}
