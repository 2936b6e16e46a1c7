// What is injected when a session starts: pinned knowledge, what compactions removed, the outcomes of the last work with
// what it left open, what is known here, the files that will most likely be needed, and the code that changed.

import { isFirm } from "../../../libs/language/statement-model.ts";
import type { Config } from "../../config/schema.ts";
import type { Section } from "../../context/compose.ts";
import { frame } from "../../context/quote.ts";
import { countTokens } from "../../context/tokens.ts";
import { changesSince } from "../../indexes/codemap/symbol-changes.ts";
import type { Memory } from "../../memory/memory.ts";
import type { WorkTree } from "../../memory/work-tree.ts";
import type { Learning } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Turn } from "../../protocol/turns.ts";
import { latestCompactions } from "../../rooms/compactions/room.ts";
import { listLearnings } from "../../rooms/knowledge/room.ts";
import { hasContent, recentTurns, takenBack } from "../../rooms/turns/room.ts";
import { outcomesOf } from "./answer.ts";
import {
  type Candidate,
  minute,
  ofChangedCode,
  ofChecks,
  ofCompaction,
  ofLearning,
  ofWork,
} from "./candidates.ts";
import { changedLines } from "./changed-code.ts";
import { type Checkout, elsewhere, nowhere } from "./checkout.ts";
import { likelyFiles } from "./foresight.ts";
import { gatherTiers } from "./pinned.ts";
import { askForMore, maxCharacters, type Plan, type Reader } from "./plan.ts";
import { usualChecks } from "./predict.ts";
import { distinctWords, eachOnce, saysTheSame } from "./same-content.ts";

const compactionsShown = 3;
const learningsShown = 20;
/** Older turns have no weight. */
const turnsRead = 150;
const outcomesOfSession = 3;
const filesShown = 60;

export async function gatherAtStart(
  memory: Memory,
  reader: Reader,
  tree: WorkTree,
  here: Checkout = { ...nowhere, branch: tree.branch },
): Promise<Plan> {
  const tokens = reader.settings["recall.budgetTokens"];
  const [tiers, compactions, learnings, turns] = await Promise.all([
    gatherTiers(memory, reader, tokens),
    compactionsIn(memory, reader),
    learningsOf(memory, reader),
    recentTurns(memory.db, {
      projectId: reader.projectId,
      exceptSession: reader.sessionId,
      limit: turnsRead,
    }),
  ]);
  const code = await changedCode(memory, reader, turns);
  const {
    compactions: forCompactions,
    learnings: forLearnings,
    code: forCode,
  } = reader.settings["recall.shares"];
  const checks = ofChecks(usualChecks(turns), { section: "learnings", priority: checksFirst });
  const taken =
    headTokens +
    tokensOf(tiers.candidates) +
    Math.min(forCompactions, tokensOf(compactions)) +
    Math.min(forLearnings, tokensOf([...checks, ...learnings], besideTokens)) +
    Math.min(forCode, tokensOf(code));
  const named = new Set(code.flatMap(({ files }) => files));
  const work = workIn(turns, { tree, here, named }, Math.max(minForWork, tokens - taken));
  const known = new Set(tiers.candidates.map(({ id }) => id));
  return {
    heading: frame`What tellback remembers of this project. ${askForMore}`,
    sections: [...tiers.first, ...startSections(reader.settings["recall.shares"]), ...tiers.last],
    candidates: eachOnce([
      ...tiers.candidates,
      ...compactions,
      ...work,
      ...checks,
      ...learnings.filter(({ id }) => !known.has(id)),
      ...code,
    ]),
    budget: { tokens, characters: maxCharacters },
  };
}

const checksFirst = 2;

/** The frame of the block and its headings. */
const headTokens = 70;
const minForWork = 150;

/** With what is around each line. */
function tokensOf(candidates: readonly Candidate[], around = frameTokens): number {
  return candidates.reduce((sum, { title }) => sum + countTokens(title) + around, 0);
}

