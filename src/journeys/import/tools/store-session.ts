// Takes in one session from another tool's store: its prompts, replies, tool uses and notes become observations, once.
// What the memory has already, from a transcript or from another tool, only gets one more source. Commands in the text
// are not executed: only a host's own record counts as what an agent said.

import { isAbsolute } from "node:path";
import { storeImportedNode } from "../../../memory/imported-node.ts";
import { textsIn } from "../../../memory/json-texts.ts";
import { recordAll } from "../../../memory/observations.ts";
import { rebuildTurns } from "../../../memory/turns.ts";
import { forgottenWords } from "../../../rooms/forgotten/room.ts";
import {
  countObservations,
  keepWholeTexts,
  prepareObservation,
  twinOf,
  wholeTextBeyond,
} from "../../../rooms/observations/room.ts";
import { openProjectAt, openProjectNamed } from "../../../rooms/projects/room.ts";
import { markSummarized, openImportedSession, putSummary, summaryOf } from "../../../rooms/sessions/room.ts";
import type { Cleaner } from "../../../secrets/cleaner.ts";
import { dialectOf } from "../../../store/dialect.ts";
import type { Db } from "../../../store/schema.ts";
import {
  addSources,
  type NewSource,
  ownerOfSource,
  ownersWithContent,
  sourceKey,
} from "../../../store/sources.ts";
import type { ForeignProject, ForeignSession, ForeignStep } from "./foreign-store.ts";
import { observationFrom, type StepObservation, type StepPlace, textHash } from "./step-observation.ts";
import type { ImportCounts, ToolImport } from "./tool-import.ts";

interface SessionImport extends StepPlace {
  tx: Db;
  importing: ToolImport;
}

export async function storeSession(
  tx: Db,
  importing: ToolImport,
  found: ForeignSession,
  clean: Cleaner,
): Promise<ImportCounts> {
  const taken: ImportCounts = { stored: 0, merged: 0, known: 0 };
  const sessionId = clean.id(found.id.slice(0, 200));
  const times = [found.startedAt, found.endedAt ?? "", ...found.steps.map(({ at }) => at)]
    .filter(Boolean)
    .sort();
  const endedAt = times.at(-1) ?? found.startedAt;
  const { projectId, isNew } = await openImportedSession(tx, {
    id: sessionId,
    host: clean.text(found.host),
    name: found.name === null ? null : clean.text(found.name).slice(0, 100),
    projectId: await projectIdOf(tx, importing, found.project, clean, found.startedAt),
    startedAt: times[0] ?? found.startedAt,
    endedAt,
  });
  const key = sourceKey("session", sessionId);
  await addSources(tx, [{ ...sourceOf(importing, key, key), owner: { kind: "session", id: sessionId } }]);
  const inside: SessionImport = {
    tx,
    importing,
    tool: importing.tool,
    clean,
    sessionId,
    projectId,
    folder: clean.path(found.project.folder ?? ""),
  };
  const deciding: StepDecisions = { fresh: new Map(), covered: new Set() };
  for (const step of found.steps) {
    const how = await decide(inside, step, deciding);
    if (how !== "fresh") taken[how]++;
  }
  const forgotten = await forgottenWords(tx);
  const fresh = [...deciding.fresh.values()].filter(
    ({ made: { title, summary, detail, said, happenedAt } }) =>
      ![title, summary, detail, said].some((text) => forgotten.holds(text, happenedAt)),
  );
  taken.stored = await storeFresh(inside, fresh);
  taken.known += deciding.fresh.size - taken.stored;
  if (taken.stored > 0) await rebuildTurns(tx, sessionId, null);
  await keepSummary(inside, found, endedAt);
  if (isNew) taken.sessions = 1;
  return taken;
}

/** The folder that the tool knows, the one that the user named, or the project with the name. */
export async function projectIdOf(
  tx: Db,
  { tool, into }: ToolImport,
  { folder, name }: ForeignProject,
  clean: Cleaner,
  at: string,
): Promise<string> {
  if (folder !== null && isAbsolute(folder)) return openProjectAt(tx, folder, at);
  if (into !== undefined) return openProjectAt(tx, into, at);
  // A worktree is named after its project there: project/worktree.
  const plain = clean
    .text(name ?? "")
    .split(/[\\/]/)[0]
    ?.trim()
    .slice(0, 100);
  return openProjectNamed(tx, tool, plain || "unnamed", at);
}

/** An observation that is new, and everything that is about it. */
interface NewObservation {
  step: ForeignStep;
  made: StepObservation;
  sources: Omit<NewSource, "owner">[];
}

