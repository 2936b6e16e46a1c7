// A sentence as numbers for the classifier: which cues it has, whose words it is, how it is built. Pure.

import { type Cue, cueNames } from "../cues.ts";
import { languageOf } from "../detect.ts";
import { alternatives, type Language, languages } from "../languages/all.ts";
import type { Speaker } from "../speaker.ts";
import { type Form, formOf } from "./form.ts";
import { withoutReason } from "./reason.ts";

const pairs = [
  ["use", "contrast"],
  ["use", "general"],
  ["use", "passing"],
  ["forbid", "reason"],
  ["forbid", "general"],
  ["forbid", "passing"],
  ["require", "general"],
  ["require", "deictic"],
  ["always", "fault"],
  ["always", "forbid"],
  ["weUse", "fault"],
  ["weUse", "passing"],
  ["weUse", "unsure"],
  ["decided", "reason"],
  ["decided", "passing"],
  ["request", "general"],
  ["request", "always"],
  ["place", "passing"],
  ["need", "otherwise"],
  ["deprecated", "reason"],
] as const satisfies readonly (readonly [Cue, Cue])[];

const deciding: readonly Cue[] = ["decided", "rejected"];
const undecided: readonly Cue[] = ["question", "unsure", "passing", "narration"];

const lasting = cueNames.slice(0, cueNames.indexOf("question"));
const built = [
  "agent",
  "names",
  "brief",
  "noCue",
  "weak",
  "agentWeak",
  "agentNarrates",
  "pronoun",
  "given",
  "typeset",
  "long",
  "many",
  "crowd",
  "report",
  "oneCase",
  "norm",
  "scoped",
  "state",
  "condition",
  "imperative",
] as const;

/** Where a sentence stands. */
export interface Place {
  /** How many sentences were said together. Who writes much describes, and few of it is a statement. */
  among: number;
  /** The next sentence asks to look into it. */
  isReport: boolean;
}
/** Each is enough for a statement; the other lasting cues only support one. */
const core: readonly Cue[] = [
  "decided",
  "rejected",
  "always",
  "forbid",
  "prefer",
  "weUse",
  "warn",
  "note",
  "deprecated",
  "convention",
];
const corePairs: readonly (readonly [Cue, Cue])[] = [
  ["use", "contrast"],
  ["use", "general"],
  ["use", "reason"],
  ["need", "otherwise"],
  ["require", "general"],
  ["require", "contrast"],
  ["otherwise", "general"],
  ["require", "otherwise"],
  ["otherwise", "reason"],
];

/** A user who says where something lives or what it needs means it to be known. */
const coreOfUsers: readonly Cue[] = [...core, "need", "place"];
/** Agents describe code all the time: one cue is not enough. */
const pairsOfAgents: readonly (readonly [Cue, Cue])[] = [
  ["decided", "reason"],
  ["decided", "contrast"],
  ["decided", "otherwise"],
  ["rejected", "reason"],
  ["warn", "warn"],
  ["note", "require"],
  ["note", "otherwise"],
  ["note", "need"],
  ["note", "deprecated"],
  ["note", "place"],
  ["note", "forbid"],
  ["note", "reason"],
  ["note", "contrast"],
  ["note", "convention"],
  ["convention", "general"],
  ["require", "otherwise"],
  ["need", "otherwise"],
  ["weUse", "need"],
  ["forbid", "general"],
  ["always", "general"],
];

/** Has what is enough for a statement. */
export function hasCore(cues: Cues, by: Speaker): boolean {
  const hasPair = ([one, other]: readonly [Cue, Cue]) => cues.has(one) && cues.has(other);
  if (by === "agent") return pairsOfAgents.some(hasPair);
  return coreOfUsers.some((cue) => cues.has(cue)) || corePairs.some(hasPair);
}

export const featureNames: readonly string[] = [
  ...cueNames,
  ...pairs.map(([one, other]) => `${one}+${other}`),
  ...built,
];

export type Cues = ReadonlySet<Cue>;

