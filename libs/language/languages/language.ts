// What tellback knows of a human language: one file a language has all of its words, and a part that is missing does not
// compile. Lists of words are separated by spaces; patterns are alternatives separated by `|`, without brackets around
// them. An empty text means that the language has none.

import type { Cue } from "../cues.ts";

/** What a prompt may want from memory, in the order in which they are looked for. */
export const intents = [
  "resume",
  "left",
  "changes",
  "thread",
  "tried",
  "decided",
  "how",
  "why",
  "branch",
] as const;
export type Intent = (typeof intents)[number];

export const valueUnits = ["ms", "s", "min", "h", "day", "week", "month", "others"] as const;
type ValueUnit = (typeof valueUnits)[number];

/** What a rule may be about; a rule about none of them is a convention. */
export const topics = ["gotcha", "pattern", "dependency", "architecture"] as const;
type Topic = (typeof topics)[number];

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
  /** What is asked about a topic rather than its name ("error handling", "our conventions for …"). */
  aspects: string;
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
  /** "twice" with digits, and the ending that makes "3 mal" of "dreimal". */
  repeated: { words: Readonly<Record<string, string>>; ending: string };
  /** Where the script has characters for numbers: what must follow for them to count. */
  counted: string;
  /** Endings that a search ignores; English has a stemmer. */
  endings: string;
  /** Words that end with a dot inside a sentence. */
  abbreviations: string;
  /**
   * "The password is …": what a password is called, the words between it and its value ("is", "changed to"), and words that say how a password
   * is (wrong, required); "" where no plain word is taken for a password.
   */
  secrets: { password: string; is: string; to: string; as: string; states: string };
  /**
   * Words of software work in English, for questions in another language than the work's: beginnings of words, and what they
   * mean: "lösch,gelösch=delete remove; …".
   */
  english: string;
  times: { asks: string; names: string; week: string; yesterday: string; today: string };
  intents: Readonly<Record<Intent, RegExp>>;
  /** What people answer and ask of an agent. */
  prompts: {
    /** What work is counted by: "issue 12", "PR 7". */
    threads: string;
    /** "we", "our". */
    we: string;
    /** "What is a …", "explain what …": about the world rather than about the work. */
    world: string;
    /** "yes", "go ahead". */
    assents: string;
    /** Undoes or refuses what was done. */
    rejects: readonly RegExp[];
    /** Politely refuses what was proposed. */
    declines: RegExp;
    /** The answer may be a command or an address. */
    asksCommand: string;
    changesSetting: string;
    /** Says how something must be, or must not be. */
    limits: string;
    /** A whole sentence that demands something of all work to come; empty: every limit counts. */
    demands: RegExp | null;
    /** A sentence about one case: a condition, a complaint. */
    oneCase: RegExp | null;
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
    /** Says that something is no more, or is otherwise than it was. */
    ends: string;
    /** "Open" before an open point. */
    openWord: string;
    /** Begins a sentence that needs the one before it. */
    refersBack: string;
    /** The labels of the line with which an agent ends a reply, and what stands after one that has nothing to say. */
    closing: { outcome: string; decided: string; open: string; nothing: string };
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
    /** "The port is at 80". */
    at: string;
    /** The article before the name of a choice. */
    definite: string;
    /** What else may precede the name of a setting. */
    before: string;
    /** Words that are not a part of the name of a setting. */
    small: string;
    /** Small words before a number of retries. */
    beside: string;
    /** "are" before "5 times retried". */
    counts: string;
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
  dates: {
    /** From January to December. */
    months: string;
    /** Months that are also verbs, and what precedes them when the month is meant. */
    verbMonths: string;
    beforeMonth: string;
    /** "1st". */
    ordinals: string;
    /** "the 1st of May". */
    of: string;
    /** A text with one of them gives a time: "last week", "two days". */
    given: string;
  };
  /** More about what agents write in replies. */
  reports: {
    /** How to use what was made, rather than what was made. */
    usage: string;
    /** "I found the issue" before the issue. */
    found: string;
    /** Headings of what is beside the point. */
    asides: string;
    /** Words of lines that are kept when a text is shortened. */
    important: string;
    /** What numbers count. */
    measures: string;
    /** "No points are open". */
    nothingOpen: string;
    /** "Run the migration": a sentence that asks for something; null: the cues of statements tell. */
    orders: RegExp | null;
    /** "you", "your": said to the reader of the reply. */
    addresses: string;
    /** "should", "I recommend": what may be, not what is. */
    advises: string;
    /** "Note", "Problem" before a colon: no report of the work follows. */
    aside: string;
    /** "Fix", "Solution" before a colon: the report follows. */
    labels: string;
    /** "so much" after "thanks". */
    acknowledgesMore: string;
  };
  /** How sentences begin, ask and explain. */
  wording: {
    /** Makes a rule of a request: "you must always" becomes "always". */
    rewrites: readonly (readonly [RegExp, string])[];
    /** Begins with a pronoun for what was said before. */
    pronouns: string;
    /** Names something that was said before. */
    given: string;
    /** Begins what is about one case. */
    oneCase: string;
    /** Subjects that name nothing. */
    unnamed: string;
    /** Before a name, they point at what was said before: "this comment". */
    demonstratives: string;
    /** "The view should": what something is to be, after its name. */
    modals: string;
    /** Those of them that allow no exception. */
    obliges: string;
    /** "can", "would": what something may be. */
    may: string;
    /** "want", "like": what somebody wishes. */
    wants: string;
    /** "only", "all": how far it holds. */
    scope: string;
    /** Begins a sentence with a condition. */
    conditions: string;
    /** "is", "contains": what something is, after its name. */
    states: string;
    /** Reports what happened: its subject and its verb. */
    reports: string;
    /** Begins a question, also without a question mark. */
    questions: string;
    /** Joins two sentences, of which the second is to be remembered. */
    joins: string;
    /** "Reason" before a colon. */
    reasonLabels: string;
    /** Between two things to do: "use pnpm and never npm". */
    and: string;
    /** Begins a clause after a comma that gives the reason. */
    explains: string;
  };
  /** How a learning is split into subject, value and what it rejects. The groups of each pattern are named in claim.ts. */
  claims: {
    negation: string;
    contrasts: readonly RegExp[];
    preferences: readonly RegExp[];
    uses: readonly RegExp[];
    made: readonly RegExp[];
    changes: readonly RegExp[];
    replacements: readonly RegExp[];
    auxiliaries: string;
    /** Words that say nothing about the subject. */
    empty: string;
    /** Short forms of a word. */
    aliases: Readonly<Record<string, string>>;
  };
  /** What people and agents write when something is learned. */
  learnings: {
    /** Begins a prompt that corrects the agent. */
    corrects: string;
    /** "I told you" and the word after it. */
    reminds: string;
    remindsThat: string;
    wishes: string;
    /** "You test it on Node 20, not 24": the verb, what, a preposition, what was wrong, what was wanted. */
    corrections: readonly RegExp[];
    /** "We tried X, too slow": what was tried, the reason. */
    tooMuch: readonly RegExp[];
    /** "We tried X, but it failed": what was tried, the rest. */
    failed: readonly RegExp[];
    /** The reason in that rest. */
    failedBecause: readonly RegExp[];
    /** "I suspect that". */
    guesses: string;
    topics: Readonly<Record<Topic, string>>;
  };
}

