// What is stored, as candidates for the composer: each with its three lengths, its source, the reason why it was
// chosen, and the names by which its later use is recognised.

import type { Item } from "../../context/compose.ts";
import { nodeTexts } from "../../context/node-texts.ts";
import type { SearchHit } from "../../indexes/search/search.ts";
import type { Compaction } from "../../protocol/compaction.ts";
import {
  type Learning,
  type Node,
  type StatementKind,
  statementKindOfType,
} from "../../protocol/knowledge.ts";
import { plural } from "../../protocol/plural.ts";
import type { Why } from "../../protocol/recall.ts";
import type { Turn } from "../../protocol/turns.ts";
import { lengthsOfCompaction } from "../../rooms/compactions/room.ts";
import type { BriefLine } from "./brief.ts";
import type { CallersLine } from "./callers-line.ts";
import { type Companion, lineOf, type Prediction, reasonOf, type usualChecks } from "./predict.ts";

export interface Candidate extends Item {
  /** The kind of owner of this id. */
  kind: string;
  why: Why;
  cues: readonly string[];
  /** When it was true. */
  at?: string | undefined;
}

/** Calls that a change has broken. */
export const brokenSection = "broken";

type Slot = Pick<Candidate, "section" | "priority" | "why">;

/** A line of the brief: used whole, without an id. What came of a session is known by the session, the rest by its turn. */
export function ofBrief({ turn, text }: BriefLine, kind: "session" | "turn", slot: Slot): Candidate {
  return {
    ...slot,
    kind,
    id: kind === "session" ? turn.sessionId : turn.id,
    at: turn.endedAt,
    ...{ title: text, summary: text, detail: text, from: "", isUnsigned: true, isWhole: true },
    cues: cuesOf(text, turn.files),
  };
}

/** What ended a failure; the turn in which it ended. */
export function ofEndedFailure(turn: Turn, text: string, files: readonly string[], slot: Slot): Candidate {
  return {
    ...{ ...slot, id: turn.id, kind: "turn", at: turn.endedAt },
    ...{ title: text, summary: text, detail: text, from: "", isUnsigned: true, isWhole: true },
    cues: cuesOf(text, files),
  };
}

/** Who calls what a file defines; it is known by the symbol with the most callers. */
export function ofCallers({ symbolId, text, names }: CallersLine, slot: Slot): Candidate {
  return {
    ...slot,
    id: symbolId,
    kind: "symbol",
    ...{ title: text, summary: text, detail: text },
    from: "code map",
    cues: [...new Set(names)].slice(0, maxCues),
  };
}

