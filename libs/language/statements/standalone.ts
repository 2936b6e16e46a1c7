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
const MUST =
  "(?:(?:you|we) (?:must |should |have to |need to |ought to )?|i (?:want|need|expect|would like) (?:you|us) to |make sure (?:to |you |that you |we )|be sure to )";
const COMMANDED = new RegExp(`^${MUST}?(always|never)\\s+`, "i");
const NOT_EVER = new RegExp(`^${MUST}?(?:don't|do not|not) ever\\s+`, "i");
const FIRST_PERSON = /^(?:i|we)(?: would|'d)? (?:strongly |generally |always )?prefer (?=\S)/i;
const maxLeads = 3;

/** "Decision: …", "Note: …". */
export function isAnnounced(sentence: string): boolean {
  return ANNOUNCED.test(sentence);
}

/** `bare` is the sentence without filler. */
export function standingAlone(bare: string, language: Language): string {
  const { filler, here } = languages[language].statements;
  let text = bare;
  for (let turn = 0; turn < maxLeads; turn++) {
    const rest = text.replace(ANNOUNCED, "").replace(INTRODUCED, "").replace(filler, "");
    if (rest === text || rest.trim().length < 4) break;
    text = rest;
  }
  text = text.replace(TRAILING, "");
  if (language === "en")
    text = text
      .replace(NOT_EVER, "never ")
      .replace(COMMANDED, (_, word: string) => `${word.toLowerCase()} `)
      .replace(FIRST_PERSON, (said) => (/^we/i.test(said) ? said : "prefer "))
      .replace(/^please /i, "");
  return asContent(here ? text.replace(here[0], here[1]) : text);
}