interface StepDecisions {
  /** By content: the same prompt twice is one. */
  fresh: Map<string, NewObservation>;
  /** Exchanges that the host's own record has, with all that was done for their prompts. */
  covered: Set<string>;
}

async function decide(
  inside: SessionImport,
  step: ForeignStep,
  { fresh, covered }: StepDecisions,
): Promise<"fresh" | "merged" | "known"> {
  const { tx, importing, sessionId } = inside;
  const made = observationFrom(inside, step);
  const key = sourceKey("observation", sessionId, made.hostKey);
  const contentHash = sourceKey("observation", sessionId, made.kind, textHash(made.said));
  const twin = await twinFor(inside, step, made.said);
  if (step.is === "prompt" && step.exchange !== undefined && twin?.isNative) covered.add(step.exchange);
  if ((await ownerOfSource(tx, importing.tool, key)) !== null) return "known";
  const same = twin?.id ?? (await ownersWithContent(tx, "observation", contentHash))[0];
  const from = sourceOf(importing, key, contentHash);
  if (same !== undefined) {
    await addSources(tx, [{ ...from, owner: { kind: "observation", id: same } }]);
    return "merged";
  }
  if (step.exchange !== undefined && covered.has(step.exchange)) return "known";
  const waiting = fresh.get(contentHash);
  if (waiting) waiting.sources.push(from);
  else fresh.set(contentHash, { step, made, sources: [from] });
  return waiting ? "merged" : "fresh";
}

/** Returns how many were new after all: what the user forgot is not. */
async function storeFresh(inside: SessionImport, fresh: readonly NewObservation[]): Promise<number> {
  const { tx, projectId } = inside;
  const dialect = dialectOf(tx);
  const prepared = fresh.map(({ made: { said: _, projectId: __, ...seen } }) => ({
    ...prepareObservation(seen, dialect),
    projectId,
  }));
  const recorded = await recordAll(tx, prepared);
  const stored = fresh.flatMap((one, i) => {
    const as = recorded[i];
    return as?.status === "stored" ? [{ ...one, id: as.id }] : [];
  });
  const said = stored.flatMap(({ id, step, made }) => {
    const text = step.is === "prompt" || step.is === "reply" ? wholeTextBeyond(made.detail, made.said) : null;
    return text === null ? [] : [{ observationId: id, text }];
  });
  await keepWholeTexts(tx, said);
  await addSources(
    tx,
    stored.flatMap(({ id, sources }) =>
      sources.map((source) => ({ ...source, owner: { kind: "observation" as const, id } })),
    ),
  );
  for (const { id, step, made } of stored)
    if (step.is === "note" && step.isDecision) await keepDecision(inside, made, id);
  return stored.length;
}

async function twinFor(
  { tx, sessionId, clean }: SessionImport,
  step: ForeignStep,
  said: string,
): Promise<{ id: string; isNative: boolean } | null> {
  if (step.is === "prompt") return twinOf(tx, sessionId, { kind: "prompt", textHash: textHash(said) });
  if (step.is === "tool") return twinOf(tx, sessionId, { kind: "tool", toolUseId: clean.id(step.id) });
  return null;
}

async function keepDecision(
  inside: SessionImport,
  { title, summary, detail, happenedAt }: StepObservation,
  id: string,
): Promise<void> {
  const { tx, importing, clean, sessionId, projectId } = inside;
  const reason = summary || detail.split("\n", 1)[0] || "";
  const content = reason === "" || reason === title ? title : `${title}: ${reason}`;
  await storeImportedNode(
    tx,
    importing,
    {
      type: "decision",
      content,
      summary: title,
      tags: [],
      projectId,
      at: happenedAt,
      isByUser: false,
      by: { sessionId, observationId: id },
    },
    clean,
  );
}

/** A summary that the memory has already is newer, or covers more. */
async function keepSummary(
  { tx, importing, clean, sessionId }: SessionImport,
  { summary }: ForeignSession,
  at: string,
): Promise<void> {
  if (summary === null || (await summaryOf(tx, sessionId)) !== null) return;
  const { last } = await countObservations(tx, { sessionId });
  const parts = clean.deep(summary) as typeof summary;
  const forgotten = await forgottenWords(tx);
  if (textsIn(parts).some((text) => forgotten.holds(text, at))) return;
  await putSummary(tx, { sessionId, provider: importing.tool, note: null, upTo: last, parts, at });
  await markSummarized(tx, sessionId);
}

function sourceOf({ tool, place, at }: ToolImport, key: string, contentHash: string) {
  return { tool, place, at, key, contentHash };
}
