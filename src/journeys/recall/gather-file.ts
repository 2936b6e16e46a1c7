// What is known about a file that the agent opens: nodes that speak of it, decisions, causes and open points that name it,
// and who calls what has changed in it. Its own text is in front of the agent: no diff, nothing that only mentions it.

import { frame, nameInFrame } from "../../context/quote.ts";
import { callsOfChanged } from "../../indexes/codemap/calls.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Turn } from "../../protocol/turns.ts";
import { nodesAnchoredAt, staleReasons } from "../../rooms/anchors/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { openList, recentTurns, turnsAbout } from "../../rooms/turns/room.ts";
import { aboutFile, namesFile, type OpenPoint } from "./about-file.ts";
import { callersLine } from "./callers-line.ts";
import { type Candidate, ofBrief, ofCallers, ofNode } from "./candidates.ts";
import { maxCharacters, type Plan, type Reader } from "./plan.ts";
import { eachOnce } from "./same-content.ts";

const fileTokens = 200;
const knownShown = 3;
const saidShown = 3;
const turnsRead = 30;
/** As far back as the brief reads for what is open. */
const openRead = 150;
const priorities = { known: 100, said: 50, callers: 10 };

export async function gatherForFile(memory: Memory, reader: Reader, path: string): Promise<Plan> {
  const [known, said, callers] = await Promise.all([
    knownOf(memory, reader, path),
    saidOf(memory, reader, path),
    callersOf(memory, reader, path),
  ]);
  return {
    heading: frame`From memory, about ${nameInFrame(path) ?? frame`this file`}.`,
    sections: [{ name: "file", heading: frame`Known about this file:`, tokens: fileTokens }],
    candidates: eachOnce([...known, ...said.slice(0, saidShown), ...callers]),
    budget: { tokens: fileTokens, characters: maxCharacters },
  };
}

/** Nodes that speak of the file, marked if the file has changed since. */
async function knownOf({ db }: Memory, { projectId }: Reader, path: string): Promise<Candidate[]> {
  const ids = await nodesAnchoredAt(db, projectId, { files: [path] }, knownShown);
  const stale = await staleReasons(db, ids);
  return (await nodesOf(db, ids)).map((node, rank) =>
    ofNode(node, stale.get(node.id), {
      section: "file",
      priority: priorities.known - rank,
      why: { reason: `speaks of ${path}` },
    }),
  );
}

/** What other sessions decided about the file, found out about it, or left open in it. */
async function saidOf(memory: Memory, reader: Reader, path: string): Promise<Candidate[]> {
  const touching = await turnsAbout(memory.db, reader.projectId, [path], turnsRead);
  const others = touching.filter(({ sessionId }) => sessionId !== reader.sessionId);
  if (others.length === 0) return [];
  return aboutFile(path, others, await stillOpen(memory, reader, path, others)).map(
    ({ what, ...line }, rank) =>
      ofBrief(line, "turn", { section: "file", priority: priorities.said - rank, why: { reason: what } }),
  );
}

/** Whether a point is still open takes all later turns: read only if one names the file. */
async function stillOpen(
  { db }: Memory,
  { projectId, sessionId }: Reader,
  path: string,
  turns: readonly Turn[],
): Promise<OpenPoint[]> {
  const names = namesFile(path, turns);
  if (!turns.some(({ open }) => open.some(names))) return [];
  const recent = await recentTurns(db, { projectId, exceptSession: sessionId, limit: openRead });
  return openList(recent.map((turn) => ({ ...turn, open: turn.open.filter(names) })));
}

const callsRead = 500;

/** One line: who depends on what has changed in the file, and was not touched since. */
async function callersOf({ db }: Memory, { projectId }: Reader, path: string): Promise<Candidate[]> {
  const line = callersLine(await callsOfChanged(db, projectId, path, callsRead));
  if (line === null) return [];
  const why = { reason: `what ${path} defines has changed, and these files call it` };
  return [ofCallers(line, { section: "file", priority: priorities.callers, why })];
}
