// Words of questions rather than of answers, in several languages. They are not looked up while others remain.

import { languageNames, languages } from "./languages/all.ts";
import { dutchCommon } from "./languages/others.ts";
import { plainTermsOf } from "./terms.ts";

const termsIn = (text: string): ReadonlySet<string> => new Set(plainTermsOf(text));
const ofEnglish = termsIn(languages.en.common);
/** A word of these may be a content word elsewhere ("die", "sin"), so two of a language must occur. */
const ofOthers = [
  ...languageNames.filter((name) => name !== "en").map((name) => languages[name].common),
  dutchCommon,
].map(termsIn);
const wordsOfLanguage = 2;

/** Whether a term of this question is a common word. */
export function commonIn(terms: readonly string[]): (term: string) => boolean {
  const spoken = ofOthers.filter(
    (common) => terms.filter((term) => common.has(term)).length >= wordsOfLanguage,
  );
  return (term) => ofEnglish.has(term) || spoken.some((common) => common.has(term));
}

/** The terms without common words; all of them if nothing else is there. */
export function contentTerms(terms: readonly string[]): string[] {
  const isCommon = commonIn(terms);
  const content = terms.filter((term) => !isCommon(term));
  return content.length > 0 ? content : [...terms];
}
