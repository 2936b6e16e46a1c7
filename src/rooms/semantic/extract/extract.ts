// Candidates for learnings from a session, by rules alone: only strong signals, few and right. Pure.

import type { Observation } from "../../../protocol/episodic.ts";
import { clashOf } from "../clash.ts";
import type { Candidate } from "./candidate.ts";
import { categoryOf } from "./category.ts";
import { failedThenWorked } from "./commands.ts";
import { repeatedCorrections } from "./corrections.ts";
import { deadEndsIn } from "./dead-ends.ts";
import { hypothesesIn, proofOf } from "./hypotheses.ts";
import { sentencesOf } from "./sentences.ts";
import { statedRule } from "./stated.ts";

/** Only the last ones if there are more: a session that states so many rules is unusual. */
const mostCandidates = 12;
const mostCompared = 60;

/** In the order in which they were seen. */
export function extract(observations: readonly Observation[]): Candidate[] {
  const all = [
    ...rules(observations),
    ...corrections(observations),
    ...triedCommands(observations),
    ...deadEnds(observations),
    ...hypotheses(observations),
  ];
  const position = new Map(observations.map(({ id }, at) => [id, at]));
  const positionOf = ({ observationId }: Candidate) => position.get(observationId ?? "") ?? 0;
  const inOrder = all.toSorted((a, b) => positionOf(a) - positionOf(b));
  return withoutTakenBack(unique(inOrder).slice(-mostCompared)).slice(-mostCandidates);
}

function rules(observations: readonly Observation[]): Candidate[] {
  return observations.filter(isTyped).flatMap((prompt) =>
    sentencesOf(prompt.detail).flatMap((sentence) => {
      const content = statedRule(sentence);
      return content === null ? [] : [claimed(content, sentence, prompt)];
    }),
  );
}

function corrections(observations: readonly Observation[]): Candidate[] {
  return repeatedCorrections(observations.filter(isTyped)).map(({ content, prompt }) =>
    claimed(content, content, prompt),
  );
}

function triedCommands(observations: readonly Observation[]): Candidate[] {
  return failedThenWorked(observations).map(({ content, failed, worked }) => ({
    content,
    category: "gotcha",
    statementKind: "claim",
    observationId: failed.id,
    at: worked.happenedAt,
    claim: content,
    proof: worked.id,
  }));
}

function deadEnds(observations: readonly Observation[]): Candidate[] {
  return observations
    .filter((one) => isTyped(one) || one.kind === "reply")
    .flatMap((one) =>
      deadEndsIn(one.detail).map(({ content, claim }) => ({
        content,
        category: "gotcha" as const,
        statementKind: "dead end" as const,
        observationId: one.id,
        at: one.happenedAt,
        claim,
        proof: null,
      })),
    );
}

/** The agent guesses a lot: only its proven hypotheses count. */
function hypotheses(observations: readonly Observation[]): Candidate[] {
  return observations.flatMap((one, at) => {
    if (!isTyped(one) && one.kind !== "reply") return [];
    return hypothesesIn(one.detail).flatMap(({ content, claim }): Candidate[] => {
      const proof = proofOf(content, at, observations)?.id ?? null;
      if (proof === null && one.kind === "reply") return [];
      const seen = { observationId: one.id, at: one.happenedAt, claim, proof };
      return [{ content, category: "gotcha", statementKind: "hypothesis", ...seen }];
    });
  });
}

function claimed(content: string, claim: string, prompt: Observation): Candidate {
  return {
    content,
    category: categoryOf(content),
    statementKind: "claim",
    observationId: prompt.id,
    at: prompt.happenedAt,
    claim,
    proof: null,
  };
}

/** Said by the user, not by the host or a sub-agent in the user's name. */
function isTyped(one: Observation): boolean {
  return one.kind === "prompt" && one.agentId === null && one.title.startsWith("Asked");
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ content }) => {
    const key = content.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** After "npm" and later "no, always pnpm", only the latter counts. */
function withoutTakenBack(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (one, i) =>
      one.statementKind !== "claim" ||
      !candidates
        .slice(i + 1)
        .some((later) => later.statementKind === "claim" && clashOf(one.content, later.content) !== null),
  );
}
