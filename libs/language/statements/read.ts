// Reads a text as sentences with their cues and scores. For the extraction and for its bench. Pure.

import { languageOf } from "../detect.ts";
import { alternatives, type Language, languages } from "../languages/all.ts";
import { compiled } from "../patterns.ts";
import type { Speaker } from "../speaker.ts";
import { withoutHost } from "../typed.ts";
import { scoreOf } from "./classify.ts";
import { correctionRule } from "./correction.ts";
import { type Cues, cuesOf, featuresOf, isNormative, type Place, refersBack } from "./features.ts";
import { formOf, typedPart } from "./form.ts";
import { gramsOf } from "./grams.ts";
import { ownSentences } from "./own-sentences.ts";
import { type Prompt, worthFeatures, worthOf } from "./worth.ts";

export interface ReadSentence {
  /** As it was written. */
  text: string;
  /** Without the filler before it. */
  bare: string;
  language: Language;
  cues: Cues;
  features: Float64Array;
  /** Indices of the pieces of its wording. */
  grams: Uint16Array;
  /** Of a user: typed, not pasted. */
  isTyped: boolean;
  /** It can be kept as it is: it was typed, names what it is about, and reports nothing. */
  standsAlone: boolean;
  /** Log odds that it is a lasting statement, by its cues and its wording. */
  score: number;
  /** Log odds that a reader would keep it; null of an agent, and where the forms of the language are not known. */
  readonly worth: number | null;
  /** Says what must be, and for how much: "all views should", "we must", "never". */
  readonly isNormative: boolean;
  /** What `worth` is made of, with another score of the wording. */
  worthFeatures(wording: number): Float64Array | null;
}

export function readSentences(whole: string, by: Speaker): ReadSentence[] {
  const text = by === "user" ? withoutHost(whole) : whole;
  const sentences = ownSentences(text);
  const typed = by === "agent" ? sentences : ownSentences(typedPart(text));
  const prompt: Prompt = {
    length: text.length,
    sentences: sentences.length,
    hasLines: text.trim().includes("\n"),
    hasCode: text.includes("```"),
    asks: /[?？]/.test(text),
  };
  return sentences.map((sentence, at) =>
    readSentence(sentence, by, typed.includes(sentence), {
      // Beside what was pasted the own words are few.
      among: typed.includes(sentence) ? typed.length : sentences.length,
      isReport: LOOK_INTO_IT.test(sentences[at + 1] ?? ""),
      prompt,
      isFirst: at === 0,
      isLast: at === sentences.length - 1,
    }),
  );
}

type At = Place & { prompt: Prompt; isFirst: boolean; isLast: boolean };

/** Makes a report of what comes before it, "The worker eats all memory. Please look into it." */
const LOOK_INTO_IT = compiled(
  `^(?:(?:${alternatives(({ statements }) => statements.polite)})\\s+)*(?:${alternatives(({ statements }) => statements.looksInto)})(?![\\p{L}]).{0,40}$`,
);

function readSentence(text: string, by: Speaker, isTyped: boolean, place: At): ReadSentence {
  const language = languageOf(text);
  const bare = withoutFiller(text, language);
  // Most sentences can be no statement: what the classifier would need is made for the others only.
  const read = {
    ...{ text, bare, language, isTyped },
    get cues() {
      return cuesOf(bare, language);
    },
    get features(): Float64Array {
      return featuresOf(bare, cuesOf(bare, language), by, language, place);
    },
    get grams() {
      return gramsOf(bare, language, by);
    },
    get standsAlone(): boolean {
      return isTyped && !refersBack(bare) && !reports(bare, language, cuesOf(bare, language));
    },
  };
  const isLasting = isPossible(text) && !read.cues.has("momentary");
  const score = isLasting ? scoreOf(read.features, read.grams) : Number.NEGATIVE_INFINITY;
  const worthFeaturesFor = (wording: number) =>
    worthFeatures({
      ...{ bare, language, isTyped, wording, ...place },
      ...{ cues: read.cues, standsAlone: read.standsAlone },
    });
  return Object.defineProperties(Object.assign(read, { score, worthFeatures: worthFeaturesFor }), {
    worth: {
      get(): number | null {
        const features = by === "user" && isLasting ? worthFeaturesFor(score) : null;
        return features && worthOf(features);
      },
    },
    isNormative: { get: () => isNormative(read.cues, formOf(bare, language)) },
  }) as ReadSentence;
}

/** "We dropped Kafka" reports too, and is a decision. */
function reports(bare: string, language: Language, cues: Cues): boolean {
  if (correctionRule(bare) !== null) return false;
  const form = formOf(bare, language);
  return (
    form !== null &&
    (form.hasNoSubject || form.pointsBack || (form.isReport && !cues.has("decided") && !cues.has("rejected")))
  );
}

/** What the agent is to find out is a task, whatever fault it describes. */
const INVESTIGATE = compiled(
  `^(?:(?:${alternatives(({ statements }) => statements.polite)})\\s+)*(?:${alternatives(({ statements }) => statements.investigates)})(?![\\p{L}])`,
);

/** A statement is short; long sentences describe. */
const maxLength = 220;

/** Somebody else's words; "archived" at the beginning may be a word that is explained. */
const QUOTED = /^["“](?:[^"”]*$|[^"”]*["”][\s.,!]*$|[^"”]{40,}["”])/;
/** Takes back what was said before. */
const RETRACTS = compiled(
  `^(?:(?:${alternatives(({ statements }) => statements.hesitates)})[\\s,.!-]+)*(?:${alternatives(({ statements }) => statements.retracts)})(?![\\p{L}])`,
);

/** What is long, quoted, taken back or only introduces what follows is never a statement. */
function isPossible(text: string): boolean {
  if (text.length > maxLength || INVESTIGATE.test(text) || QUOTED.test(text) || RETRACTS.test(text))
    return false;
  return !/[:,([{`—–-]\s*$/u.test(text.replace(/`[^`]*`/g, "x"));
}

const maxFillers = 5;

/** Without "No, please". */
export function withoutFiller(sentence: string, language: Language): string {
  const { filler } = languages[language].statements;
  let bare = sentence.trim();
  for (let turn = 0; turn < maxFillers; turn++) {
    const rest = bare.replace(filler, "");
    if (rest === bare || rest.trim() === "") break;
    bare = rest;
  }
  return bare;
}
