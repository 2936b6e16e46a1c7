// How likely a reader would keep what a user typed, in a language whose forms are known: by the form of the sentence, by the
// prompt around it and by how much its wording is that of a statement. Trained on sentences of real work, of which few are
// worth keeping (bench/statements.ts --train). Pure.

import type { Cue } from "../cues.ts";
import { type Language, languages } from "../languages/all.ts";
import { compiled } from "../patterns.ts";
import { type Cues, hasCore, isAboutGiven } from "./features.ts";
import { formOf } from "./form.ts";
import trained from "./weights.json" with { type: "json" };

/** The prompt around a sentence. */
export interface Prompt {
  length: number;
  /** How many sentences it has. */
  sentences: number;
  hasLines: boolean;
  hasCode: boolean;
  asks: boolean;
}

export interface Said {
  bare: string;
  language: Language;
  cues: Cues;
  standsAlone: boolean;
  isTyped: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Log odds that its wording is that of a statement. */
  wording: number;
  prompt: Prompt;
}

const cueNames: readonly Cue[] = [
  "always",
  "forbid",
  "require",
  "use",
  "contrast",
  "general",
  "reason",
  "unsure",
  "passing",
  "fault",
  "narration",
  "deictic",
  "request",
];

const formNames = [
  "modal",
  "norm",
  "scopedNorm",
  "noSubject",
  "unnamed",
  "unnamedNorm",
  "may",
  "wants",
  "state",
  "startsWithState",
  "condition",
  "innerCondition",
  "scope",
  "scopes",
  "report",
  "given",
  "core",
  "wording",
  "statementWording",
  "wordingOfMany",
  "wordingOfLines",
  "length",
  "sentences",
  "lines",
  "code",
  "asks",
  "first",
  "last",
  "typed",
  "alone",
] as const;

export const worthNames: readonly string[] = [...formNames, ...cueNames];

interface Patterns {
  may: RegExp;
  wants: RegExp;
  states: RegExp;
  inner: RegExp;
  scope: RegExp;
}

const patterns = new Map<Language, Patterns>(
  (Object.keys(languages) as Language[]).flatMap((name) => {
    const { modals, may, wants, states, conditions, scope } = languages[name].wording;
    const word = (words: string, flags = "i") =>
      new RegExp(compiled(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`).source, flags);
    if (modals === "") return [];
    const inner = compiled(`.(?<![\\p{L}])(?:${conditions})(?![\\p{L}])`);
    return [
      [
        name,
        {
          may: word(may),
          wants: word(wants),
          states: word(states),
          inner,
          scope: word(scope, "gi"),
        },
      ] as const,
    ];
  }),
);

const UNNAMED = new Map(
  (Object.keys(languages) as Language[]).flatMap((name) => {
    const { unnamed } = languages[name].wording;
    return unnamed === "" ? [] : [[name, compiled(`^(?:${unnamed})(?![\\p{L}])`)] as const];
  }),
);

/** Null where the forms of the language are not known. */
export function worthFeatures({ bare, language, cues, prompt, ...said }: Said): Float64Array | null {
  const words = patterns.get(language);
  const form = formOf(bare, language);
  if (!words || !form) return null;
  const has = (pattern: RegExp) => pattern.test(bare);
  const isUnnamed = UNNAMED.get(language)?.test(bare) ?? false;
  const scopes = bare.match(words.scope)?.length ?? 0;
  const shape: Record<(typeof formNames)[number], boolean | number> = {
    modal: form.hasModal,
    norm: form.isNorm,
    scopedNorm: form.isScoped,
    noSubject: form.hasNoSubject,
    unnamed: isUnnamed,
    unnamedNorm: isUnnamed && form.hasModal,
    may: has(words.may),
    wants: has(words.wants),
    state: has(words.states),
    startsWithState: form.isState,
    condition: form.isCondition,
    innerCondition: has(words.inner),
    scope: scopes > 0,
    scopes: Math.min(scopes, 3) / 3,
    report: form.isReport,
    given: isAboutGiven(bare),
    core: hasCore(cues, "user"),
    wording: said.wording / 3,
    statementWording: Math.max(0, said.wording) / 3,
    wordingOfMany: (said.wording / 3) * (Math.log(Math.max(1, prompt.sentences)) / 4),
    wordingOfLines: prompt.hasLines ? said.wording / 3 : 0,
    length: Math.log1p(prompt.length) / 8,
    sentences: Math.log(Math.max(1, prompt.sentences)) / 4,
    lines: prompt.hasLines,
    code: prompt.hasCode,
    asks: prompt.asks,
    first: said.isFirst,
    last: said.isLast,
    typed: said.isTyped,
    alone: said.standsAlone,
  };
  return Float64Array.from([
    ...formNames.map((name) => Number(shape[name])),
    ...cueNames.map((cue) => Number(cues.has(cue))),
  ]);
}

const { bias, weights }: { bias: number; weights: Record<string, number> } = trained.worth;
const each = worthNames.map((name) => weights[name] ?? 0);

/** Log odds. */
export function worthOf(features: Float64Array): number {
  return features.reduce((sum, value, i) => sum + value * (each[i] ?? 0), bias);
}
