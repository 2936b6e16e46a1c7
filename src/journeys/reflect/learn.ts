// Applies a verdict: a learning is added, supported or contradicted.

import { confidenceOf, contradicted, reinforced } from "../../memory/knowledge/confidence.ts";
import {
  type Learning,
  type ReviewMode,
  type StatementKind,
  statementKindOfType,
} from "../../protocol/knowledge.ts";
import {
  addEvidence,
  addNode,
  asLearning,
  changeNode,
  getNode,
  linkNodes,
  noteChange,
} from "../../rooms/knowledge/room.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import type { Candidate } from "./extract/candidate.ts";
import type { Opposite, Verdict } from "./judge.ts";

export interface LearningSource {
  projectId: string;
  sessionId: string;
  /** Which statements wait for a person. */
  review: ReviewMode;
}

export interface Learned {
  verdict: "new" | "reinforces" | "contradicts" | "proven";
  learning: Learning;
  /** Learnings that it replaced, or made doubtful. */
  against: Learning[];
}

/** Null if nothing changed: the same session said it before, or the user rejected it. */
export async function learn(
  db: Db,
  candidate: Candidate,
  verdict: Verdict,
  seen: LearningSource,
): Promise<Learned | null> {
  switch (verdict.verdict) {
    case "rejected":
      return null;
    case "new":
      // Without a person who reviews, what may be a statement stays what it is: an observation.
      if (!candidate.isSure && seen.review === "off") return null;
      return { verdict: "new", learning: asLearning(await enter(db, candidate, seen)), against: [] };
    case "contradicts": {
      if (!candidate.isSure && seen.review === "off") return null;
      if (await isOverruled(db, candidate, verdict.against)) return null;
      const row = await enter(db, candidate, seen);
      const against = await oppose(db, row, verdict.against, candidate, seen);
      return { verdict: "contradicts", learning: asLearning(row), against };
    }
    case "reinforces": {
      const isFirst = await support(db, verdict.id, candidate, seen);
      const row = isFirst ? await strengthen(db, verdict.id, candidate, seen) : await getNode(db, verdict.id);
      const against = await oppose(db, row, verdict.against, candidate, seen);
      if (!isFirst && against.length === 0) return null;
      return { verdict: "reinforces", learning: asLearning(row), against };
    }
  }
}

async function enter(db: Db, candidate: Candidate, seen: LearningSource): Promise<NodeRow> {
  const isGuess = candidate.statementKind === "hypothesis" && candidate.proof === null;
  const row = await addNode(db, {
    projectId: seen.projectId,
    type: typeOf(candidate),
    category: candidate.category,
    content: candidate.content,
    confidence: isGuess ? confidenceOf.hypothesis : firstConfidence(candidate),
    isManual: false,
    state: stateOf(seen, candidate, 1),
    saidBy: candidate.saidBy,
    sessionId: seen.sessionId,
    observationId: candidate.observationId,
    at: candidate.at,
  });
  await support(db, row.id, candidate, seen);
  return row;
}

type Doubted = Pick<Candidate, "saidBy" | "proof" | "isSure" | "isDecision" | "statementKind">;

function stateOf({ review }: LearningSource, said: Doubted, timesSeen: number): "active" | "waiting" {
  const isUnsure = timesSeen <= 1 && isDoubtful(said);
  return review === "all" || (review === "unsure" && isUnsure) ? "waiting" : "active";
}

/** What may be a statement, and what an agent claims without deciding or proving it. */
function isDoubtful({ saidBy, proof, isSure, isDecision, statementKind }: Doubted): boolean {
  if (proof !== null || statementKind !== "claim") return false;
  return !isSure || (saidBy === "agent" && !isDecision);
}

function firstConfidence({ saidBy, statementKind }: Candidate): number {
  return saidBy === "agent" && statementKind === "claim" ? confidenceOf.ofAgent : confidenceOf.new;
}

/** A dead end is an observation, a proven hypothesis a fact. */
function typeOf({ statementKind, isDecision, proof }: Candidate): NodeRow["type"] {
  if (statementKind === "claim") return isDecision ? "decision" : "learning";
  if (statementKind === "dead end") return "observation";
  return proof === null ? "hypothesis" : "fact";
}

export function statementKindOf({ type }: Pick<NodeRow, "type">): StatementKind {
  return statementKindOfType[type];
}

async function support(db: Db, nodeId: string, candidate: Candidate, seen: LearningSource): Promise<boolean> {
  const shared = { nodeId, kind: "supports" as const, sessionId: seen.sessionId, at: candidate.at };
  const isFirst = await addEvidence(db, {
    ...shared,
    claim: candidate.claim,
    observationId: candidate.observationId,
  });
  if (candidate.proof !== null)
    await addEvidence(db, { ...shared, claim: `${candidate.claim} (proof)`, observationId: candidate.proof });
  return isFirst;
}