const NAMES =
  /`[^`]+`|[\w@-]+[./][\w@/.-]*\w|\b[a-z]+[A-Z]\w+|\b\w+_\w+|\b[A-Z]{2,}\d*\b|\b\d+\b|--\w+|\b[A-Z]\w*[A-Z]\w*\b/;

/** About something only said before: it cannot stand alone. */
const PRONOUN = new RegExp(`^(?:${alternatives(({ wording }) => wording.pronouns)})`, "i");
/** "When we run it": one case. */
const ONE_CASE = new RegExp(`^(?:${alternatives(({ wording }) => wording.oneCase)})`, "i");
/** Names something that was said before. */
const GIVEN = new RegExp(`^(?:${alternatives(({ wording }) => wording.given)})`, "iu");
/** What people paste and agents write is typeset; few type these signs. */
const TYPESET = /\s[—–]\s|[→✅⇒]/u;
/** Tells the agent how to do something. */
const imperatives: readonly Cue[] = ["use", "forbid", "always", "prefer"];

/** Begins with what names something only together with the sentence before. */
export function refersBack(bare: string): boolean {
  return PRONOUN.test(bare);
}

/** "Do not add the …": tells what to do with something that was said before. */
export function isAboutGiven(bare: string): boolean {
  return GIVEN.test(bare);
}

const imperativeWords = 3;

/** Begins with what is to be done. */
export function isImperative(bare: string, language: Language): boolean {
  const { cues } = languages[language].statements;
  const said = withoutReason(bare).split(/\s+/);
  const start = said.slice(0, imperativeWords).join(" ");
  return said.length >= imperativeWords && imperatives.some((cue) => cues[cue].test(start));
}

/** `bare` is the sentence without filler before it. */
export function cuesOf(bare: string, language: Language): Cues {
  const text = bare.normalize("NFKC").replace(/[’‘]/g, "'");
  const { cues } = languages[language].statements;
  return new Set(cueNames.filter((cue) => cues[cue].test(text)));
}

export function featuresOf(
  bare: string,
  cues: Cues,
  by: Speaker,
  language: Language,
  { among, isReport }: Place,
): Float64Array {
  const strong = lasting.filter((cue) => cues.has(cue)).length;
  const words = /[\u3040-\u9fff]/.test(bare) ? bare.length / 2.5 : bare.split(/\s+/).length;
  const form = formOf(bare, language);
  const shape: Record<(typeof built)[number], boolean | number> = {
    agent: by === "agent",
    names: NAMES.test(bare),
    brief: words < 5,
    noCue: strong === 0,
    weak: strong > 0 && !hasCore(cues, by),
    agentWeak: by === "agent" && !hasCore(cues, by),
    agentNarrates: by === "agent" && cues.has("narration"),
    pronoun: refersBack(bare),
    given: isAboutGiven(bare),
    typeset: by === "user" && TYPESET.test(bare),
    long: words > 25,
    many: Math.log1p(among) / 3,
    crowd: among > 12,
    report: isReport,
    oneCase: (cues.has("forbid") && GIVEN.test(bare)) || ONE_CASE.test(bare),
    norm: form?.isNorm ?? false,
    scoped: form?.isScoped ?? false,
    state: form?.isState ?? false,
    condition: form?.isCondition ?? false,
    imperative: imperatives.some((cue) => cues.has(cue)),
  };
  return Float64Array.from([
    ...cueNames.map((cue) => Number(cues.has(cue))),
    ...pairs.map(([one, other]) => Number(cues.has(one) && cues.has(other))),
    ...built.map((name) => Number(shape[name])),
  ]);
}

/** Has a word for what must or should be: "all views should", "we must", "never". */
export function isNormative(cues: Cues, form: Form | null): boolean {
  if (!form) return false;
  if (form.isNorm) return form.isScoped || form.obliges;
  return form.hasModal || cues.has("always") || cues.has("forbid");
}

/** A cheap look, before a sentence is read as a whole: few sentences of a reply decide anything. */
export function mayDecide(sentence: string): boolean {
  const { cues } = languages[languageOf(sentence)].statements;
  return [...deciding, "contrast" as const].some((cue) => cues[cue].test(sentence));
}

/** By its own words a decision: "I decided …", "we rejected …", neither asked nor considered. */
export function saysDecided(cues: Cues): boolean {
  return deciding.some((cue) => cues.has(cue)) && !undecided.some((cue) => cues.has(cue));
}
