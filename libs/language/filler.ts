// Recognises sentences without content of their own: announcements of what comes next, acknowledgements, offers and
// questions to the user, introductions of a list. Pure; English in full, other languages in basic form.

import { allWords, alternatives } from "./languages/all.ts";

export type Filler = "announcement" | "acknowledgement" | "offer" | "question" | "introduction";

const ANNOUNCES = allWords.flatMap(({ replies }) => replies.announces);
const OFFERS = allWords.flatMap(({ replies }) => replies.offers);
const ACK_WORDS = alternatives(({ replies }) => replies.acknowledges);
const ACK_END = "[\\s.!,;:…—–~)、。！？-]";
const ACK_MORE = alternatives(({ reports }) => reports.acknowledgesMore);
const ACK_ONLY = new RegExp(`^(?:(?:${ACK_WORDS})(?: (?:${ACK_MORE}))?${ACK_END}*)+$`, "iu");
/** "Perfect! The tests pass" begins with an acknowledgement and goes on with content. */
const ACK_LEAD = new RegExp(`^(?:(?:${ACK_WORDS})(?:[!.,:;—–、。！]+\\s*|\\s+[—–-]+\\s+))+`, "iu");
const INTRODUCES = new RegExp(`^(?:${alternatives(({ replies }) => replies.introduces)})[:：]?$|[：:]$`, "i");

export function fillerIn(sentence: string): Filler | null {
  const line = sentence.trim().replaceAll("’", "'");
  if (ACK_ONLY.test(line)) return "acknowledgement";
  const said = withoutAcknowledgement(line);
  if (OFFERS.some((offer) => offer.test(said))) return "offer";
  if (/[?？]["')\]]*$/u.test(said)) return "question";
  if (ANNOUNCES.some((announced) => announced.test(said))) return "announcement";
  if (INTRODUCES.test(said)) return "introduction";
  return null;
}

/** The sentence without "Perfect! ", "You're right, ". */
export function withoutAcknowledgement(sentence: string): string {
  const said = sentence.replace(ACK_LEAD, "").trim();
  if (said === "" || said === sentence) return sentence;
  return said.charAt(0).toUpperCase() + said.slice(1);
}
