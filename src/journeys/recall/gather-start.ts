// What is injected when a session starts: pinned knowledge, what compactions removed, and the brief: what is true now and
// why, what is open, what holds here. Room that the brief does not need stays unused.

import { demandsAlways, tellsOneCase } from "../../../libs/language/index.ts";
import { isFirm } from "../../../libs/language/statement-model.ts";
import type { Section } from "../../context/compose.ts";
import { frame } from "../../context/quote.ts";
import { countTokens } from "../../context/tokens.ts";
import type { Memory } from "../../memory/memory.ts";
import type { WorkTree } from "../../memory/work-tree.ts";
import type { Learning } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Turn } from "../../protocol/turns.ts";
import { latestCompactions } from "../../rooms/compactions/room.ts";
import { listLearnings } from "../../rooms/knowledge/room.ts";
import { recentSummaries } from "../../rooms/sessions/room.ts";
import { hasContent, recentTurns, takenBack } from "../../rooms/turns/room.ts";
import { isShared } from "../../store/writer.ts";
import { type BriefLine, knownLines, limitLines, nowLines, openLines } from "./brief.ts";
import { type Candidate, ofBrief, ofChecks, ofCompaction, ofLearning } from "./candidates.ts";
import { changedCode } from "./changed-code.ts";
import { type Checkout, nowhere } from "./checkout.ts";
import { gatherTeam } from "./gather-team.ts";
import { turnsRead } from "./open-points.ts";
import { gatherTiers } from "./pinned.ts";
import { maxCharacters, type Plan, type Reader } from "./plan.ts";
import { usualChecks } from "./predict.ts";
import { eachOnce } from "./same-content.ts";
import { isCovered, type WrittenRecords, writtenLines } from "./written-lines.ts";

const compactionsShown = 3;
const learningsShown = 20;
const recordsRead = 8;

export async function gatherAtStart(
  memory: Memory,
  reader: Reader,
  tree: WorkTree,
  checkout: Checkout = { ...nowhere, branch: tree.branch },
): Promise<Plan> {
  const here = { ...checkout, changed: new Set(tree.changed) };
  const tokens = reader.settings["recall.budgetTokens"];
  const shares = reader.settings["recall.shares"];
  const written = await writtenIn(memory, reader);
  const [tiers, compactions, learnings, team, code, turns] = await Promise.all([
    gatherTiers(memory, reader, tokens),
    compactionsIn(memory, reader),
    learningsOf(memory, reader, written),
    gatherTeam(memory, reader),
    shares.code === 0 ? [] : changedCode(memory.db, reader.projectId),
    recentTurns(memory.db, {
      projectId: reader.projectId,
      exceptSession: reader.sessionId,
      limit: turnsRead,
    }),
  ]);
  const open = asCandidates(openLines(turns, here), "open", "said to be open, and not dealt with since");
  const said = asCandidates(limitLines(turns, written), "here", "the user said it");
  const checks = ofChecks(usualChecks(turns), { section: "here", priority: checksFirst });
  const stated = asCandidates(
    knownLines(turns, written),
    "here",
    "the record of a session says that it stays true",
  );
  const holding = [...checks, ...learnings, ...said, ...stated];
  const taken =
    headTokens +
    Math.max(0, tokensOf(tiers.candidates) - tiers.ownTokens) +
    tokensOf(open) +
    Math.min(shares.here, tokensOf(holding)) +
    Math.min(shares.team, tokensOf(team));
  const least = written.size > 0 ? minForWritten : minForNow;
  const room = Math.min(shares.now, Math.max(least, tokens - taken));
  const now = asCandidates(
    cameOf(turns, written, here, { tokens: room, known: [...open, ...learnings, ...team] }),
    "now",
    "came of the last sessions",
  );
  const known = new Set(tiers.candidates.map(({ id }) => id));
  const sections: Section[] = [
    {
      name: "compactions",
      heading: frame`What compactions removed from this session's context:`,
      tokens: shares.compactions,
    },
    { name: "now", heading: frame`Now, the newest session first:`, tokens: shares.now },
    { name: "open", heading: frame`Open:`, tokens },
    { name: "here", heading: frame`Here:`, tokens: shares.here },
    { name: "team", heading: frame`From the team:`, tokens: shares.team },
    { name: "code", heading: frame`Symbols of the files changed last:`, tokens: shares.code },
  ];
  return {
    heading: frame`What tellback remembers of this project; \`tellback search WORDS\` finds more.`,
    sections: [...tiers.first, ...sections, ...tiers.last],
    candidates: [
      ...eachOnce([
        ...tiers.candidates,
        ...compactions,
        ...code,
        ...open,
        ...[...holding, ...team].filter(({ id }) => !known.has(id)),
      ]),
      ...now,
    ],
    // What was removed from the window comes back besides what every session gets.
    budget: {
      tokens: tokens + tiers.ownTokens + (compactions.length > 0 ? shares.compactions : 0) + shares.code,
      characters: maxCharacters,
    },
  };
}

