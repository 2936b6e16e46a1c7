// Stores of other memory tools, small and in the form in which the tools write them. The tables of claude-mem are those
// that version 13.25.3 creates; the others are as their sources document them.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export const session = "5eed0001-aaaa-4bbb-8ccc-000000000001";
const started = Date.parse("2026-03-01T10:00:00.000Z");

function database(path: string, sql: string, isInUse = false): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path);
  if (isInUse) db.exec("pragma journal_mode = wal");
  db.exec(sql);
  return db;
}

function insert(db: DatabaseSync, table: string, row: Record<string, string | number | null>): void {
  const names = Object.keys(row);
  db.prepare(`insert into "${table}" (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`).run(
    ...Object.values(row),
  );
}

const claudeMemTables = `
  create table sdk_sessions (id integer primary key autoincrement, content_session_id text not null,
    memory_session_id text unique, project text not null, platform_source text not null default 'claude',
    user_prompt text, started_at text not null, started_at_epoch integer not null, completed_at text,
    completed_at_epoch integer, status text not null default 'active', worker_port integer,
    prompt_counter integer default 0, custom_title text, observed_model text, observed_billing text);
  create table session_summaries (id integer primary key autoincrement, memory_session_id text not null,
    project text not null, request text, investigated text, learned text, completed text, next_steps text,
    files_read text, files_edited text, notes text, prompt_number integer, created_at text not null,
    created_at_epoch integer not null, discovery_tokens integer default 0, merged_into_project text);
  create table observations (id integer primary key autoincrement, memory_session_id text not null,
    project text not null, text text, type text not null, title text, subtitle text, facts text, narrative text,
    concepts text, files_read text, files_modified text, prompt_number integer, created_at text not null,
    created_at_epoch integer not null, discovery_tokens integer default 0, content_hash text, agent_type text,
    agent_id text, metadata text);
  create table user_prompts (id integer primary key autoincrement, session_db_id integer,
    content_session_id text not null, prompt_number integer not null, prompt_text text not null,
    created_at text not null, created_at_epoch integer not null);
  create table tool_uses (id integer primary key autoincrement, tool_use_id text not null,
    content_session_id text not null, memory_session_id text, session_db_id integer, project text not null,
    platform_source text not null default 'claude', tool_name text not null, tool_input text, tool_response text,
    cwd text, prompt_number integer, agent_type text, agent_id text, observation_id integer, created_at text not null,
    created_at_epoch integer not null);
`;

export interface Planting {
  /** At the end of every text. */
  secret?: string;
  folder?: string;
}

export const prompt = "Fix the login page that shows nothing after five wrong passwords";

export function makeClaudeMem(path: string, { secret = "", folder = "" }: Planting = {}): DatabaseSync {
  const db = database(path, claudeMemTables, true);
  const at = (ms: number) => ({
    created_at: new Date(started + ms).toISOString(),
    created_at_epoch: started + ms,
  });
  insert(db, "sdk_sessions", {
    ...{ content_session_id: session, memory_session_id: "mem-1", project: "todo-api", user_prompt: prompt },
    ...{ started_at: new Date(started).toISOString(), started_at_epoch: started },
  });
  insert(db, "user_prompts", {
    ...{ session_db_id: 1, content_session_id: session, prompt_number: 1, prompt_text: `${prompt}${secret}` },
    ...at(10),
  });
  insert(db, "tool_uses", {
    ...{ tool_use_id: "toolu_01limit", content_session_id: session, project: "todo-api", tool_name: "Read" },
    ...{ tool_input: JSON.stringify({ file_path: join(folder || "/w/todo-api", "src/limit.ts") }) },
    ...{ tool_response: `export const limit = 5;${secret}`, cwd: folder || null, ...at(20) },
  });
  insert(db, "observations", {
    ...{ memory_session_id: "mem-1", project: "todo-api", type: "bugfix", prompt_number: 1, ...at(30) },
    ...{
      title: `Rate limiter answered with an empty body${secret}`,
      subtitle: `429 now carries JSON${secret}`,
    },
    ...{ narrative: `The limiter middleware ended the response early.${secret}` },
    ...{
      facts: JSON.stringify([`The zebra middleware sent no body${secret}`]),
      files_modified: '["src/limit.ts"]',
    },
  });
  insert(db, "observations", {
    ...{ memory_session_id: "mem-1", project: "todo-api", type: "decision", prompt_number: 1, ...at(40) },
    ...{ title: `Every error answer carries a JSON body${secret}`, subtitle: `Clients parse it${secret}` },
  });
  insert(db, "session_summaries", {
    ...{ memory_session_id: "mem-1", project: "todo-api", request: `Fix the login page${secret}` },
    ...{
      completed: `The login page shows the reason of a 429${secret}`,
      learned: `Empty bodies hide errors${secret}`,
    },
    ...{ next_steps: `Document the error codes${secret}`, files_edited: '["src/limit.ts"]', ...at(50) },
  });
  return db;
}

