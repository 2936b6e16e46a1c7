// Dead ends: what was tried and failed, with the reason. Kept so that nobody tries it again. Pure.

import { allWords, firstMatch } from "../../../../libs/language/index.ts";
import { ownSentences } from "../../../../libs/language/statement-model.ts";

/** "We tried X last year, too much memory for the server": the reason alone. */
const TOO_MUCH = allWords.flatMap(({ learnings }) => learnings.tooMuch);
const FAILED = allWords.flatMap(({ learnings }) => learnings.failed);
const BECAUSE = allWords.flatMap(({ learnings }) => learnings.failedBecause);

export function deadEndsIn(text: string): { content: string; claim: string }[] {
  return ownSentences(text).flatMap((sentence) => {
    const tooMuch = firstMatch(TOO_MUCH, sentence);
    const match = tooMuch ?? firstMatch(FAILED, sentence);
    const what = match?.[1]?.trim();
    const reason = tooMuch ? tooMuch[2] : firstMatch(BECAUSE, match?.[2] ?? "")?.[1];
    const why = reason?.replace(/[.!\s]+$/, "");
    if (!what || !why || why.split(" ").length < 2) return [];
    return [{ content: `Dead end: tried ${lower(what)}, failed because ${why}`, claim: sentence }];
  });
}

function lower(text: string): string {
  return /^[A-Z][a-z]+ /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
