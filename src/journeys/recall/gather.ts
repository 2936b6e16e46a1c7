// What could be told at each moment: candidates, their sections and the budget. For recall, which tells it, and for
// `engram context`, which shows what recall would tell. Nothing is written here.

import type { Config } from "../../config/schema.ts";
import type { Budget, Section } from "../../context/compose.ts";
import type { Memory } from "../../memory.ts";
import type { Observation } from "../../protocol/episodic.ts";
import { inProject } from "../../protocol/scope.ts";
import { deedOf } from "../../protocol/tools.ts";
import {
  latestCompactions,
  listSessions,
  observationsAbout,
  recentObservations,
  summaryOf,
} from "../../rooms/episodic/room.ts";
import { idsAnchoredAt, listLearnings, nodesOf, staleReasons } from "../../rooms/semantic/room.ts";
import {
  type Candidate,
  ofCompaction,
  ofFound,
  ofLearning,
  ofNode,
  ofObservation,
  ofSession,
} from "./candidates.ts";
import { gatherTiers } from "./pinned.ts";
import type { WorkTree } from "./work-tree.ts";

export interface Plan {
  heading: string;
  sections: Section[];
  candidates: Candidate[];
  budget: Budget;
}

/** Who is to be told. */
export interface Reader {
  projectId: string;
  sessionId: string;
  settings: Config;
}

/** The client moves longer context out of the conversation into a file. */
const characters = 9_500;
const askForMore = "`engram show ID` tells more of any of them.";

const compactionsShown = 3;
const sessionsShown = 5;
const learningsShown = 20;
const changesShown = 12;
/** Of each changed file: among so many the last change is most likely. */
const touchesRead = 10;
const observationsShown = 12;
const observationsRead = 150;

export async function gatherAtStart(memory: Memory, reader: Reader, tree: WorkTree): Promise<Plan> {
  const tokens = reader.settings["recall.budgetTokens"];
  const [tiers, compactions, sessions, learnings, changes, recent] = await Promise.all([
    gatherTiers(memory, reader, tokens),
    compactionsIn(memory, reader),
    sessionsOf(memory, reader),
    learningsOf(memory, reader),
    changesOf(memory, reader, tree),
    recentObservations(memory.db, {
      projectId: reader.projectId,
      exceptSession: reader.sessionId,
      limit: observationsRead,
    }),
  ]);
  const known = new Set([...changes, ...tiers.candidates].map(({ id }) => id));
  const observations = worthTelling(recent, tree).filter(({ id }) => !known.has(id));
  return {
    heading: `What is remembered of this project. ${askForMore}`,
    sections: [...tiers.first, ...startSections(reader.settings["recall.shares"]), ...tiers.last],
    candidates: [
      ...tiers.candidates,
      ...compactions,
      ...sessions,
      ...learnings.filter(({ id }) => !known.has(id)),
      ...changes,
      ...observations.slice(0, observationsShown),
    ],
    budget: { tokens, characters },
  };
}

const startHeadings = {
  compactions: "What was compacted away of this session:",
  sessions: "Recent sessions:",
  changed: "Files that differ from the last commit:",
  learnings: "Learned before:",
  observations: "Recent work:",
} as const;

function startSections(shares: Config["recall.shares"]): Section[] {
  return Object.entries(startHeadings).map(([name, heading]) => ({
    name,
    heading,
    tokens: shares[name as keyof typeof startHeadings],
  }));
}

/** What the session itself had in its window before; the newest first. */
async function compactionsIn({ db }: Memory, { sessionId }: Reader): Promise<Candidate[]> {
  const latest = await latestCompactions(db, sessionId, compactionsShown);
  const told = latest.filter(({ observations }) => observations > 0);
  return told.map((one) =>
    ofCompaction(one, {
      section: "compactions",
      priority: one.sequence,
      why: { reason: "what a compaction of this session took away" },
    }),
  );
}

