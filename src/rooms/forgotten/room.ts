// The room of what was forgotten: only hashes, by which it does not come back. Import only this file; the other files
// are private.

export { forgottenIn, isForgottenRecord, noteForgotten, standInFor } from "./keys.ts";
export { forgottenRecords } from "./records.ts";
export {
  type ForgottenWords,
  forgetPhrase,
  forgetSentences,
  forgottenWords,
  forgottenWordsOf,
} from "./words.ts";
