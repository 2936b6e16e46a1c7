// Candidates for learnings from a session, without a language model: only strong signals, few and right. Pure.

import { type ClosingLine, closingLineIn, withoutClosingLine } from "../../../../libs/language/index.ts";
import { clashOf, type Stated, statementsIn } from "../../../../libs/language/statement-model.ts";
import { categoryFor } from "../../../memory/knowledge/category.ts";
import type { SaidBy } from "../../../protocol/knowledge.ts";
import type { Observation } from "../../../protocol/observations.ts";
import type { Candidate } from "./candidate.ts";
import { failedThenWorked } from "./commands.ts";
import { repeatedCorrections } from "./corrections.ts";
import { deadEndsIn } from "./dead-ends.ts";
import { hypothesesIn, proofOf } from "./hypotheses.ts";

/** Only the last ones if there are more: a session that states so many rules is unusual. */
const maxCandidates = 12;
const maxOfAgent = 4;
const maxCompared = 60;
/** Of a decision in a closing line: it makes sense alone, and is no story. */
const minLength = 12;
const maxLength = 300;

/** In the order in which they were seen. */
export function extract(observations: readonly (Observation & { said?: string })[]): Candidate[] {
  const ended = deadEnds(observations);
  const isDeadEnd = new Set(ended.map(({ claim }) => claim));
  const all = [
    ...observations.flatMap((one) => {
      const by = speakerOf(one);
      if (by === null) return [];
      const seen = { observationId: one.id, at: one.happenedAt };
      const closing = by === "agent" ? closingLineIn(one.said ?? one.detail) : null;
      const text = closing ? withoutClosingLine(one.detail) : one.detail;
      const said = statementsIn(text, by)
        .map((stated) => candidateOf(stated, by, seen))
        .filter(({ claim }) => !isDeadEnd.has(claim));
      return closing ? [...said, ...decidedIn(closing, seen)] : said;
    }),
    ...corrections(observations),
    ...triedCommands(observations),
    ...ended,
    ...hypotheses(observations),
  ];
  const position = new Map(observations.map(({ id }, at) => [id, at]));
  const positionOf = ({ observationId }: Candidate) => position.get(observationId ?? "") ?? 0;
  const inOrder = all.toSorted((a, b) => positionOf(a) - positionOf(b));
  const kept = withoutTakenBack(unique(inOrder).slice(-maxCompared));
  const ofAgent = new Set(kept.filter(({ saidBy }) => saidBy === "agent").slice(0, -maxOfAgent));
  return kept.filter((one) => !ofAgent.has(one)).slice(-maxCandidates);
}

/** What the agent says in its closing line that it decided, with the reason. */
function decidedIn({ decided }: ClosingLine, seen: Pick<Candidate, "observationId" | "at">): Candidate[] {
  return decided
    .map((text) => text.replace(/[.。]$/, ""))
    .filter((text) => text.length >= minLength && text.length <= maxLength)
    .map((content) =>
      candidateOf({ kind: "decision", isSure: true, content, claim: content }, "agent", seen),
    );
}

/** Null: neither the user's own words nor the main agent's. */
function speakerOf(one: Observation): SaidBy | null {
  if (isTyped(one)) return "user";
  return one.kind === "reply" && one.agentId === null ? "agent" : null;
}

export function candidateOf(
  { kind, isSure, content, claim }: Stated,
  by: SaidBy,
  { observationId, at }: Pick<Candidate, "observationId" | "at">,
): Candidate {
  return {
    content,
    category: categoryFor(kind, content),
    statementKind: kind === "rejected" ? "dead end" : "claim",
    saidBy: by,
    isSure,
    isDecision: kind === "decision",
    observationId,
    at,
    claim,
    proof: null,
  };
}

function corrections(observations: readonly Observation[]): Candidate[] {
  return repeatedCorrections(observations.filter(isTyped)).map(({ content, prompt }) =>
    candidateOf({ kind: "rule", isSure: true, content, claim: content }, "user", {
      observationId: prompt.id,
      at: prompt.happenedAt,
    }),
  );
}

function triedCommands(observations: readonly Observation[]): Candidate[] {
  return failedThenWorked(observations).map(({ content, failed, worked }) => ({
    content,
    category: "gotcha",
    statementKind: "claim",
    saidBy: null,
    isSure: true,
    isDecision: false,
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
        saidBy: isTyped(one) ? ("user" as const) : ("agent" as const),
        isSure: true,
        isDecision: false,
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
      const saidBy = one.kind === "reply" ? ("agent" as const) : ("user" as const);
      return [
        {
          ...{
            content,
            category: "gotcha",
            statementKind: "hypothesis",
            saidBy,
            isSure: true,
            isDecision: false,
          },
          ...seen,
        },
      ];
    });
  });
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

/** After "npm" and later "no, always pnpm", only the latter counts. The user's word counts more than the agent's. */
function withoutTakenBack(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (one, i) =>
      one.statementKind !== "claim" ||
      !candidates.some(
        (other, j) =>
          other.statementKind === "claim" &&
          (isByUser(other) === isByUser(one) ? j > i : isByUser(other)) &&
          clashOf(one.content, other.content)?.isSure === true,
      ),
  );
}

function isByUser({ saidBy }: Candidate): boolean {
  return saidBy === "user";
}