/** What models wrote, then what rules found in the sessions and turns that no model has described; the newest first. */
function cameOf(
  turns: readonly Turn[],
  written: WrittenRecords,
  here: Checkout,
  { tokens, known }: { tokens: number; known: readonly { title: string }[] },
): BriefLine[] {
  const told = writtenLines(turns, written, here, { tokens, known });
  const last = [...new Set(turns.map(({ sessionId }) => sessionId))].slice(0, sessionsTold);
  const byRules = turns.filter((turn) => last.includes(turn.sessionId) && !isCovered(turn, written));
  const left = tokens - told.reduce((sum, { text }) => sum + countTokens(text) + aroundLine, 0);
  const others = nowLines(byRules, here, {
    tokens: left,
    known: [...known, ...told.map(({ text }) => ({ title: text }))],
  });
  return [...told, ...others].toSorted((a, b) => (a.turn.endedAt < b.turn.endedAt ? 1 : -1));
}

/** Of older sessions hardly a sentence is still worth saying. */
const sessionsTold = 4;

/** The frame of the block and its headings. */
const headTokens = 80;
const minForNow = 150;
/** The states of two or three sessions are worth more than the oldest open points. */
const minForWritten = 250;
/** The mark before a line and the break after it. */
const aroundLine = 2;
const checksFirst = 100;
/** Before and after what the user said last. */
const confirmedFirst = 10;
const rulesNext = 1;
const learningsLast = -10;

function tokensOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { title }) => sum + countTokens(title) + aroundLine, 0);
}

function asCandidates(lines: readonly BriefLine[], section: string, reason: string): Candidate[] {
  return lines.map((line, rank) =>
    ofBrief(line, section === "now" ? "session" : "turn", { section, priority: -rank, why: { reason } }),
  );
}

/** What models wrote about the last sessions. */
async function writtenIn({ db }: Memory, { projectId, sessionId }: Reader): Promise<WrittenRecords> {
  const records = await recentSummaries(db, { projectId, exceptSession: sessionId, limit: recordsRead });
  return new Map(
    records.flatMap(({ sessionId: id, written }) => (written === null ? [] : [[id, written] as const])),
  );
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

async function learningsOf(
  { db }: Memory,
  { projectId }: Reader,
  written: WrittenRecords,
): Promise<Candidate[]> {
  const learnings = await listLearnings(db, {
    projects: inProject(projectId),
    states: ["active"],
    minConfidence: 0.4,
    limit: learningsShown,
  });
  const offered = learnings.filter(
    (one) =>
      one.supersededBy === null && !isShared(one.machine) && (isWorthStarting(one) || isRuleOf(written, one)),
  );
  const isTakenBack = await takenBack(db, offered);
  const holding = offered.filter((one) => one.isManual || one.timesSeen > 1 || !isTakenBack(one));
  return holding.map((learning) => ({
    ...ofLearning(learning, {
      section: "here",
      priority: priorityOf(learning, written) + learning.confidence,
      why: { reason: `a learning of the project, confidence ${learning.confidence.toFixed(2)}` },
    }),
    // Doubt is said with its source.
    isUnsigned: learning.staleSince === null,
    isWhole: isRuleOf(written, learning),
  }));
}

function priorityOf(learning: Learning, written: WrittenRecords): number {
  if (learning.isManual) return confirmedFirst;
  return isRuleOf(written, learning) ? rulesNext : learningsLast;
}

/** A rule for the work that a record states: it holds longer than what else the record says is known. */
function isRuleOf(written: WrittenRecords, { sessionId, saidBy, category }: Learning): boolean {
  return saidBy === null && category === "convention" && written.has(sessionId ?? "");
}

/** The rest is found when a prompt is about it. */
function isWorthStarting({ isManual, timesSeen, saidBy, content }: Learning): boolean {
  if (isManual) return true;
  return (
    hasContent(content) &&
    (timesSeen > 1 ||
      (saidBy === "user" && !tellsOneCase(content) && (isFirm(content, "user") || demandsAlways(content))))
  );
}