async function sessionsOf({ db }: Memory, { projectId, sessionId }: Reader): Promise<Candidate[]> {
  const sessions = await listSessions(db, {
    projects: inProject(projectId),
    exceptId: sessionId,
    limit: sessionsShown,
  });
  const told = sessions.filter((session) => session.firstPrompt !== null || session.name !== null);
  return Promise.all(
    told.map(async (session, rank) =>
      ofSession(session, await summaryOf(db, session.id), {
        section: "sessions",
        priority: -rank,
        why: { reason: "a recent session of the project" },
      }),
    ),
  );
}

async function learningsOf({ db }: Memory, { projectId }: Reader): Promise<Candidate[]> {
  const learnings = await listLearnings(db, {
    projects: inProject(projectId),
    states: ["active"],
    minConfidence: 0.4,
    limit: learningsShown,
  });
  const holding = learnings.filter(({ supersededBy }) => supersededBy === null);
  return holding.map((learning) =>
    ofLearning(learning, {
      section: "learnings",
      priority: learning.confidence - (learning.staleSince === null ? 0 : 0.5),
      why: { reason: `a learning of the project, confidence ${learning.confidence.toFixed(2)}` },
    }),
  );
}

/** For each changed file the last thing that was done to it. */
async function changesOf({ db }: Memory, reader: Reader, tree: WorkTree): Promise<Candidate[]> {
  const files = tree.changed.slice(0, changesShown);
  const touching = await observationsAbout(db, reader.projectId, files, touchesRead);
  const others = touching.filter((one) => one.sessionId !== reader.sessionId && isChange(one));
  const lastOf = new Map<string, Observation>();
  for (const one of others) for (const file of one.files) if (!lastOf.has(file)) lastOf.set(file, one);
  const told = new Map<string, Candidate>();
  for (const [rank, file] of files.entries()) {
    const last = lastOf.get(file);
    if (!last || told.has(last.id)) continue;
    const why = { reason: `the last change to ${file}, which differs from the last commit` };
    told.set(last.id, ofObservation(last, { section: "changed", priority: -rank, why }));
  }
  return [...told.values()];
}

/** What only informed the agent is not worth injecting: a read, a listing, a to-do list. */
function onlyLooks({ tool }: Pick<Observation, "tool">): boolean {
  const deed = deedOf(tool);
  return deed === "reads" || deed === "looks" || deed === "plans";
}

function isChange({ tool, status }: Observation): boolean {
  return deedOf(tool) === "edits" && status === "ok";
}

/** Changes, failures and conclusions before mere looking; this branch and these files before others; the new first. */
function worthTelling(recent: readonly Observation[], tree: WorkTree): Candidate[] {
  const changed = new Set(tree.changed);
  const seen = new Set<string>();
  const told = recent.flatMap((one, rank): Candidate[] => {
    if (one.kind === "prompt" || (onlyLooks(one) && one.status === "ok")) return [];
    const gist = one.title.toLowerCase().replace(/\d+/g, "#");
    if (seen.has(gist)) return [];
    seen.add(gist);
    const reasons = [
      ...(isChange(one) ? ["a change"] : one.status === "failed" ? ["a failure"] : ["recent"]),
      ...(tree.branch !== null && one.branch === tree.branch ? ["on this branch"] : []),
      ...(one.files.some((file) => changed.has(file)) ? ["on a changed file"] : []),
    ];
    const weight =
      (one.kind === "reply" || isChange(one) ? 1 : one.status === "failed" ? 0.8 : 0.4) +
      0.5 * (reasons.length - 1);
    const why = { reason: reasons.join(", ") };
    return [
      ofObservation(one, { section: "observations", priority: weight * Math.exp(-rank / fadesAfter), why }),
    ];
  });
  return told.sort((a, b) => b.priority - a.priority);
}

/** Observations after which one weighs a third. */
const fadesAfter = 60;