/** What stands beside an item on a line with others. */
const besideTokens = 14;

const startHeadings = {
  compactions: frame`What compactions removed from this session's context:`,
  outcomes: frame`Last work, and files likely needed:`,
  learnings: frame`Known here:`,
  code: frame`Code changed last:`,
} as const;

function startSections(shares: Config["recall.shares"]): Section[] {
  return Object.entries(startHeadings).map(([name, heading]) => ({
    name,
    heading,
    tokens: shares[name as keyof typeof startHeadings],
    isOneLine: name === "learnings",
  }));
}

/** What the session had in its window before; the newest first. */
async function compactionsIn({ db }: Memory, { sessionId }: Reader): Promise<Candidate[]> {
  const latest = await latestCompactions(db, sessionId, compactionsShown);
  const summarised = latest.filter(({ observations }) => observations > 0);
  return summarised.map((one) =>
    ofCompaction(one, {
      section: "compactions",
      priority: one.sequence,
      why: { reason: "removed from this session's context by a compaction" },
    }),
  );
}

async function learningsOf({ db }: Memory, { projectId }: Reader): Promise<Candidate[]> {
  const learnings = await listLearnings(db, {
    projects: inProject(projectId),
    states: ["active"],
    minConfidence: 0.4,
    limit: learningsShown,
  });
  const offered = learnings.filter((one) => one.supersededBy === null && isWorthStarting(one));
  const isTakenBack = await takenBack(db, offered);
  const holding = offered.filter((one) => one.isManual || one.timesSeen > 1 || !isTakenBack(one));
  return holding.map((learning) =>
    ofLearning(learning, {
      section: "learnings",
      priority: learning.confidence - (learning.staleSince === null ? 0 : 0.5),
      why: { reason: `a learning of the project, confidence ${learning.confidence.toFixed(2)}` },
    }),
  );
}

const changesRead = 200;

/** Of the last session, and since then; with the files that the lines name. */
async function changedCode(
  { db }: Memory,
  { projectId }: Reader,
  turns: readonly Turn[],
): Promise<(Candidate & { files: string[] })[]> {
  const last = turns.filter(({ sessionId }) => sessionId === turns[0]?.sessionId);
  const since = last.at(-1)?.startedAt;
  if (since === undefined) return [];
  const changes = await changesSince(db, projectId, { since, limit: changesRead });
  const why = { reason: "code that changed last" };
  return changedLines(changes, last).map((line, rank) => ({
    ...ofChangedCode(line, { section: "code", priority: -rank, why }),
    files: line.files,
  }));
}

/** The rest is found when a prompt is about it. */
function isWorthStarting({ isManual, timesSeen, saidBy, content }: Learning): boolean {
  if (isManual) return true;
  return hasContent(content) && (timesSeen > 1 || (saidBy === "user" && isFirm(content, "user")));
}

/** After so many newer sessions the weight falls to a third. */
const fadesAfter = 3;
const onBranch = 0.5;

/** One line for the last session, one for those before it: what came of them, and the files likely needed again. Files
 * that are named elsewhere are not repeated. */
