// Reads the SQLite index of episodic-memory: exchanges of conversations (a prompt and everything answered to it), the
// tools used in them, and summaries of sessions where it has made them.

import { type ForeignDatabase, openForeignDatabase, type Row } from "../../../platform/foreign-sqlite.ts";
import { jsonOr } from "../../../protocol/json.ts";
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
  exchanges: ["id", "project", "timestamp", "user_message", "assistant_message", "archive_path"],
};

export async function openEpisodicMemory(path: string): Promise<ForeignStore> {
  const db = await openForeignDatabase(path, "episodic-memory", needed);
  return { files: 1, bytes: db.bytes, read: () => read(db), check: db.check, close: db.close };
}

const keyColumns = ["id", "session_id", "archive_path"];
const exchangeColumns = [
  ...["id", "project", "timestamp", "user_message", "assistant_message", "archive_path", "session_id", "cwd"],
  ...["git_branch", "is_sidechain", "harness"],
];
const toolColumns = ["id", "tool_name", "tool_input", "tool_result", "is_error", "timestamp"];
const summaryColumns = [
  ...["session_id", "project", "one_liner", "detailed", "decisions", "files_modified", "outcomes"],
  "next_steps",
];

function* read(db: ForeignDatabase): Generator<ForeignRecord> {
  const ids = new Map<string, string[]>();
  for (const row of db.rows("exchanges", keyColumns, "timestamp")) {
    const [id, session] = [text(row.id), sessionOf(row)];
    if (id === "" || session === "") yield unknown("exchange without an id");
    else ids.set(session, [...(ids.get(session) ?? []), id]);
  }
  const summaries = new Map<string, Row>();
  if (db.has("session_summaries"))
    for (const row of db.rows("session_summaries", summaryColumns, "timestamp"))
      summaries.set(text(row.session_id), row);
  for (const [session, exchanges] of ids) {
    const rows = exchanges.flatMap((id) => {
      const [row] = [...db.rows("exchanges", exchangeColumns, "timestamp", ["id", id])];
      const tools = db.has("tool_calls")
        ? [...db.rows("tool_calls", toolColumns, "timestamp", ["exchange_id", id])]
        : [];
      return row ? [{ row, tools }] : [];
    });
    yield* sessionFrom(session, rows, summaries.get(session));
  }
}

/** Old versions did not keep the session: one archived file is one session, and is named by its id. */
function sessionOf(row: Row): string {
  const file = text(row.archive_path).split(/[\\/]/).at(-1) ?? "";
  return text(row.session_id) || file.replace(/\.jsonl$/, "");
}

export interface Exchange {
  row: Row;
  tools: readonly Row[];
}

export function* sessionFrom(
  id: string,
  exchanges: readonly Exchange[],
  summary: Row | undefined,
): Generator<ForeignRecord> {
  const steps: ForeignStep[] = [];
  for (const exchange of exchanges) {
    const made = stepsFrom(exchange);
    if (made.length === 0) yield unknown("exchange without text");
    steps.push(...made);
  }
  const [first] = exchanges;
  if (!first || steps.length === 0) return;
  const times = steps.map(({ at }) => at).sort();
  const cwd = exchanges.map(({ row }) => text(row.cwd)).find((folder) => folder !== "");
  const session: ForeignSession = {
    is: "session",
    id,
    host: hostFrom(text(first.row.harness)),
    name: null,
    project: { folder: cwd ?? null, name: nameFrom(text(first.row.project)) },
    startedAt: times[0] ?? "",
    endedAt: times.at(-1) ?? null,
    steps,
    summary: summary
      ? {
          title: text(summary.one_liner),
          now: [...stringsIn(summary.outcomes), text(summary.detailed)].filter(Boolean).join(" "),
          decided: stringsIn(summary.decisions).map((what) => ({ what, because: "", by: null })),
          known: [],
          open: stringsIn(summary.next_steps),
          files: stringsIn(summary.files_modified),
        }
      : null,
  };
  yield session;
}

const noText = "(tool results only)";

/** The index has one time for an exchange, that of its end; the prompt and the tools get moments before it. */
function stepsFrom({ row, tools }: Exchange): ForeignStep[] {
  const end = Date.parse(timeFrom(row.timestamp, new Date(0).toISOString()));
  const [asked, answered] = [text(row.user_message), text(row.assistant_message)];
  const before = (steps: number) => new Date(Math.max(0, end - steps)).toISOString();
  const branch = text(row.git_branch);
  const common = {
    exchange: text(row.id),
    isAside: text(row.is_sidechain) === "1",
    ...(branch === "" ? {} : { branch }),
  };
  const steps: ForeignStep[] = [];
  if (asked !== "" && asked !== noText)
    steps.push({ ...common, is: "prompt", text: asked, at: before(tools.length + 1) });
  for (const [i, use] of tools.entries()) {
    const tool = text(use.tool_name);
    if (tool === "") continue;
    const input = text(use.tool_input);
    steps.push({
      ...{ ...common, is: "tool", id: text(use.id) || `${common.exchange}-${i}`, tool },
      ...{
        input: jsonOr(input, input),
        output: text(use.tool_result),
        isError: text(use.is_error) === "1",
      },
      at: before(tools.length - i),
    });
  }
  if (answered !== "") steps.push({ ...common, is: "reply", text: answered, at: before(0) });
  return steps;
}

const hosts: Record<string, string> = { "": "claude-code", claude: "claude-code" };

function hostFrom(harness: string): string {
  return hosts[harness] ?? harness.slice(0, 40);
}

/** Claude Code's own folder names, with dashes for slashes, say no name. */
function nameFrom(project: string): string | null {
  return project === "" || project.startsWith("-") ? null : project;
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