/** The tables of engram's internal/store/store.go, without its indexes and what it keeps for its own sync. */
const engramTables = `
  create table sessions (id text primary key, project text not null, directory text not null,
    started_at text not null default (datetime('now')), ended_at text, summary text);
  create table observations (id integer primary key autoincrement, sync_id text, session_id text not null,
    type text not null, title text not null, content text not null, tool_name text, project text,
    scope text not null default 'project', topic_key text, normalized_hash text,
    revision_count integer not null default 1, duplicate_count integer not null default 1, last_seen_at text,
    created_at text not null default (datetime('now')), updated_at text not null default (datetime('now')),
    deleted_at text, foreign key (session_id) references sessions(id));
  create virtual table observations_fts using fts5(title, content, tool_name, type, project, topic_key,
    content='observations', content_rowid='id');
  create table user_prompts (id integer primary key autoincrement, sync_id text, session_id text not null,
    content text not null, project text, created_at text not null default (datetime('now')),
    foreign key (session_id) references sessions(id));
  create virtual table prompts_fts using fts5(content, project, content='user_prompts', content_rowid='id');
`;

export function makeEngram(
  path: string,
  { secret = "", folder = "/w/todo-api" }: Planting = {},
): DatabaseSync {
  const db = database(path, engramTables, true);
  const at = (minute: number) =>
    new Date(started + minute * 60_000).toISOString().slice(0, 19).replace("T", " ");
  for (const [id, summary] of [
    [session, `Login shows the reason of a 429${secret}`],
    ["manual-save-todo-api", null],
  ] as const)
    insert(db, "sessions", { id, project: "todo-api", directory: folder, started_at: at(0), summary });
  insert(db, "user_prompts", {
    ...{ sync_id: "prompt-1", session_id: session, content: `${prompt}${secret}`, project: "todo-api" },
    created_at: at(0),
  });
  const saved = (number: number, row: Record<string, string>) =>
    insert(db, "observations", {
      ...{ sync_id: `obs-${number}`, session_id: session, project: "todo-api", created_at: at(number) },
      ...{ type: "bugfix", ...row, title: `${row.title}${secret}`, content: `${row.content}${secret}` },
    });
  saved(1, { title: "Empty body of a 429", content: "**What**: the ocelot limiter sent no body" });
  saved(2, { type: "decision", title: "Errors are JSON", content: "Every error answer carries a JSON body" });
  saved(3, {
    type: "session_summary",
    title: "Session summary",
    content: "## Goal\nLogin says why it fails",
  });
  saved(4, { title: "Prefers tabs", content: "The user wants tabs", type: "preference", scope: "personal" });
  saved(5, { title: "Wrong", content: "The okapi limiter was removed", deleted_at: at(6) });
  saved(6, { title: "Deploy", content: "Run make deploy", session_id: "manual-save-todo-api" });
  return db;
}

export function makeEpisodicMemory(
  path: string,
  { secret = "", folder = "/w/todo-api" }: Planting = {},
): DatabaseSync {
  const db = database(
    path,
    `create table exchanges (id text primary key, project text not null, timestamp text not null,
       user_message text not null, assistant_message text not null, archive_path text not null,
       line_start integer not null, line_end integer not null, embedding blob, last_indexed integer, parent_uuid text,
       is_sidechain boolean default 0, session_id text, cwd text, git_branch text, claude_version text);
     create table tool_calls (id text primary key, exchange_id text not null, tool_name text not null,
       tool_input text, tool_result text, is_error boolean default 0, timestamp text not null);`,
  );
  const exchange = (id: string, minute: number, asked: string, answered: string) =>
    insert(db, "exchanges", {
      ...{ id, project: "todo-api", timestamp: new Date(started + minute * 60_000).toISOString() },
      ...{ user_message: `${asked}${secret}`, assistant_message: `${answered}${secret}` },
      ...{
        archive_path: `/archive/todo-api/${session}.jsonl`,
        line_start: 1,
        line_end: 9,
        session_id: session,
      },
      ...{ cwd: folder, git_branch: "main" },
    });
  exchange("e1", 1, prompt, "The quokka limiter sent an empty body; it now sends JSON.");
  insert(db, "tool_calls", {
    ...{
      id: "t1",
      exchange_id: "e1",
      tool_name: "Bash",
      tool_input: '{"command":"npm test"}',
      timestamp: "2026-03-01",
    },
  });
  exchange("e2", 2, "Which port does the wombat service use?", "It listens on port 8443.");
  return db;
}

