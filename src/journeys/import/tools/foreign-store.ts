// What the store of another tool holds, in tellback's own terms: sessions with their steps, nodes, edges. The readers of
// this folder produce it, `import-tool.ts` stores it. Nothing here has passed the cleaner yet.

import { jsonOr } from "../../../protocol/json.ts";
import type { EdgeType, WrittenType } from "../../../protocol/knowledge.ts";
import type { SummaryParts } from "../../../protocol/sessions.ts";

/** Tools keep either the folder of a project, only its name, or nothing: then it holds everywhere. */
export interface ForeignProject {
  folder: string | null;
  name: string | null;
}

export const everyProject: ForeignProject = { folder: null, name: null };

interface Step {
  at: string;
  branch?: string | undefined;
  /** Of a sub-agent. */
  isAside?: boolean | undefined;
  /** Steps with the same value are one exchange: a prompt and what answered it. */
  exchange?: string | undefined;
}

export type ForeignStep =
  | (Step & { is: "prompt"; text: string })
  | (Step & { is: "reply"; text: string })
  | (Step & { is: "tool"; id: string; tool: string; input: unknown; output: unknown; isError: boolean })
  /** What another tool wrote about an event, already short. */
  | (Step & {
      is: "note";
      title: string;
      summary: string;
      detail: string;
      files: string[];
      /** It is worth a node of its own. */
      isDecision: boolean;
    });

export interface ForeignSession {
  is: "session";
  /** The host's own id, so that it is the same session as in a transcript. */
  id: string;
  host: string;
  name: string | null;
  project: ForeignProject;
  startedAt: string;
  endedAt: string | null;
  steps: ForeignStep[];
  summary: SummaryParts | null;
}

export interface ForeignNode {
  is: "node";
  /** Unique in the store; edges name it. */
  key: string;
  type: WrittenType;
  content: string;
  summary: string | null;
  tags: string[];
  project: ForeignProject;
  /** Null: the store does not say. */
  at: string | null;
  /** A person wrote it. */
  isByUser: boolean;
  /** The file that contains it. */
  file?: string | undefined;
}

export interface ForeignEdge {
  is: "edge";
  from: string;
  to: string;
  type: EdgeType;
}

/** A record that is not understood, by its name in the report. */
export interface UnknownRecord {
  is: "unknown";
  name: string;
}

export type ForeignRecord = ForeignSession | ForeignNode | ForeignEdge | UnknownRecord;

/** An opened store. It is read twice: once to check all of it, once to take it in. */
export interface ForeignStore {
  files: number;
  /** The size of what is read, for the progress. */
  bytes: number;
  read(): Iterable<ForeignRecord>;
  /** Refuses what was changed while it was read. */
  check(): void;
  close(): void;
}

export function unknown(name: string): UnknownRecord {
  return { is: "unknown", name };
}

/** An ISO time from what a store has: ISO text, or milliseconds or seconds since 1970. */
export function timeFrom(value: unknown, otherwise: string): string {
  const number = typeof value === "bigint" ? Number(value) : value;
  const ms =
    typeof number === "number" ? (number < 1e11 ? number * 1000 : number) : Date.parse(String(value ?? ""));
  const isPossible = Number.isFinite(ms) && ms > 0 && ms < 4e12;
  return isPossible ? new Date(ms).toISOString() : otherwise;
}

/** The strings in a JSON list; objects are joined from their own strings. */
export function stringsIn(json: unknown): string[] {
  const value = typeof json === "string" ? jsonOr(json, json) : json;
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return list.map(asLine).filter((line) => line !== "");
}

function asLine(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .filter((part) => typeof part === "string")
    .join(": ")
    .trim();
}

const relations: [RegExp, EdgeType][] = [
  [/^(?:depends[_ -]?on|requires|needs|uses|blocked[_ -]?by)$/, "DEPENDS_ON"],
  [
    /^(?:part[_ -]?of|child[_ -]?of|belongs[_ -]?to|member[_ -]?of|contained[_ -]?in|is[_ -]?in)$/,
    "CHILD_OF",
  ],
  [/^(?:derived[_ -]?from|based[_ -]?on|originates[_ -]?from|extends|inspired[_ -]?by)$/, "DERIVED_FROM"],
  [/^(?:supersedes|replaces|obsoletes)$/, "SUPERSEDES"],
  [/^(?:contradicts|conflicts[_ -]?with)$/, "CONTRADICTS"],
  [/^(?:supported[_ -]?by|evidenced[_ -]?by)$/, "SUPPORTED_BY"],
  [/^(?:relates[_ -]?to|related[_ -]?to|links[_ -]?to|see[_ -]?also)$/, "RELATES_TO"],
];

/** tellback has few types of edges; of a word that none of them stands for, a sentence must be kept too. */
export function edgeFrom(relation: string): { type: EdgeType; isExact: boolean } {
  const word = relation.trim().toLowerCase();
  const known = relations.find(([form]) => form.test(word));
  return known ? { type: known[1], isExact: true } : { type: "RELATES_TO", isExact: false };
}
