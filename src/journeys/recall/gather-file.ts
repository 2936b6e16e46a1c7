// What is known about a file that the agent opens: nodes that speak of it, its last failures and changes, and who calls
// what it defines.

import { frame, nameInFrame } from "../../context/quote.ts";
import { callsFromOutside } from "../../indexes/codemap/calls.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Observation } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";
import { nodesAnchoredAt, staleReasons } from "../../rooms/anchors/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { observationsAbout } from "../../rooms/observations/room.ts";
import { callersLine } from "./callers-line.ts";
import { type Candidate, ofCallers, ofNode, ofObservation } from "./candidates.ts";
import { askForMore, maxCharacters, type Plan, type Reader } from "./plan.ts";

const fileTokens = 300;
const aboutRead = 40;
const aboutShown = 4;
const knownShown = 5;
/** Knowledge comes before observations. */
const knownFirst = 100;

/** `alone`: whether its callers are worth saying if nothing else is known. */
export async function gatherForFile(
  memory: Memory,
  reader: Reader,
  path: string,
  { alone = true }: { alone?: boolean } = {},
): Promise<Plan> {
  const known = await knownOf(memory, reader, path);
  const touching = await observationsAbout(memory.db, reader.projectId, [path], aboutRead);
  const others = touching.filter((one) => one.sessionId !== reader.sessionId);
  const observed = others
    .filter(isWorthInjectingOnOpening)
    .map((one, rank) => {
      const reason = one.status === "failed" ? `failed on ${path}` : `changed ${path}`;
      const priority = (one.status === "failed" ? 3 : isChange(one) ? 2 : 0) - rank / aboutRead;
      const candidate = ofObservation(one, { section: "file", priority, why: { reason } });
      return { ...candidate, cues: candidate.cues.filter((cue) => cue !== path) };
    })
    .sort((a, b) => b.priority - a.priority);
  const candidates = [...known, ...observed.slice(0, aboutShown)];
  const callers = alone || candidates.length > 0 ? await callersOf(memory, reader, path) : [];
  return {
    heading: frame`From memory, about ${nameInFrame(path) ?? frame`this file`}. ${askForMore}`,
    sections: [{ name: "file", heading: frame`Known about this file:`, tokens: fileTokens }],
    candidates: [...candidates, ...callers],
    budget: { tokens: fileTokens, characters: maxCharacters },
  };
}

const callsRead = 2_000;
/** After failures, before changes. */
const callersPriority = 2.5;

/** One line: what depends on the file. */
async function callersOf({ db }: Memory, { projectId }: Reader, path: string): Promise<Candidate[]> {
  const line = callersLine(await callsFromOutside(db, projectId, path, callsRead));
  if (line === null) return [];
  const why = { reason: `other files call what ${path} defines` };
  return [ofCallers(line, { section: "file", priority: callersPriority, why })];
}

/** Whether an observation is worth injecting when a file that it touched is opened. */
export function isWorthInjectingOnOpening({
  kind,
  status,
  tool,
}: Pick<Observation, "kind" | "status" | "tool">): boolean {
  return kind !== "prompt" && (status === "failed" || !onlyLooks({ tool }));
}

/** It only informed the agent: a read, a listing, a to-do list. */
function onlyLooks({ tool }: Pick<Observation, "tool">): boolean {
  const deed = deedOf(tool);
  return deed === "reads" || deed === "looks" || deed === "plans";
}

function isChange({ tool, status }: Observation): boolean {
  return deedOf(tool) === "edits" && status === "ok";
}

/** Nodes that speak of the file, marked if the file has changed since. */
async function knownOf({ db }: Memory, { projectId }: Reader, path: string): Promise<Candidate[]> {
  const ids = await nodesAnchoredAt(db, projectId, { files: [path] }, knownShown);
  const stale = await staleReasons(db, ids);
  return (await nodesOf(db, ids)).map((node, rank) =>
    ofNode(node, stale.get(node.id), {
      section: "file",
      priority: knownFirst - rank,
      why: { reason: `speaks of ${path}` },
    }),
  );
}
