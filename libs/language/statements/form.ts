// How a sentence is built: what it says of a named thing, how far it holds, and whether it can be kept as it stands. What
// somebody typed is told from what was pasted into the prompt. Pure.

import { alternatives, type Language, languages } from "../languages/all.ts";
import { compiled } from "../patterns.ts";

export interface Form {
  /** "The view should …": what a named thing is to be. */
  isNorm: boolean;
  /** The same with "only", "all", "not". */
  isScoped: boolean;
  /** The same with "must". */
  obliges: boolean;
  /** "The view is …": what a named thing is. */
  isState: boolean;
  isCondition: boolean;
  hasModal: boolean;
  /** "So this comment should …": its subject points at something said before. */
  pointsBack: boolean;
  /** Begins with the modal: its subject was said before. */
  hasNoSubject: boolean;
  /** "We dealt with …": what happened. */
  isReport: boolean;
}

interface Shapes {
  norm: RegExp;
  modal: RegExp;
  obliges: RegExp;
  pointing: RegExp;
  state: RegExp;
  scope: RegExp;
  condition: RegExp;
  noSubject: RegExp;
  report: RegExp;
}

const shapes = new Map<Language, Shapes>(
  (Object.keys(languages) as Language[]).flatMap((name) => {
    const { modals, scope, conditions, states, reports, unnamed, demonstratives, obliges } =
      languages[name].wording;
    if (modals === "") return [];
    const word = (words: string) => `(?<![\\p{L}])(?:${words})(?![\\p{L}])`;
    return [
      [
        name,
        {
          // "Should that not be moved" asks.
          norm: compiled(`^(.{2,160}?)${word(modals)}(?!\\s+(?:${unnamed})(?![\\p{L}]))`),
          modal: compiled(word(modals)),
          obliges: compiled(word(obliges)),
          pointing: compiled(`(?:^|[,;:] |^\\p{L}+ )(?:so )?(?:${demonstratives}) \\p{L}+ (?:\\p{L}+ )?$`),
          state: compiled(`^\\S+(?: \\S+){0,7} ${word(states)}`),
          scope: compiled(word(scope)),
          condition: compiled(`^(?:${conditions})(?![\\p{L}])`),
          noSubject: compiled(`^(?:${modals})(?![\\p{L}])`),
          report: compiled(`^(?:${reports})(?![\\p{L}])`),
        },
      ] as const,
    ];
  }),
);

/** A pronoun, for what was said before or for who speaks. */
const UNNAMED = compiled(`^(?:${alternatives(({ wording }) => wording.unnamed)})(?![\\p{L}])`);
/** A commit: what is said of it holds for the moment. */
const COMMIT = /(?<![\w./-])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?![\w-])/;
/** A number or a letter before a point of a list. */
const MARK = /^\(?(?:\d{1,2}|[a-z])[.)-]\s*/i;

/** `bare` is the sentence without filler. */
export function formOf(bare: string, language: Language): Form | null {
  const shape = shapes.get(language);
  if (!shape) return null;
  const text = bare.replace(MARK, "");
  const isNamed = !UNNAMED.test(text);
  const subject = shape.norm.exec(text)?.[1] ?? "";
  const isNorm = isNamed && subject !== "" && !shape.state.test(subject);
  return {
    isNorm,
    isScoped: isNorm && shape.scope.test(text),
    obliges: isNorm && shape.obliges.test(text),
    isState: isNamed && shape.state.test(text),
    pointsBack: shape.pointing.test(subject),
    hasModal: shape.modal.test(text),
    isCondition: shape.condition.test(text),
    hasNoSubject: shape.noSubject.test(text),
    isReport: shape.report.test(text) || COMMIT.test(text),
  };
}

/** What people paste and agents write is typeset; few type these signs. */
const TYPESET = /\s[—–]\s|[→✅❌⇒]|\*\*[^*\n]+\*\*|^#{1,6} \S/mu;
/** Longer prompts hold plans, logs and answers: of their sentences less than one in a hundred is worth keeping. */
const maxTyped = 1_000;

/** What somebody typed of a prompt: all of it, or the first and the last line around what they pasted. */
export function typedPart(prompt: string): string {
  const isOwn = (text: string) => text.length <= maxTyped && !TYPESET.test(text);
  if (isOwn(prompt)) return prompt;
  const lines = prompt.split("\n").filter((line) => line.trim() !== "");
  return [lines.at(0) ?? "", lines.at(-1) ?? ""].filter(isOwn).join("\n");
}