function workIn(
  turns: readonly Turn[],
  { tree, here, named }: { tree: WorkTree; here: Checkout; named: ReadonlySet<string> },
  tokens: number,
): Candidate[] {
  const known = likelyFiles({ recent: turns, branch: here.branch, changed: tree.changed });
  const likely = known.filter((path) => !named.has(path)).slice(0, filesShown);
  const [last, ...before] = sessionsIn(turns, here);
  const touched = new Set(
    turns
      .filter(({ sessionId }) => sessionId === last?.best.sessionId)
      .flatMap(({ files, looked }) => [...files, ...looked]),
  );
  const line = (rank: number, work: SessionWork | undefined, text: Line, room: number) => {
    const files = likely.filter((path) => touched.has(path) === (rank === 0));
    if (!work && files.length === 0) return [];
    const left = Math.max(0, room - countTokens(text.said) - frameTokens);
    const why = {
      reason: rank === 0 ? "the last session, on this branch if there is one" : "sessions before it",
    };
    const slot = { section: "outcomes", priority: -rank, why, from: text.from };
    const id = work?.best.sessionId ?? `files:${files[0]}`;
    // These are of many sessions, not only of the one that the line names.
    const called = rank === 0 ? "" : "other files: ";
    return [ofWork(id, text.said, { called, likely: files, known, tokens: left }, slot)];
  };
  const said = outcomesOf(last?.chosen ?? [], lastLength);
  const from = last ? [minute(last.best.endedAt), elsewhere(last.best, here)].join(" ").trim() : "";
  const first = line(0, last, { said, from }, lastShare * tokens);
  const spent = first.reduce((sum, { detail }) => sum + countTokens(detail) + frameTokens, 0);
  const other = before.find(({ chosen }) => !isSaidIn(outcomesOf(chosen.slice(0, 1), earlierLength), said));
  const earlier = other ? earlierOf(other, here) : "";
  return [...first, ...line(1, other, { said: earlier, from: "earlier" }, tokens - spent)];
}

interface Line {
  said: string;
  from: string;
}

function isSaidIn(text: string, said: string): boolean {
  return saysTheSame(distinctWords(text), distinctWords(said));
}

/** The last session has at most this share of the room, and so many characters for what came of it. */
const lastShare = 0.55;
const lastLength = 200;
const earlierLength = 90;
/** Its date and id. */
const frameTokens = 24;

function earlierOf({ best, chosen }: SessionWork, here: Checkout): string {
  const where = [best.endedAt.slice(0, 10), elsewhere(best, here)].join(" ").trim();
  return `${where}: ${outcomesOf(chosen.slice(0, 1), earlierLength)}`;
}

type SessionWork = ReturnType<typeof sessionsIn>[number];

function sessionsIn(turns: readonly Turn[], here: Checkout) {
  const bySession = new Map<string, Turn[]>();
  for (const turn of turns) bySession.set(turn.sessionId, [...(bySession.get(turn.sessionId) ?? []), turn]);
  const worth = worthIn(turns);
  const sessions = [...bySession.values()].flatMap((own, age) => {
    const chosen = own
      .map((turn) => ({ turn, worth: worth(turn) }))
      .filter((one) => one.worth > 0)
      .sort((a, b) => b.worth - a.worth)
      .slice(0, outcomesOfSession)
      .map(({ turn }) => turn);
    const [best] = chosen;
    if (!best) return [];
    const isHere = best.branch !== null && best.branch === here.branch;
    return [{ best, chosen, isHere, priority: Math.exp(-age / fadesAfter) * (isHere ? 1 + onBranch : 1) }];
  });
  return sessions.sort((a, b) => b.priority - a.priority);
}

const names = /`[^`]+`|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z0-9]+[A-Z]\w*\b|\b\w+_\w+\b|\b[\w-]+\.[a-z]{2,5}\b/g;
const minWords = 8;

/** How much an outcome states: names that come up in several sessions count most. Zero for what does not hold. */
function worthIn(turns: readonly Turn[]): (turn: Turn) => number {
  const sessionsOf = new Map<string, Set<string>>();
  for (const { outcome, sessionId } of turns) {
    for (const name of outcome.match(names) ?? [])
      sessionsOf.set(name, (sessionsOf.get(name) ?? new Set()).add(sessionId));
  }
  return ({ outcome, open, files, state }) => {
    if (state.is !== "current" || outcome === "") return 0;
    const own = [...new Set(outcome.match(names))];
    if (own.length === 0 && outcome.split(/\s+/).length < minWords && open.length === 0) return 0;
    const often = own.reduce((sum, name) => sum + Math.min(3, (sessionsOf.get(name)?.size ?? 1) - 1), 0);
    return (
      1 +
      0.3 * Math.min(own.length, 4) +
      0.2 * often +
      0.5 * Math.min(1, files.length) +
      0.5 * Math.min(1, open.length)
    );
  };
}
