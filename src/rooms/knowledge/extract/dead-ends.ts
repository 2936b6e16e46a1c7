// Dead ends: what was tried and failed, with the reason. Kept so that nobody tries it again. Pure.

import { ownSentences } from "../../../../libs/language/statements/own-sentences.ts";

const FAILED =
  "(?:it |that |this |they )?(?:failed|did(?: not|n't) (?:work|help)|does(?: not|n't) (?:work|help)|broke|had no effect)";
const TRIED = new RegExp(
  `\\b(?:(?:i|we)(?:'ve| have)? (?:also |first |already )?)?tried (?:to )?(.{5,140}?)[,;:]?(?: -| –| —)? (?:but |and |which )?${FAILED}\\b(.*)$`,
  "i",
);
/** "We tried X last year, too much memory for the server": the reason alone. */
const TOO =
  /\b(?:i|we)(?:'ve| have)? (?:also |first |already )?tried (?:to )?(.{3,100}?)[,;:](?: but)? (?:it |that |this )?(?:was |is |needs |needed |took |uses |used |had )?(too \w+ .{3,120})$/i;
const WONT =
  /^(?!it\b|this\b|that\b|which\b)(.{5,100}?) (?:did(?: not|n't)|does(?: not|n't)|won't|will not) work(?: here)?\b(.*)$/i;
const REASON = /^[\s,:;–—-]*(?:because|since|as|due to|:|–|—|-)\s*(?:of )?(.{8,180})$/i;

export function deadEndsIn(text: string): { content: string; claim: string }[] {
  return ownSentences(text).flatMap((sentence) => {
    const tooMuch = TOO.exec(sentence);
    const match = tooMuch ?? TRIED.exec(sentence) ?? WONT.exec(sentence);
    const what = match?.[1]?.trim();
    const reason = tooMuch ? tooMuch[2] : REASON.exec(match?.[2] ?? "")?.[1];
    const why = reason?.replace(/[.!\s]+$/, "");
    if (!what || !why || why.split(" ").length < 2) return [];
    return [{ content: `Dead end: tried ${lower(what)}, failed because ${why}`, claim: sentence }];
  });
}

function lower(text: string): string {
  return /^[A-Z][a-z]+ /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