const ctxNodes = [
  {
    id: "01A",
    type: "decision",
    content: "Tokens live fifteen minutes because of the audit",
    tags: ["tier:pinned", "area:auth"],
  },
  { id: "01B", type: "fact", content: "The platypus queue retries three times", tags: ["tier:reference"] },
  { id: "01C", type: "fact", content: "The platypus queue retries twice", tags: [], superseded_by: "01B" },
];
const ctxEdges = [{ id: "E1", from_id: "01A", to_id: "01B", type: "DEPENDS_ON" }];

export function makeCtx(path: string, { secret = "" }: Planting = {}): DatabaseSync {
  const time = "2026-02-01T00:00:00Z";
  const db = database(
    path,
    `create table nodes (id text primary key, type text not null, content text not null, summary text,
       token_estimate integer not null, superseded_by text references nodes(id), created_at text not null,
       updated_at text not null, metadata text default '{}');
     create table edges (id text primary key, from_id text not null, to_id text not null, type text not null,
       created_at text not null, metadata text default '{}');
     create table tags (node_id text not null, tag text not null, created_at text not null, primary key (node_id, tag));
     create virtual table nodes_fts using fts5(content, content='nodes', content_rowid='rowid');`,
  );
  for (const { tags, superseded_by = null, content, ...node } of ctxNodes) {
    const times = { created_at: time, updated_at: time };
    insert(db, "nodes", {
      ...node,
      content: `${content}${secret}`,
      superseded_by,
      token_estimate: 9,
      ...times,
    });
    for (const tag of tags) insert(db, "tags", { node_id: node.id, tag, created_at: time });
  }
  for (const edge of ctxEdges) insert(db, "edges", { ...edge, created_at: time });
  return db;
}

export function ctxExport(): string {
  const nodes = ctxNodes.map((node) => ({ ...node, created_at: "2026-02-01T00:00:00Z", token_estimate: 9 }));
  const tags = ctxNodes.flatMap(({ id, tags: own }) => own.map((tag) => ({ node_id: id, tag })));
  return JSON.stringify({ nodes, edges: ctxEdges, tags }, null, 2);
}

export function mcpMemoryLines({ secret = "" }: Planting = {}): string {
  const lines = [
    {
      type: "entity",
      name: "Ada",
      entityType: "person",
      observations: [`prefers axolotl branches${secret}`],
    },
    { type: "entity", name: "Billing", entityType: "service", observations: [] },
    { type: "relation", from: "Ada", to: "Billing", relationType: "maintains" },
  ];
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

export function makeBasicMemory(folder: string, { secret = "" }: Planting = {}): void {
  write(
    join(folder, "notes/storage.md"),
    `---\ntitle: Storage\ntype: note\npermalink: notes/storage\ntags: [database]\n---\n\n# Storage\n\nHow the narwhal data is kept.${secret}\n\n## Observations\n- [decision] Use SQLite for the narwhal cache #storage (for now)${secret}\n\n## Relations\n- depends_on [[Backups]]\n`,
  );
  write(
    join(folder, "notes/backups.md"),
    `---\ntitle: Backups\n---\n- [fact] A backup is made daily${secret}\n`,
  );
}

export function makeNotes(folder: string, { secret = "" }: Planting = {}): void {
  write(
    join(folder, "CLAUDE.md"),
    `# Todo API\n\n## Conventions\n- Handlers live in the capybara folder, one file each${secret}\n\n<!-- tellback:begin -->\n- tellback's own note is here\n<!-- tellback:end -->\n`,
  );
  write(join(folder, "AGENTS.md"), `## Commands\n- npm run seed${secret}\n`);
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
