// Reads the SQLite file of claude-mem (written with version 13.25.3; older ones lack columns): sessions of hosts with
// their prompts, the observations and summaries that a model wrote about them, and tool uses where it keeps them.

import { firstLine } from "../../../../libs/language/index.ts";
import { type ForeignDatabase, openForeignDatabase, type Row } from "../../../platform/foreign-sqlite.ts";
import { jsonOr } from "../../../protocol/json.ts";
import type { SummaryParts } from "../../../protocol/sessions.ts";
import {
  type ForeignRecord,
  type ForeignSession,
  type ForeignStep,
  type ForeignStore,
  stringsIn,
  timeFrom,
  unknown,
} from "./foreign-store.ts";

const needed = {
  sdk_sessions: ["id", "project", "started_at_epoch"],
  observations: ["memory_session_id", "project", "type", "title", "created_at_epoch"],
};

export async function openClaudeMem(path: string): Promise<ForeignStore> {
  const db = await openForeignDatabase(path, "claude-mem", needed);
  return { files: 1, bytes: db.bytes, read: () => read(db), check: db.check, close: db.close };
}

const sessionColumns = [
  ...["id", "content_session_id", "memory_session_id", "project", "platform_source", "custom_title"],
  ...["started_at_epoch", "completed_at_epoch", "user_prompt"],
];
const observationColumns = [
  ...["type", "title", "subtitle", "facts", "narrative", "text", "files_read", "files_modified"],
  ...["created_at_epoch", "agent_id"],
];
const summaryColumns = [
  ...["request", "investigated", "learned", "completed", "next_steps", "files_edited", "notes"],
  "created_at_epoch",
];
const promptColumns = ["prompt_text", "created_at_epoch"];
const toolColumns = [
  ...["tool_use_id", "tool_name", "tool_input", "tool_response", "cwd", "created_at_epoch", "agent_id"],
];

function* read(db: ForeignDatabase): Generator<ForeignRecord> {
  // Read first and whole: a query of its own may run for each session.
  const sessions = [...db.rows("sdk_sessions", sessionColumns, "started_at_epoch")];
  for (const row of sessions) {
    const memory = text(row.memory_session_id);
    const host = text(row.content_session_id) || memory;
    if (host === "") {
      yield unknown("session without an id");
      continue;
    }
    const of = (table: string, columns: readonly string[], column: string, id: string) =>
      id === "" || !db.has(table) ? [] : [...db.rows(table, columns, "created_at_epoch", [column, id])];
    yield* sessionFrom(row, {
      prompts: of("user_prompts", promptColumns, "content_session_id", host),
      observations: of("observations", observationColumns, "memory_session_id", memory),
      summaries: of("session_summaries", summaryColumns, "memory_session_id", memory),
      tools: of("tool_uses", toolColumns, "content_session_id", host),
    });
  }
}

export interface RowsOfSession {
  prompts: readonly Row[];
  observations: readonly Row[];
  summaries: readonly Row[];
  tools: readonly Row[];
}

export function* sessionFrom(row: Row, rows: RowsOfSession): Generator<ForeignRecord> {
  const startedAt = timeFrom(numberOf(row.started_at_epoch), new Date(0).toISOString());
  const steps: ForeignStep[] = [];
  for (const prompt of rows.prompts) {
    const said = text(prompt.prompt_text);
    if (said === "") yield unknown("prompt without text");
    else steps.push({ is: "prompt", text: said, at: timeOf(prompt, startedAt) });
  }
  for (const observation of rows.observations) {
    const note = noteFrom(observation, startedAt);
    if (note) steps.push(note);
    else yield unknown("observation without text");
  }
  for (const use of rows.tools) {
    const tool = toolFrom(use, startedAt);
    if (tool) steps.push(tool);
    else yield unknown("tool use without a name");
  }
  for (const summary of rows.summaries) {
    const said = replyFrom(summary);
    if (said !== "") steps.push({ is: "reply", text: said, at: timeOf(summary, startedAt) });
  }
  steps.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const first = text(row.user_prompt);
  // Old versions keep only the first prompt, with the session.
  if (rows.prompts.length === 0 && first !== "") steps.unshift({ is: "prompt", text: first, at: startedAt });
  const cwd = rows.tools.map((use) => text(use.cwd)).find((folder) => folder !== "");
  const session: ForeignSession = {
    is: "session",
    id: text(row.content_session_id) || text(row.memory_session_id),
    host: hostFrom(text(row.platform_source)),
    name: text(row.custom_title) || null,
    project: { folder: cwd ?? null, name: text(row.project) || null },
    startedAt,
    endedAt: row.completed_at_epoch === null ? null : timeFrom(numberOf(row.completed_at_epoch), startedAt),
    steps,
    summary: summaryFrom(rows.summaries),
  };
  yield session;
}

function noteFrom(row: Row, startedAt: string): ForeignStep | null {
  const narrative = text(row.narrative) || text(row.text);
  const title = text(row.title) || firstLine(narrative);
  if (title === "") return null;
  const summary = text(row.subtitle) || firstLine(narrative);
  const facts = stringsIn(row.facts).map((fact) => `- ${fact}`);
  return {
    is: "note",
    title,
    summary,
    detail: [narrative, ...facts].filter(Boolean).join("\n"),
    files: [...new Set([...stringsIn(row.files_modified), ...stringsIn(row.files_read)])],
    isDecision: text(row.type) === "decision",
    isAside: text(row.agent_id) !== "",
    at: timeOf(row, startedAt),
  };
}

function toolFrom(row: Row, startedAt: string): ForeignStep | null {
  const [id, tool] = [text(row.tool_use_id), text(row.tool_name)];
  if (id === "" || tool === "") return null;
  const contentOf = (value: unknown) => (typeof value === "string" ? jsonOr(value, value) : null);
  return {
    ...{ is: "tool", id, tool, input: contentOf(row.tool_input), output: contentOf(row.tool_response) },
    ...{ isError: false, isAside: text(row.agent_id) !== "", at: timeOf(row, startedAt) },
  };
}

/** A summary is what the agent would report at the end of a turn. */
function replyFrom(row: Row): string {
  const parts = [
    text(row.completed),
    labelled("Investigated", row.investigated),
    labelled("Learned", row.learned),
    labelled("Next steps", row.next_steps),
    text(row.notes),
  ];
  return parts.filter(Boolean).join("\n\n");
}

function labelled(label: string, value: unknown): string {
  const said = text(value);
  return said === "" ? "" : `${label}: ${said}`;
}

function summaryFrom(rows: readonly Row[]): SummaryParts | null {
  if (rows.length === 0) return null;
  const each = (column: string) => [...new Set(rows.map((row) => text(row[column])).filter(Boolean))];
  return {
    title: text(rows[0]?.request),
    now: each("completed").join(" "),
    decided: [],
    known: each("learned"),
    // Earlier steps were taken meanwhile, or are named again.
    open: [text(rows.at(-1)?.next_steps)].filter(Boolean),
    files: [...new Set(rows.flatMap((row) => stringsIn(row.files_edited)))],
  };
}

const hosts: Record<string, string> = { claude: "claude-code", codex: "codex", cursor: "cursor" };

function hostFrom(platform: string): string {
  return hosts[platform === "" ? "claude" : platform] ?? "claude-mem";
}

function timeOf(row: Row, otherwise: string): string {
  return timeFrom(numberOf(row.created_at_epoch), otherwise);
}

function numberOf(value: unknown): number {
  return typeof value === "string" && value !== "" ? Number(value) : Number.NaN;
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