/** For a language without these words. */
export const untranslated = {
  repeated: { words: {}, ending: "" },
  dates: { months: "", verbMonths: "", beforeMonth: "", ordinals: "", of: "", given: "" },
  reports: {
    usage: "",
    found: "",
    asides: "",
    important: "",
    measures: "",
    nothingOpen: "",
    orders: null,
    addresses: "",
    advises: "",
    aside: "",
    labels: "",
    acknowledgesMore: "",
  },
  wording: {
    rewrites: [],
    pronouns: "",
    given: "",
    oneCase: "",
    unnamed: "",
    demonstratives: "",
    modals: "",
    obliges: "",
    may: "",
    wants: "",
    scope: "",
    conditions: "",
    states: "",
    reports: "",
    questions: "",
    joins: "",
    reasonLabels: "",
    and: "",
    explains: "",
  },
  claims: {
    contrasts: [],
    preferences: [],
    uses: [],
    made: [],
    changes: [],
    replacements: [],
    negation: "",
    auxiliaries: "",
    empty: "",
    aliases: {},
  },
  learnings: {
    corrects: "",
    reminds: "",
    remindsThat: "",
    wishes: "",
    corrections: [],
    guesses: "",
    tooMuch: [],
    failed: [],
    failedBecause: [],
    topics: { gotcha: "", pattern: "", dependency: "", architecture: "" },
  },
} as const satisfies Partial<LanguageWords>;