const foundRead = 12;
const foundShown = 6;
/** A question longer than this has its telling words in the beginning. */
const longestQuestion = 1_500;

export interface Asked {
  text: string;
  /** Files and branch the conversation is about. */
  files: readonly string[];
  branch: string | null;
  /** What the conversation itself still holds begins here: no need to be told of it. */
  windowSince: string;
}

/** What answers a prompt, and only what most likely does. */
export async function gatherForPrompt(
  memory: Memory,
  reader: Reader,
  asked: Asked,
  options: { tokens: number; withinMs: number | undefined },
): Promise<Plan> {
  const found = await memory.search.find(asked.text.slice(0, longestQuestion), {
    scope: { projects: inProject(reader.projectId) },
    limit: foundRead,
    minRelevance: reader.settings["recall.minRelevance"],
    moment: { now: new Date(), branch: asked.branch ?? undefined, files: asked.files },
    meaningWithinMs: options.withinMs,
    isHurried: true,
  });
  const elsewhere = found.filter(
    ({ document }) => document.session_id !== reader.sessionId || document.happened_at < asked.windowSince,
  );
  // A question that was asked before is no answer.
  const answers = elsewhere.filter(
    ({ document }) => !(document.author === "user" && document.is_question === 1),
  );
  const told = answers.slice(0, foundShown);
  const stale = await staleReasons(
    memory.db,
    told.map(({ document }) => document.owner_id),
  );
  return {
    heading: `From memory, about this prompt. ${askForMore}`,
    sections: [{ name: "found", heading: "Found:", tokens: options.tokens }],
    candidates: told.map((one) =>
      ofFound(one, {
        section: "found",
        reason: "answers the prompt",
        caution: stale.get(one.document.owner_id),
      }),
    ),
    budget: { tokens: options.tokens, characters },
  };
}

const fileTokens = 300;
const aboutRead = 40;
const aboutShown = 4;
const knownShown = 5;
/** What is known comes before what happened. */
const knownFirst = 100;

/** What is known of a file: the last failures and changes there. */
export async function gatherForFile(memory: Memory, reader: Reader, path: string): Promise<Plan> {
  const known = await knownOf(memory, reader, path);
  const touching = await observationsAbout(memory.db, reader.projectId, [path], aboutRead);
  const others = touching.filter((one) => one.sessionId !== reader.sessionId);
  const told = others
    .filter(hasToSay)
    .map((one, rank) => {
      const reason = one.status === "failed" ? `failed on ${path}` : `happened to ${path}`;
      const priority = (one.status === "failed" ? 3 : isChange(one) ? 2 : 0) - rank / aboutRead;
      const candidate = ofObservation(one, { section: "file", priority, why: { reason } });
      return { ...candidate, cues: candidate.cues.filter((cue) => cue !== path) };
    })
    .sort((a, b) => b.priority - a.priority);
  return {
    heading: `From memory, about ${path}. ${askForMore}`,
    sections: [{ name: "file", heading: "Known of it:", tokens: fileTokens }],
    candidates: [...known, ...told.slice(0, aboutShown)],
    budget: { tokens: fileTokens, characters },
  };
}

/** Whether an observation is worth telling whoever opens a file that it touched. */
export function hasToSay({ kind, status, tool }: Pick<Observation, "kind" | "status" | "tool">): boolean {
  return kind !== "prompt" && (status === "failed" || !onlyLooks({ tool }));
}

/** Nodes that speak of the file, with a mark where it has changed since. */
async function knownOf({ db }: Memory, { projectId }: Reader, path: string): Promise<Candidate[]> {
  const ids = await idsAnchoredAt(db, projectId, path, knownShown);
  const stale = await staleReasons(db, ids);
  return (await nodesOf(db, ids)).map((node, rank) =>
    ofNode(node, stale.get(node.id), {
      section: "file",
      priority: knownFirst - rank,
      why: { reason: `speaks of ${path}` },
    }),
  );
}
