// What is stored, as candidates for the composer: each with its three lengths, its source, the reason why it was
// chosen, and the names by which its later use is recognised.

import type { Item } from "../../context/compose.ts";
import type { Found } from "../../indexes/search/search.ts";
import type { Compaction } from "../../protocol/compaction.ts";
import type { Observation, Session, SessionSummary } from "../../protocol/episodic.ts";
import type { Why } from "../../protocol/recall.ts";
import {
  type Learning,
  type Node,
  type StatementKind,
  statementKindOfType,
} from "../../protocol/semantic.ts";
import { lengthsOfCompaction } from "../../rooms/episodic/room.ts";

export interface Candidate extends Item {
  /** The kind of owner of this id. */
  kind: string;
  why: Why;
  cues: readonly string[];
}

type Slot = Pick<Candidate, "section" | "priority" | "why">;

export function ofSession(session: Session, summary: SessionSummary | null, slot: Slot): Candidate {
  const title = session.name ?? summary?.request ?? session.firstPrompt ?? "";
  const parts = summary
    ? [...summary.done, ...summary.open.map((open) => `open: ${open}`)]
    : [session.firstPrompt ?? ""];
  const decisions = summary?.decisions.map((decision) => `decided: ${decision}`) ?? [];
  return {
    ...slot,
    id: session.id,
    kind: "session",
    title,
    summary: parts.join("; "),
    detail: [...decisions, ...parts].join("; "),
    from: day(session.lastSeenAt),
    cues: cuesOf(title, summary?.files ?? []),
  };
}

export function ofCompaction(compaction: Compaction, slot: Slot): Candidate {
  const summary = compaction.made?.summary;
  return {
    ...slot,
    ...lengthsOfCompaction(compaction),
    id: compaction.id,
    kind: "compaction",
    from: day(compaction.at),
    cues: cuesOf(
      summary?.executive ?? "",
      (summary?.files_modified ?? []).map(({ path }) => path),
    ),
  };
}

export function ofLearning(learning: Learning, slot: Slot): Candidate {
  const { content } = learning;
  return {
    ...slot,
    id: learning.id,
    kind: "learning",
    title: content,
    summary: content,
    detail: content,
    from: `${natureOf(learning)}, ${standingOf(learning)}`,
    ...(learning.staleSince === null ? {} : { caution: `may be outdated since ${day(learning.staleSince)}` }),
    cues: cuesOf(content, []),
  };
}

export function ofNode(node: Node, caution: string | undefined, slot: Slot): Candidate {
  const { id, content, summary, type, category, createdAt } = node;
  return {
    ...slot,
    id,
    kind: category === null ? "node" : "learning",
    title: summary ?? firstSentence(content),
    summary: content,
    detail: content,
    from: `${day(createdAt)} ${category ?? type}`,
    ...(caution === undefined ? {} : { caution }),
    cues: cuesOf(content, []),
  };
}

function firstSentence(content: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(content)?.[0] ?? content;
}

function natureOf({ type, category }: Learning): string {
  return natures[statementKindOfType[type]] ?? category;
}

/** A claim is described by its category. */
const natures: Record<StatementKind, string | null> = {
  claim: null,
  hypothesis: "unproven guess",
  "dead end": "dead end",
};

function standingOf({ isManual, timesSeen }: Learning): string {
  if (isManual) return "confirmed by the user";
  return timesSeen === 1 ? "seen in 1 session" : `seen in ${timesSeen} sessions`;
}

export function ofObservation(observation: Observation, slot: Slot): Candidate {
  const { id, title, summary, detail, files } = observation;
  return {
    ...slot,
    id,
    kind: "observation",
    title,
    summary,
    detail,
    from: [day(observation.happenedAt), sourceOf(observation)].join(" "),
    cues: cuesOf(`${title} ${summary}`, files),
  };
}

const authors: Record<Observation["kind"], string> = { tool: "tool", prompt: "user", reply: "agent" };

function sourceOf({ kind, tool, status }: Observation): string {
  const source = kind === "tool" && tool !== null ? tool : authors[kind];
  return status === "ok" ? source : `${source}, ${status}`;
}

export function ofFound(
  found: Found,
  slot: Pick<Slot, "section"> & { reason: string; caution?: string | undefined },
): Candidate {
  const { document, relevance, text, meaning } = found;
  const files = document.files === "" ? [] : document.files.split("\n");
  const symbols = document.symbols === "" ? [] : document.symbols.split("\n");
  return {
    section: slot.section,
    priority: relevance,
    why: { reason: slot.reason, relevance, text, meaning },
    id: document.owner_id,
    kind: document.owner_kind,
    title: document.title,
    summary: document.summary,
    detail: document.detail,
    from: [day(document.happened_at), document.author ?? document.owner_kind].join(" "),
    ...(slot.caution === undefined ? {} : { caution: slot.caution }),
    cues: [...cuesOf(`${document.title} ${document.summary}`, files), ...symbols].slice(0, mostCues),
  };
}

function day(at: string): string {
  return at.slice(0, 10);
}

const mostCues = 24;
/** An invented word: camelCase, snake_case, dotted, or with a digit; not a word of the language. */
const madeUp = /\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+_\w+|\w+(?:\.\w+)+|[A-Z]{2,}\d+|[A-Z]\d{3,})\b/g;

function cuesOf(text: string, files: readonly string[]): string[] {
  const names = text.match(madeUp)?.filter((name) => name.length >= 5) ?? [];
  return [...new Set([...files, ...names])].slice(0, mostCues);
}
