// The phrases of the cues, and where they hit: a phrase that hits only sentences that measure the model was written for
// them. For bench/statements.ts and test/cue-phrases.test.ts.

import { cueNames } from "../libs/language/cues.ts";
import { languageNames, languages } from "../libs/language/languages/all.ts";
import { inWord, wordEnd } from "../libs/language/patterns.ts";
import { readSentences } from "../libs/language/statements/read.ts";
import { labelledSentences } from "./statement-training.ts";

export interface PhraseHits {
  phrase: string;
  training: number;
  /** In the test half and in the held sets. */
  measured: number;
}

export function phraseHits(folder: string): PhraseHits[] {
  const sentences = ["statements", "held"].flatMap((set) =>
    labelledSentences(folder, set).flatMap(({ text, by, half }) =>
      readSentences(text, by).map(({ bare, language }) => ({
        text: bare.normalize("NFKC").replace(/[’‘]/g, "'"),
        language,
        isTraining: set === "statements" && half === "training",
      })),
    ),
  );
  return languageNames.flatMap((language) => {
    const own = sentences.filter((sentence) => sentence.language === language);
    return cueNames.flatMap((cue) =>
      phrasesOf(languages[language].statements.cues[cue]).map((pattern) => {
        const hits = own.filter(({ text }) => pattern.test(text));
        const training = hits.filter(({ isTraining }) => isTraining).length;
        return {
          phrase: `${language} ${cue}: ${pattern.source}`,
          ...{ training, measured: hits.length - training },
        };
      }),
    );
  });
}

/** Each alternative of a cue as a pattern of its own. */
function phrasesOf({ source, flags }: RegExp): RegExp[] {
  const frames = [
    [`(?<!${inWord})(?:`, `)${wordEnd}`],
    ["^(?:", `)${wordEnd}`],
    ["^(?:", ")"],
    ["", ""],
  ] as const;
  for (const [before, after] of frames) {
    if (!source.startsWith(before) || !source.endsWith(after)) continue;
    const inside = alternativesIn(source.slice(before.length, source.length - after.length));
    if (inside !== null) return inside.map((one) => new RegExp(`${before}${one}${after}`, flags));
  }
  return [];
}

/** Splits at each `|` that is in no group and no class; null if a group ends that has not begun. */
function alternativesIn(source: string): string[] | null {
  const found = [""];
  let depth = 0;
  let isClass = false;
  for (const [piece] of source.matchAll(/\\.|./gsu)) {
    if (piece === "[") isClass = true;
    else if (piece === "]") isClass = false;
    else if (!isClass && piece === "(") depth++;
    else if (!isClass && piece === ")") depth--;
    if (depth < 0) return null;
    if (piece === "|" && depth === 0 && !isClass) found.push("");
    else found[found.length - 1] += piece;
  }
  return found;
}
