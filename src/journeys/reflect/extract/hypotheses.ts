// Hypotheses and their proof: a command that had failed passes after the hypothesis was stated, and both are about the
// same thing. Without proof it stays a hypothesis. Pure.

import { alternatives } from "../../../../libs/language/index.ts";
import { asContent, claimTerms, ownSentences } from "../../../../libs/language/statement-model.ts";
import type { Observation } from "../../../protocol/observations.ts";
import { runsOf } from "./commands.ts";

const GUESS = new RegExp(`\\b(?:${alternatives(({ learnings }) => learnings.guesses)})\\s+(.{10,220})$`, "i");

export function hypothesesIn(text: string): { content: string; claim: string }[] {
  return ownSentences(text).flatMap((sentence) => {
    const guess = GUESS.exec(sentence)?.[1];
    return guess && namesIn(guess).size > 0 ? [{ content: asContent(guess), claim: sentence }] : [];
  });
}

/** The run that proves it: failed before, passes afterwards, and names what the hypothesis names. */
export function proofOf(
  content: string,
  saidAt: number,
  observations: readonly Observation[],
): Observation | null {
  const runs = runsOf(observations);
  for (const passed of runs.filter((run) => run.ok && run.at > saidAt)) {
    const failed = runs.findLast((run) => !run.ok && run.command === passed.command && run.at < passed.at);
    if (!failed || (saidAt >= 0 && failed.at > saidAt)) continue;
    const between = observations.slice(failed.at, passed.at + 1).filter(({ kind }) => kind === "tool");
    const spokenOf = between.map(({ title, summary, detail, files }) =>
      [title, summary, detail, ...files].join(" "),
    );
    if (isAbout(content, spokenOf.join(" "))) return passed.observation;
  }
  return null;
}

function isAbout(content: string, text: string): boolean {
  const lower = text.toLowerCase();
  const named = [...namesIn(content)].some((name) => lower.includes(name));
  const terms = claimTerms(text);
  const shared = [...claimTerms(content)].filter((term) => terms.has(term)).length;
  return named && shared >= 2;
}

/** Paths, identifiers, quoted code: a hypothesis must name at least one to be checked. */
function namesIn(text: string): Set<string> {
  const found =
    text.match(/`[^`]+`|[\w@-]+(?:[./][\w@-]+)+|\b[a-z]+[A-Z]\w+|\b\w+_\w+|\b[A-Z]{2,}[A-Z0-9_]*\b/g) ?? [];
  return new Set(
    found.map((name) => name.replaceAll("`", "").toLowerCase()).filter((name) => name.length >= 3),
  );
}
