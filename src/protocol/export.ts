// The records of an export, one form for each kind of thing that is truth: the contract of `tellback export`, `tellback
// import` and sync. docs/export.md describes it for people. Pure.

import { z } from "zod";
import { compactionSummary, messageRange } from "./compaction.ts";
import { edgeType, learningCategory, nodeState, nodeType, shareScope, viewTemplate } from "./knowledge.ts";
import { ownerKinds } from "./owners.ts";
import { summaryParts } from "./sessions.ts";

const text = z.string();
const maybe = z.string().nullable();
/** Times are fields of their own kind: what comes in must not be dated in the future. */
const time = z.string();
const maybeTime = z.string().nullable();
const count = z.number().int();
const list = z.array(text);
const flag = z.boolean();
const language = z.enum(["python", "javascript", "typescript"]);
const verdict = z.enum(["passed", "failed"]).nullable();
/** Who made it, and on which machine; null from before either was kept. */
const authorship = { author: maybe.default(null), machine: maybe.default(null) };

/** What each kind of record holds besides its id, its project and its time. Ids in it name other records. */
export const recordData = {
  project: z.strictObject({ localId: text, name: text, root: text, remote: maybe, createdAt: time }),
  session: z.strictObject({
    ...{ host: text, name: maybe, status: z.enum(["active", "summarized", "closed"]), startedAt: time },
    ...{ lastSeenAt: time, endedAt: maybeTime, tags: text, ...authorship },
  }),
  observation: z.strictObject({
    ...{ sessionId: text, hostKey: text, kind: z.enum(["tool", "prompt", "reply"]), tool: maybe },
    ...{ status: z.enum(["ok", "failed", "interrupted"]), title: text, summary: text, detail: text },
    ...{ files: list, symbols: list, agentId: maybe, agentType: maybe, promptId: maybe, branch: maybe },
    ...{ happenedAt: time, rawBytes: count, tokens: count, durationMs: count.nullable(), provider: text },
    editedAt: maybeTime,
    said: maybe.describe("what was said in full, where the detail is shorter"),
  }),
  turn: z.strictObject({
    ...{ sessionId: text, promptId: text.describe("the observation of its prompt, or empty"), branch: maybe },
    ...{ startedAt: time, endedAt: time, request: text, outcome: text, detail: text, decisions: list },
    ...{ open: list, files: list, looked: list, symbols: list, commands: list, commitHash: maybe },
    ...{ testsBefore: verdict, testsAfter: verdict, supersededBy: maybe, supersededAt: maybeTime },
    ...{ rejectedAt: maybeTime, provider: text },
    upTo: maybe.describe("the last observation that it covers"),
    values: z.array(z.strictObject({ subject: text, value: text })),
  }),
  point: z
    .strictObject({ sessionId: text, point: text, words: maybe, saidBy: z.enum(["user", "model"]), at: time })
    .describe("an open point that was closed or got other words"),
  summary: z.strictObject({
    ...{ madeAt: time, provider: text, note: maybe, summary: summaryParts.loose() },
    ...{ writtenTo: maybeTime, written: summaryParts.loose().nullable() },
    upTo: maybe.describe("the last observation that it covers"),
  }),
  compaction: z.strictObject({
    ...{
      sessionId: text,
      sequence: count,
      state: z.enum(["noted", "done"]),
      trigger: text,
      notedAt: maybeTime,
    },
    ...{ at: time, messageId: maybe, tokensBefore: count.nullable(), tokensAfter: count.nullable() },
    ...{
      messages: messageRange.loose().nullable(),
      observations: count,
      madeAt: maybeTime,
      provider: maybe,
      note: maybe,
    },
    ...{ summary: compactionSummary.loose().nullable(), hostSummary: maybe },
  }),
  injection: z.strictObject({
    ...{
      sessionId: text,
      agentId: text,
      moment: z.enum(["start", "prompt", "file", "agent", "failure"]),
      at: time,
    },
    ...{
      ownerKind: z.enum(ownerKinds),
      ownerId: text,
      length: text,
      tokens: count,
      why: z.json(),
      cues: z.json(),
    },
    ...{
      isPresent: flag,
      usedAt: maybeTime,
      usedHow: z.enum(["file", "name", "asked", "followed", "contradicted"]).nullable(),
      words: text,
    },
  }),
  node: z.strictObject({
    ...{
      type: nodeType,
      category: learningCategory.nullable(),
      content: text,
      summary: maybe,
      confidence: z.number(),
    },
    ...{ timesSeen: count, timesShown: count, timesUsed: count, shownWhenLowered: count, isManual: flag },
    ...{ state: nodeState, supersededBy: maybe, staleSince: maybeTime },
    ...{ tokens: count, sessionId: maybe, observationId: maybe, message: maybe },
    ...{ saidBy: z.enum(["user", "agent"]).nullable(), createdAt: time, updatedAt: time, validFrom: time },
    ...{ validUntil: maybeTime, scope: shareScope.default("private"), ...authorship },
  }),
  edge: z.strictObject({ fromId: text, toId: text, type: edgeType, createdAt: time }),
  tag: z.strictObject({ nodeId: text, tag: text, createdAt: time }),
  evidence: z.strictObject({
    ...{ nodeId: text, sessionId: maybe, observationId: maybe, kind: z.enum(["supports", "contradicts"]) },
    ...{ claim: text, at: time },
  }),
  anchor: z.strictObject({
    ...{ nodeId: text, file: text, symbol: text, hash: text, isManual: flag, madeAt: time },
    ...{ brokenAt: maybeTime, brokenBy: maybe, how: z.enum(["changed", "gone"]).nullable() },
  }),
  view: z.strictObject({
    query: text,
    budget: count,
    template: viewTemplate,
    createdAt: time,
    updatedAt: time,
  }),
  change: z.strictObject({ at: time, why: text, undoneAt: maybeTime, what: z.json() }),
  command: z.strictObject({
    ...{ sessionId: text, hostKey: maybe, agent: text, replyHash: text, happenedAt: time },
    ...{ commands: z.json(), total: count },
  }),
  task: z.strictObject({
    ...{ name: text, nameKey: text, state: z.enum(["open", "closed"]), scratchpad: maybe },
    ...{ scratchpadAt: maybeTime, plan: maybe, planHash: maybe, planAt: maybeTime, planBy: maybe },
    plansBefore: maybe.default(null),
    ...{ createdAt: time, updatedAt: time, closedAt: maybeTime, ...authorship },
  }),
  entry: z.strictObject({
    ...{ taskId: text, number: count, kind: z.enum(["progress", "deviation", "finding"]), text },
    ...{ ticks: z.array(count), agent: text, sessionId: maybe, sourceKey: maybe, at: time, hash: text },
  }),
  work: z.strictObject({ taskId: text, at: time }).describe("the task that a session works on"),
  function: z.strictObject({
    ...{ name: text, description: text, language, category: text, tags: text, author: text },
    ...{ version: count, createdAt: time, updatedAt: time },
  }),
  version: z.strictObject({
    ...{ functionId: text, version: count, code: text, entry: text, signature: text, change: text },
    ...{ author: text, heldBack: maybe, createdAt: time },
    needs: list.describe("functions that it calls"),
  }),
  test: z.strictObject({
    ...{ functionId: text, name: text, args: z.json(), expects: z.json(), timeoutMs: count.nullable() },
    createdAt: time,
  }),
  run: z.strictObject({
    ...{ functionId: text, version: count, test: maybe, status: text, passed: flag.nullable(), args: text },
    ...{ value: text, error: text, ms: count, peakMb: count, at: time },
  }),
  source: z
    .strictObject({
      ...{ tool: text, key: text, ownerKind: z.enum(["session", "observation", "node"]), ownerId: text },
      ...{ contentHash: text, place: text, at: time },
    })
    .describe("the tool and the file that something was imported from"),
  tombstone: z.strictObject({ kind: text, id: text }).describe("something that was deleted"),
  forgotten: z
    .strictObject({ sessionId: text, hostKey: text })
    .describe("an observation that is not captured again; the host key is a keyed hash"),
  phrase: z.strictObject({ words: count, at: time }).describe("forgotten words, as a keyed hash"),
  key: z.strictObject({}).describe("a key of such hashes"),
} as const;

