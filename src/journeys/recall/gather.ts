// What could be injected at each moment: candidates, their sections and the budget. Used by recall, which injects it,
// and by `engram context`, which shows what recall would inject. Nothing is written here.

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

/** Who receives the injection. */
export interface Reader {
  projectId: string;
  sessionId: string;
  settings: Config;
}

/** The client moves longer context out of the conversation into a file. */
const characters = 9_500;
const askForMore = "`engram show ID` shows any of them in full.";

const compactionsShown = 3;
const sessionsShown = 5;
const learningsShown = 20;
const changesShown = 12;
/** For each changed file, the last change is searched among this many observations. */
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
  const observations = worthInjecting(recent, tree).filter(({ id }) => !known.has(id));
  return {
    heading: `What engram remembers of this project. ${askForMore}`,
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
  compactions: "What compactions removed from this session's context:",
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

async function sessionsOf({ db }: Memory, { projectId, sessionId }: Reader): Promise<Candidate[]> {
  const sessions = await listSessions(db, {
    projects: inProject(projectId),
    exceptId: sessionId,
    limit: sessionsShown,
  });
  const titled = sessions.filter((session) => session.firstPrompt !== null || session.name !== null);
  return Promise.all(
    titled.map(async (session, rank) =>
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

/** For each changed file, the last observation that touched it. */
async function changesOf({ db }: Memory, reader: Reader, tree: WorkTree): Promise<Candidate[]> {
  const files = tree.changed.slice(0, changesShown);
  const touching = await observationsAbout(db, reader.projectId, files, touchesRead);
  const others = touching.filter((one) => one.sessionId !== reader.sessionId && isChange(one));
  const lastOf = new Map<string, Observation>();
  for (const one of others) for (const file of one.files) if (!lastOf.has(file)) lastOf.set(file, one);
  const lastChanges = new Map<string, Candidate>();
  for (const [rank, file] of files.entries()) {
    const last = lastOf.get(file);
    if (!last || lastChanges.has(last.id)) continue;
    const why = { reason: `the last change to ${file}, which differs from the last commit` };
    lastChanges.set(last.id, ofObservation(last, { section: "changed", priority: -rank, why }));
  }
  return [...lastChanges.values()];
}

/** Not worth injecting, because it only informed the agent: a read, a listing, a to-do list. */
function onlyLooks({ tool }: Pick<Observation, "tool">): boolean {
  const deed = deedOf(tool);
  return deed === "reads" || deed === "looks" || deed === "plans";
}

function isChange({ tool, status }: Observation): boolean {
  return deedOf(tool) === "edits" && status === "ok";
}

/** Changes, failures and conclusions before reads; this branch and these files before others; the newest first. */
function worthInjecting(recent: readonly Observation[], tree: WorkTree): Candidate[] {
  const changed = new Set(tree.changed);
  const seen = new Set<string>();
  const candidates = recent.flatMap((one, rank): Candidate[] => {
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
  return candidates.sort((a, b) => b.priority - a.priority);
}

/** After this many newer observations the weight falls to a third. */
const fadesAfter = 60;

const foundRead = 12;
const foundShown = 6;
/** A longer question has its informative words in the beginning. */
const longestQuestion = 1_500;

export interface Asked {
  text: string;
  /** Files and branch of the current conversation. */
  files: readonly string[];
  branch: string | null;
  /** Start of what the conversation itself still contains, which need not be injected. */
  windowSince: string;
}

/** What answers a prompt, limited to what most likely does. */
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
    embeddingWithinMs: options.withinMs,
    isHurried: true,
  });
  const elsewhere = found.filter(
    ({ document }) => document.session_id !== reader.sessionId || document.happened_at < asked.windowSince,
  );
  // An earlier question is not an answer.
  const answers = elsewhere.filter(
    ({ document }) => !(document.author === "user" && document.is_question === 1),
  );
  const chosen = answers.slice(0, foundShown);
  const stale = await staleReasons(
    memory.db,
    chosen.map(({ document }) => document.owner_id),
  );
  return {
    heading: `From memory, about this prompt. ${askForMore}`,
    sections: [{ name: "found", heading: "Found:", tokens: options.tokens }],
    candidates: chosen.map((one) =>
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
/** Knowledge comes before observations. */
const knownFirst = 100;

/** What is known about a file: its last failures and changes. */
export async function gatherForFile(memory: Memory, reader: Reader, path: string): Promise<Plan> {
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
  return {
    heading: `From memory, about ${path}. ${askForMore}`,
    sections: [{ name: "file", heading: "Known about this file:", tokens: fileTokens }],
    candidates: [...known, ...observed.slice(0, aboutShown)],
    budget: { tokens: fileTokens, characters },
  };
}

/** Whether an observation is worth injecting when a file that it touched is opened. */
export function isWorthInjectingOnOpening({
  kind,
  status,
  tool,
}: Pick<Observation, "kind" | "status" | "tool">): boolean {
  return kind !== "prompt" && (status === "failed" || !onlyLooks({ tool }));
}

/** Nodes that speak of the file, marked if the file has changed since. */
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