/** The checks that work here usually runs. */
export function ofChecks(
  { times, checks }: ReturnType<typeof usualChecks>,
  slot: Pick<Slot, "section" | "priority">,
): Candidate[] {
  if (checks.length === 0) return [];
  const text = `Work is checked with ${checks.map(({ what }) => `\`${what}\``).join(", ")}.`;
  const each = checks.map((one) => `${one.what} ${one.times} of ${times}`).join(", ");
  const why = { reason: `run in the last sessions that changed something: ${each}` };
  return [listed(`checks:${checks[0]?.what}`, "checks", text, checks, { ...slot, why })];
}

/** What work on a file most likely needs besides it. */
export function ofPrediction(prediction: Prediction, slot: Pick<Slot, "section" | "priority">): Candidate {
  const { file, files, checks, broke } = prediction;
  const why = { reason: reasonOf(prediction) };
  const parts = [...files, ...checks, ...broke];
  return listed(`ahead:${file}`, "ahead", lineOf(prediction), parts, { ...slot, why });
}

function listed(id: string, kind: string, text: string, parts: readonly Companion[], slot: Slot): Candidate {
  const cues = parts.map(({ what }) => what);
  return {
    ...{ ...slot, id, kind, title: text, summary: text, detail: text, from: "", cues },
    ...{ isUnsigned: true, isWhole: true },
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
    from: [natureOf(learning), standingOf(learning)].filter(Boolean).join(", "),
    ...(learning.staleSince === null ? {} : { caution: `may be outdated since ${day(learning.staleSince)}` }),
    cues: cuesOf(content, []),
  };
}

export function ofNode(node: Node, caution: string | undefined, slot: Slot): Candidate {
  const kind = node.category === null ? "node" : "learning";
  return { ...slot, ...nodeTexts(node, caution), kind, cues: cuesOf(node.content, []) };
}

/** A statement that answers a question: whole, without an id; a decision with its day. */
export function ofStatement(node: Node, caution: string | undefined, slot: Slot): Candidate {
  const said = node.type === "decision" ? `${day(node.createdAt)}: ${node.content}` : node.content;
  const text = caution === undefined ? said : `${said} (${caution})`;
  return {
    ...{ ...slot, id: node.id, kind: node.category === null ? "node" : "learning", at: node.createdAt },
    ...{ title: text, summary: text, detail: text, from: "", isUnsigned: true, isWhole: true },
    cues: cuesOf(node.content, []),
  };
}

/** A rule or a decision of the team: whole, with its reason for doubt. */
export function ofShared(node: Node, caution: string | undefined, slot: Slot): Candidate {
  const text = caution === undefined ? node.content : `${node.content} (${caution})`;
  return {
    ...ofNode(node, caution, slot),
    ...{ title: text, summary: text, detail: text, from: "", isUnsigned: true, isWhole: true },
  };
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
  return timesSeen === 1 ? "" : `seen in ${plural(timesSeen, "session")}`;
}

type FoundSlot = Slot & { caution?: string | undefined };

function ofFound(found: SearchHit, slot: FoundSlot): Candidate {
  const { document } = found;
  const files = document.files === "" ? [] : document.files.split("\n");
  const symbols = document.symbols === "" ? [] : document.symbols.split("\n");
  return {
    ...slot,
    id: document.owner_id,
    kind: document.owner_kind,
    title: document.title,
    summary: document.summary,
    detail: document.detail,
    from: [day(document.happened_at), document.author ?? document.owner_kind].join(" "),
    cues: [...cuesOf(`${document.title} ${document.summary}`, files), ...symbols].slice(0, maxCues),
  };
}

/** A rule, a decision or another statement: whole, with its reason for doubt. */
export function ofRule(found: SearchHit, { caution, ...slot }: FoundSlot): Candidate {
  const { summary } = found.document;
  const text = caution === undefined ? summary : `${summary} (${caution})`;
  return {
    ...ofFound(found, slot),
    ...{ title: text, summary: text, detail: text, isUnsigned: true, isWhole: true },
  };
}

/** Somebody asked memory, and it has nothing. */
export function nothingAbout(topic: string): Candidate[] {
  if (topic === "") return [];
  const text = `Nothing is recorded about ${topic}.`;
  const why = { reason: "the prompt asks memory" };
  return [listed(`nothing:${topic}`, "nothing", text, [], { section: "found", priority: 0, why })];
}

/** A function that can be run: its signature and an example instead of its code. */
export function ofFunction(
  found: SearchHit,
  { title, detail }: { title: string; detail: string },
  slot: FoundSlot,
): Candidate {
  return { ...ofFound(found, slot), title, summary: `${title} ${detail}`, detail: `${title} ${detail}` };
}

function day(at: string): string {
  return at.slice(0, 10);
}

export function minute(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

const maxCues = 24;
/** An invented word: camelCase, snake_case, dotted, or with a digit; not a word of the language. */
const madeUp = /\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+_\w+|\w+(?:\.\w+)+|[A-Z]{2,}\d+|[A-Z]\d{3,})\b/g;

function cuesOf(text: string, files: readonly string[], most = maxCues): string[] {
  const names = text.match(madeUp)?.filter((name) => name.length >= 5) ?? [];
  return [...new Set([...files, ...names])].slice(0, most);
}