export type RecordKind = keyof typeof recordData;
export const recordKinds = Object.keys(recordData) as RecordKind[];

/** The fields of a kind that hold times. */
export function timeFields(kind: RecordKind): string[] {
  const fields = Object.entries<z.ZodType>(recordData[kind].shape);
  return fields.filter(([, schema]) => schema === time || schema === maybeTime).map(([field]) => field);
}

export interface ExportRecord<K extends RecordKind = RecordKind> {
  kind: K;
  /** Unique among the records of its kind, and the same on every machine. */
  id: string;
  /** The key of its project; null for what belongs to none. */
  project: string | null;
  /** When it last changed, as far as the store knows. */
  at: string;
  data: z.output<(typeof recordData)[K]>;
}

export const exportFormat = 1;

/** The first line of an export. */
export const exportHeader = z.strictObject({
  kind: z.literal("tellback export"),
  format: z.number().int(),
  tellback: text.describe("the version that wrote it"),
  at: text,
  project: maybe.describe("the key of the only project in it; null: all"),
  since: maybe,
});
export type ExportHeader = z.output<typeof exportHeader>;

const envelope = z.strictObject({
  kind: z.enum(recordKinds as [RecordKind, ...RecordKind[]]),
  id: z.string().min(1),
  project: maybe,
  at: text,
  data: z.record(z.string(), z.unknown()),
});

export type ParsedRecord = { ok: true; record: ExportRecord } | { ok: false; problem: string };

/** Fields that earlier versions wrote. Each machine decides them itself, so they are neither sent nor believed. */
const retiredFields: Partial<Record<RecordKind, readonly string[]>> = {
  ...{ task: ["folder"], function: ["allowed"], version: ["analysis", "testsPass"], command: ["done"] },
};

/** A record as it came from a file. */
export function parseRecord(value: unknown): ParsedRecord {
  const outer = envelope.safeParse(value);
  if (!outer.success) return { ok: false, problem: problemOf(outer.error) };
  const retired = retiredFields[outer.data.kind] ?? [];
  const fields = Object.entries(outer.data.data).filter(([field]) => !retired.includes(field));
  const data = recordData[outer.data.kind].safeParse(Object.fromEntries(fields));
  if (!data.success)
    return { ok: false, problem: `${outer.data.kind} ${outer.data.id}: ${problemOf(data.error)}` };
  return { ok: true, record: { ...outer.data, data: data.data } as ExportRecord };
}

function problemOf({ issues: [first] }: z.ZodError): string {
  return `${first?.path.join(".") || "record"}: ${first?.message ?? "invalid"}`;
}

/** A text for comparing: the same record is the same text, with keys in order at every depth. */
export function comparable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(comparable).join(",")}]`;
  // Before every value, so that of two records at the same time the one that knows more counts.
  if (value === null || value === undefined) return "!";
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${comparable(inner)}`).join(",")}}`;
}