async function strengthen(db: Db, id: string, candidate: Candidate, seen: LearningSource): Promise<NodeRow> {
  const row = await getNode(db, id);
  const isProven = row.type === "hypothesis" && candidate.proof !== null;
  // Said again after something else had replaced it: it holds again.
  const isBack = row.state === "archived" || (row.valid_until !== null && row.valid_until < candidate.at);
  const isFirstByUser = candidate.saidBy === "user" && row.said_by === "agent";
  const said = { ...candidate, saidBy: isFirstByUser ? ("user" as const) : row.said_by };
  const state = row.is_manual === 1 ? ("active" as const) : stateOf(seen, said, row.times_seen + 1);
  return changeNode(
    db,
    id,
    {
      times_seen: row.times_seen + 1,
      ...(row.is_manual === 1 ? {} : { confidence: reinforced(row.confidence) }),
      ...(isBack && row.state !== "rejected" ? { state, superseded_by: null } : {}),
      ...(row.state === "waiting" ? { state } : {}),
      ...(isFirstByUser ? { said_by: "user" as const } : {}),
      ...(isProven ? { type: "fact" as const } : {}),
      // Said as a rule first, then as a choice.
      ...(row.type === "learning" && candidate.isDecision ? { type: "decision" as const } : {}),
    },
    later(row.updated_at, candidate.at),
  );
}

/** What a user has stated is replaced by a user's statement only: by no agent, no command and no model. */
function mayReplace({ saidBy }: Pick<Candidate, "saidBy">, known: NodeRow): boolean {
  return saidBy === "user" || (known.said_by !== "user" && known.is_manual === 0);
}

/** Whether it contradicts, beyond doubt, what it may not replace. */
async function isOverruled(db: Db, candidate: Candidate, against: readonly Opposite[]): Promise<boolean> {
  for (const { id, isSure } of against)
    if (isSure && !mayReplace(candidate, await getNode(db, id))) return true;
  return false;
}

/**
 * Of two statements of one slot the later one holds, from when it was said. Where it is not sure that they speak of the same,
 * both stay, linked, and a person decides.
 */
async function oppose(
  db: Db,
  row: NodeRow,
  opposites: readonly Opposite[],
  candidate: Candidate,
  seen: LearningSource,
): Promise<Learning[]> {
  const replaced: Learning[] = [];
  for (const { id, because, isSure } of opposites) {
    const known = await getNode(db, id);
    // What was confirmed by a person is not replaced either: both are shown to be decided.
    const isReplaced =
      isSure && known.is_manual === 0 && mayReplace(candidate, known) && !isInert(row, known, candidate);
    if (!isReplaced) await linkNodes(db, row.id, id, "CONTRADICTS", candidate.at);
    if (!isReplaced) continue;
    const isFirst = await addEvidence(db, {
      nodeId: id,
      kind: "contradicts",
      sessionId: seen.sessionId,
      observationId: candidate.observationId,
      claim: candidate.claim,
      at: candidate.at,
    });
    const older = await supersedeOlder(db, row, known, candidate, because);
    if (older !== null) replaced.push(older);
    else if (isFirst && candidate.saidBy === null) replaced.push(await lower(db, known, because));
  }
  return replaced;
}

/** What waits for a person replaces nothing. */
function isInert(row: NodeRow, known: NodeRow, { at }: Candidate): boolean {
  return row.state === "waiting" || (known.state === "waiting" && known.updated_at > at);
}

/** What was only seen in commands is doubted, not replaced, by what is seen in others. */
async function lower(db: Db, known: NodeRow, because: string): Promise<Learning> {
  const { id, updated_at } = known;
  await noteChange(db, `contradicted: ${because}`, [id], updated_at, async () => {
    const change = { confidence: contradicted(known.confidence) };
    return { ids: [(await changeNode(db, id, change, updated_at)).id] };
  });
  return asLearning(await getNode(db, id));
}

/** The statement that no longer holds; null if none was replaced. */
async function supersedeOlder(
  db: Db,
  row: NodeRow,
  known: NodeRow,
  { at, saidBy }: Candidate,
  because: string,
): Promise<Learning | null> {
  if (saidBy === null || known.is_manual === 1 || row.is_manual === 1) return null;
  const isNewer = known.updated_at <= at;
  const [older, newer, since] = isNewer ? [known, row, at] : [row, known, known.updated_at];
  if (older.said_by === "user" && newer.said_by === "agent") return null;
  if (older.id === known.id && known.superseded_by !== null) return null;
  const { superseded_by } = await getNode(db, newer.id);
  if (superseded_by === older.id) await changeNode(db, newer.id, { superseded_by: null }, newer.updated_at);
  else if (superseded_by !== null) return null;
  await noteChange(db, `replaced by "${newer.content}": ${because}`, [older.id], since, async () => {
    const change = { superseded_by: newer.id, valid_until: since };
    await changeNode(db, older.id, change, older.updated_at);
    await linkNodes(db, newer.id, older.id, "SUPERSEDES", since);
    const edges = [{ from: newer.id, to: older.id, type: "SUPERSEDES" }];
    return { ids: [older.id], moved: { evidence: [], edges } };
  });
  return asLearning(await getNode(db, older.id));
}

/** A hypothesis of an earlier session that this one has proven. */
export async function prove(
  db: Db,
  hypothesis: Learning,
  proof: { observationId: string; claim: string; at: string },
  seen: LearningSource,
): Promise<Learned | null> {
  const isFirst = await addEvidence(db, {
    nodeId: hypothesis.id,
    kind: "supports",
    sessionId: seen.sessionId,
    ...proof,
  });
  if (!isFirst) return null;
  const confidence = Math.max(hypothesis.confidence, confidenceOf.new);
  const row = await changeNode(
    db,
    hypothesis.id,
    { type: "fact", confidence, times_seen: hypothesis.timesSeen + 1 },
    later(hypothesis.updatedAt, proof.at),
  );
  return { verdict: "proven", learning: asLearning(row), against: [] };
}

/** Sessions may be read in any order. */
function later(a: string, b: string): string {
  return a > b ? a : b;
}
