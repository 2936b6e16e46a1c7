// The entry: words, sentences, cuts, times and search terms, and what a prompt or a report says. The statement model has
// its own entry, because it adds 100 KB.

export {
  type ClosingLine,
  closingLineIn,
  withoutClosingLine,
  withoutPartLabel,
} from "./closing-line.ts";
export { filesNamedIn, namesCode, possibleNamesIn, symbolsNamedIn } from "./code-names.ts";
export { commonIn, contentTerms } from "./common-words.ts";
export { cut, cutPath, firstLine, oneLine } from "./cuts.ts";
export { asksWhen, datesIn, givesTime, type NamedDate, nearDates } from "./dates.ts";
export { languageOf } from "./detect.ts";
export { withoutBold } from "./emphasis.ts";
export { isEmptyWord, isWorkWord } from "./everyday-words.ts";
export { fillerIn, withoutAcknowledgement } from "./filler.ts";
export { folded, foldedWordsOf, forgettableParts } from "./forgotten-text.ts";
export { inEnglish } from "./in-english.ts";
export { asksUs, asksWorld, clearlyAsksMemory, daysAsked, type Intent, intentOf } from "./intents.ts";
export { allWords, alternatives } from "./languages/all.ts";
export { topics } from "./languages/language.ts";
export { either, firstMatch } from "./patterns.ts";
export {
  asksForCommand,
  changesSetting,
  declines,
  isAssent,
  rejects,
  withoutAssent,
} from "./prompts.ts";
export {
  addressesReader,
  advises,
  beginsWithOpen,
  hasNumber,
  isAside,
  isAsideHeading,
  isImportant,
  isLabelledOpen,
  isOpenHeading,
  requests,
  tellsCause,
  tellsChange,
  tellsEnd,
  tellsFault,
  tellsFormerState,
  tellsOpenPoint,
  tellsResult,
  tellsUsage,
  withoutFound,
  withoutLabel,
} from "./reports.ts";
export { denseSecrets, isStateOfSecret, spacedSecrets } from "./secret-words.ts";
export { cutAtSentence, sentencesOf } from "./sentences.ts";
export { stem } from "./stem.ts";
export { isAspect, subjectTerms, topicTerms } from "./subject-terms.ts";
export { replacePairs } from "./tag-pairs.ts";
export { partsOf, plainTermsOf, separate, termsOf, termText } from "./terms.ts";
export { namesKindOnly, namesThread, type ThreadName, threadsNamedIn } from "./thread-names.ts";
export { dayMs, sinceExamples, sinceTime, spanMs, utcDay } from "./times.ts";
export { withoutHost } from "./typed.ts";
export { type StatedValue, valuesIn } from "./values.ts";
export {
  aboutTerms,
  demandsAlways,
  isEntry,
  refersBack,
  setsLimit,
  standsAlone,
  tellsOneCase,
} from "./whole-sentences.ts";
export { compoundsOf, sharedWords, wordsOf } from "./words.ts";
