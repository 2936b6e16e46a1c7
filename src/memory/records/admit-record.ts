// The one check of records that come in, for every kind and every sender. Nothing of a record is believed that can be
// made on this side: ids have their form, paths stay inside, times are not in the future, numbers and texts are bounded.
// A file may only add: what deletes, and the log of another store, counts only from a sender that is the user's own. Pure.

import { cut } from "../../../libs/language/index.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { type ExportRecord, type RecordKind, recordKinds, timeFields } from "../../protocol/export.ts";
import { type IdKind, idPrefixes } from "../../protocol/ids.ts";
import { camel, type Data, type Portable } from "../../store/portable.ts";
import { isShared, type Shared } from "../../store/writer.ts";
import { portableOf } from "./kinds.ts";

/**
 * Who sent records: a machine of the user's own vault, a file that the user calls an own export, any file, a repository
 * that the user trusts, in which everybody who works on it may write, or the server of a team that the user joined.
 */
export type Sender = "vault" | "own file" | "file" | Shared;

/** Whose records may only add, and say nothing of the user's own verdicts. */
export const isStranger = (sender: Sender) => sender === "file" || isShared(sender);

export const leftOutKinds = {
  deletion: ["tombstone", "forgotten", "phrase", "key"],
  log: ["change", "injection", "work", "run", "command"],
} as const satisfies Record<string, readonly RecordKind[]>;
export type LeftOut = keyof typeof leftOutKinds | "confirmation" | "replacement";

export interface Incoming {
  record: ExportRecord;
  /** It says that it was made in the future: its times are those of its arrival, and it replaces nothing. */
  isFuture: boolean;
}

export type Admission =
  | ({ is: "admitted" } & Incoming)
  | { is: "left out"; as: LeftOut }
  | { is: "refused"; problem: string };

/** Clocks of one's own machines may differ. */
const maxAheadMs: Record<Sender, number> = {
  ...{ vault: 24 * 60 * 60_000, "own file": 0, file: 0, repository: 0, team: 0 },
};

export function isFuture(at: string, now: number, sender: Sender = "vault"): boolean {
  return at > new Date(now + maxAheadMs[sender]).toISOString();
}

export function admitRecord(given: ExportRecord, sender: Sender, now: number): Admission {
  const as = leftOutAs(given.kind);
  if (isStranger(sender) && as !== null) return { is: "left out", as };
  const one = portableOf(given.kind);
  const problem = problemOf(given);
  if (problem !== null) return { is: "refused", problem: `${given.kind} ${cut(given.id, 100)}: ${problem}` };
  const times = new Set(timeFields(given.kind));
  const arrived = new Date(now).toISOString();
  let isAhead = false;
  const dated = (at: string) => {
    if (!isFuture(at, now, sender)) return at;
    isAhead = true;
    return arrived;
  };
  const bounded = Object.entries(given.data as Data).map(([field, value]) => [
    field,
    times.has(field) && typeof value === "string" ? dated(inUtc(value)) : boundedValue(value, field),
  ]);
  try {
    const data = Object.fromEntries(bounded) as Data;
    const made = one.made?.(data) ?? data;
    const at = one.times.length === 0 ? "" : (latestOf(one, made) ?? dated(inUtc(given.at)));
    const record = { ...given, at, data: made } as ExportRecord;
    return { is: "admitted", record, isFuture: isAhead };
  } catch (error) {
    if (!(error instanceof TellbackError)) throw error;
    return { is: "refused", problem: `${given.kind} ${given.id}: ${error.message}` };
  }
}

export function leftOutAs(kind: RecordKind): keyof typeof leftOutKinds | null {
  const groups = Object.entries(leftOutKinds) as [keyof typeof leftOutKinds, readonly RecordKind[]][];
  return groups.find(([, kinds]) => kinds.includes(kind))?.[0] ?? null;
}

