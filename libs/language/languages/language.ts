// What tellback knows of a human language: one file a language has all of its words, and a part that is missing does not
// compile. Lists of words are separated by spaces; patterns are alternatives separated by `|`, without brackets around
// them. An empty text means that the language has none.

import type { Cue } from "../cues.ts";

/** What a prompt may want from memory, in the order in which they are looked for. */
export const intents = ["resume", "left", "changes", "how", "tried", "why", "branch"] as const;
export type Intent = (typeof intents)[number];

export const valueUnits = ["ms", "s", "min", "h", "day", "week", "month", "others"] as const;
type ValueUnit = (typeof valueUnits)[number];

export interface LanguageWords {
  /** False where words are not separated by spaces: a pattern then matches anywhere. */
  isSpaced: boolean;
  /** Letters by which it is recognised at once, or null. */
  letters: RegExp | null;
  /** Letters and forms that no other language in the same script has. */
  marks: RegExp | null;
  /** Frequent words, to recognise it; empty where the letters are enough. */
  frequent: string;
  /** Small words that make the frame of a sentence: they stay when names and topics are masked. */
  frame: string;
  /** Words of questions rather than of answers: not looked up while others remain. */
  common: string;
  /** Words that say nothing about the subject of a prompt. */
  everyday: {
    functions: string;
    polite: string;
    /** How people talk about any subject. */
    talk: string;
    /** What everybody asks of an agent. */
    work: string;
  };
  /** Numbers in words; "one" is left out, for it is a pronoun more often. */
  numbers: Readonly<Record<number, string>>;
  /** Where the script has characters for numbers: what must follow for them to count. */
  counted: string;
  /** Endings that a search ignores; English has a stemmer. */
  endings: string;
  /** Words that end with a dot inside a sentence. */
  abbreviations: string;
  times: { asks: string; names: string; week: string; yesterday: string; today: string };
  intents: Readonly<Record<Intent, RegExp>>;
  /** What people answer and ask of an agent. */
  prompts: {
    /** "yes", "go ahead". */
    assents: string;
    /** Undoes or refuses what was done. */
    rejects: readonly RegExp[];
    /** Politely refuses what was proposed. */
    declines: RegExp;
    asksCommand: string;
    changesSetting: string;
  };
  /** What agents write in replies. */
  replies: {
    acknowledges: string;
    announces: readonly RegExp[];
    offers: readonly RegExp[];
    introduces: string;
    cause: string;
    change: string;
    result: string;
    open: string;
    openLabel: string;
    openHeading: string;
    closed: string;
    /** "Before: …" tells what was true before the work. */
    formerly: string;
  };
  /** How settings, choices and rates are stated. */
  values: {
    settings: string;
    units: Readonly<Record<ValueUnit, string>>;
    to: string;
    from: string;
    is: string;
    now: string;
    articles: string;
    /** "set", "raised" before the name of a setting. */
    sets: string;
    /** The same after it: "was raised". */
    auxiliaries: string;
    wasSet: string;
    hypothetical: string;
    uses: string;
    instead: string;
    replaced: string;
    by: string;
    switched: string;
    added: string;
    removed: string;
    every: string;
    adverbs: Readonly<Record<string, string>>;
    retries: string;
    attempts: string;
    times: string;
    /** Verbs of what is scheduled. */
    runs: string;
    /** Small words around the name of a scheduled thing. */
    around: string;
  };
  /** How a statement is introduced and stands in a text. */
  statements: {
    /** "Note", "Rule": before a colon. */
    announced: string;
    /** "Remember that", "from now on": before a clause. */
    introduced: string;
    /** "please" at the end. */
    trailing: string;
    /** Begins with what only continues the sentence before. */
    continues: string;
    polite: string;
    /** The agent is to find something out. */
    investigates: string;
    /** "look into it" after a report. */
    looksInto: string;
    /** "sorry" before it is taken back. */
    hesitates: string;
    retracts: string;
    /** "here" and what it stands for. */
    here: readonly [RegExp, string] | null;
    /** What may precede a statement and says nothing: "No, please". */
    filler: RegExp;
    /** Where the reason begins: "because". */
    because: RegExp;
    cues: Readonly<Record<Cue, RegExp>>;
  };
}
