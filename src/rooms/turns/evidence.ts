// What a turn is made from: its observations with the whole text of what was said. Pure.

import { withoutTags } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";

/** An observation as evidence of a turn. */
export type TurnObservation = Observation & {
  /** Arrival number. */
  seq: number;
  symbols: readonly string[];
  /** What was said, whole; the detail where that is all there is. */
  said: string;
};

/** One turn's observations in order; the prompt is null for what came before the first one. */
export interface Evidence {
  prompt: TurnObservation | null;
  rest: readonly TurnObservation[];
}

/** Begins a turn at every prompt of the user. A notice of the host, worded as a prompt, belongs to the turn it is in. */
export function turnsIn(seen: readonly TurnObservation[]): Evidence[] {
  const turns: { prompt: TurnObservation | null; rest: TurnObservation[] }[] = [];
  for (const one of seen) {
    const last = turns.at(-1);
    if (startsTurn(one)) turns.push({ prompt: one, rest: [] });
    else if (last) last.rest.push(one);
    else turns.push({ prompt: null, rest: [one] });
  }
  return turns;
}

export function startsTurn(one: Pick<Observation, "kind" | "agentId" | "title">): boolean {
  return one.kind === "prompt" && one.agentId === null && one.title.startsWith("Asked");
}

/** Text of the agent's own replies, in order, without tags. */
export function repliesIn({ rest }: Evidence): string[] {
  return rest.filter((one) => one.kind === "reply" && one.agentId === null).map(saidText);
}

/** The last message of each sub-agent, and what background work reported. */
export function findingsIn({ rest }: Evidence): string[] {
  const last = new Map<string, TurnObservation>();
  for (const one of rest) if (one.kind === "reply" && one.agentId !== null) last.set(one.agentId, one);
  const notices = rest.filter((one) => one.kind === "prompt" && one.agentId === null);
  const delegated = rest.filter((one) => deedOf(one.tool) === "delegates" && one.status === "ok");
  const answers = delegated.map(({ detail }) => detail.split("\n").slice(2).join("\n"));
  return [...answers, ...[...last.values(), ...notices].map(saidText)].filter((text) => text !== "");
}

/** As it is typed: ’ is the apostrophe of words, and a host's own directives stand alone on a line. */
function saidText({ said }: TurnObservation): string {
  return withoutTags(said).replaceAll("’", "'").replace(DIRECTIVE, "").trim();
}

const DIRECTIVE = /^::[\w-]+\{[^\n]*\}[ \t]*$/gm;