/** The time of a record follows from its fields, as in the store; only a tombstone has no other. */
function latestOf({ times }: Portable, data: Data): string | null {
  const known = times.map((column) => data[camel(column)]).filter((at) => typeof at === "string");
  return known.toSorted().at(-1) ?? null;
}

const idKinds: Partial<Record<RecordKind, IdKind>> = {
  ...{ observation: "observation", turn: "turn", compaction: "compaction", node: "node", task: "task" },
  ...{ evidence: "evidence", change: "change", entry: "entry", function: "function" },
  ...{ test: "functionTest", run: "functionRun" },
};
const maxIdLength = 8_000;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/;
const functionName = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** Why a record cannot be used, whoever sent it. */
function problemOf({ kind, id, at, project, data }: ExportRecord): string | null {
  const fields = data as Data;
  if (id.length > maxIdLength || (project?.length ?? 0) > maxIdLength) return "id: too long";
  const idKind = idKinds[kind];
  if (idKind && !isIdOf(idKind, id)) return "id: invalid";
  const times = [at, ...timeFields(kind).map((field) => fields[field])];
  for (const time of times)
    if (typeof time === "string" && time !== "" && !isTime(time)) return `invalid time "${cut(time, 40)}"`;
  if (timeFields(kind).some((field) => fields[field] === "")) return "a time is empty";
  if (kind === "project" && !isIdOf("project", String(fields.localId))) return "localId: invalid";
  if (kind === "project" && !isFolder(String(fields.root))) return "root: not a folder's path";
  if (kind === "anchor" && !isInside(String(fields.file))) return "file: leads out of the project";
  if (kind === "function" && !functionName.test(String(fields.name))) return "name: invalid";
  if (kind === "tombstone" && !(recordKinds as string[]).includes(String(fields.kind)))
    return "kind: unknown";
  return null;
}

function isIdOf(kind: IdKind, id: string): boolean {
  return new RegExp(`^${idPrefixes[kind]}_[0-9A-Z]{26}$`).test(id);
}

function isTime(text: string): boolean {
  return isoTime.test(text) && !Number.isNaN(Date.parse(text));
}

/** Times are compared as text, so all have one form. */
function inUtc(time: string): string {
  return time === "" || time.endsWith("Z") ? time : new Date(time).toISOString();
}

const hasWayUp = (path: string) => path.split(/[/\\]/).includes("..");
const isFolder = (path: string) => /^(?:\/|[A-Za-z]:[/\\])/.test(path) && !hasWayUp(path);
const isInside = (path: string) => !/^(?:\/|\\|[A-Za-z]:[/\\])|\0/.test(path) && !hasWayUp(path);

/** Each is longer than what tellback itself stores in such a field. */
const maxLengths: Readonly<Record<string, number>> = {
  ...{ content: 20_000, query: 10_000, code: 200_000 },
  ...{
    plan: 1_000_000,
    plansBefore: 1_000_000,
    scratchpad: 1_000_000,
    text: 1_000_000,
    hostSummary: 1_000_000,
  },
};
const maxLength = 100_000;
const maxItems = 10_000;
const maxDepth = 32;
const maxCount = 2 ** 31 - 1;
/** Forgotten words are looked for in runs of this length; a negative number counts characters too. */
const maxWords = 1_000;

function boundedValue(value: unknown, field: string): unknown {
  if (typeof value === "string") return cut(value, maxLengths[field] ?? maxLength);
  if (typeof value !== "number") return boundedJson(value, 0);
  if (field === "confidence") return between(0, value, 1);
  return field === "words" ? between(-maxWords, value, maxWords) : between(0, value, maxCount);
}

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

function boundedJson(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cut(value, maxLength);
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return null;
  if (Array.isArray(value)) return value.slice(0, maxItems).map((inner) => boundedJson(inner, depth + 1));
  const fields = Object.entries(value).slice(0, maxItems);
  return Object.fromEntries(fields.map(([name, inner]) => [name, boundedJson(inner, depth + 1)]));
}
