// Names and texts that try to control the terminal, in everything that is stored, shown by every command that reads.

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OperationName, operationNames, operationTable } from "../../../src/areas/contracts.ts";
import { title } from "../../support/available.ts";
import { type Home, rows, stop, tellback, tellbackHome } from "../../support/tellback.ts";
import { gitProject } from "../../support/temp.ts";
import { inTerminal, terminal } from "../../support/terminal.ts";

const root = join(import.meta.dirname, "../../..");
const hostile =
  " \u001b]0;owned\u0007\u001b[2J\u001b[31mred\u009b8m\u009d0;c1\u009c\u0007\u0008\u202ebidi\u2066\rover";
/** The content of these fields is shown somewhere. */
const texts = [
  ["projects", "name"],
  ["sessions", "name"],
  ["observations", "title"],
  ["observations", "summary"],
  ["observations", "detail"],
  ["observations", "branch"],
  ["documents", "title"],
  ["documents", "summary"],
  ["documents", "detail"],
  ["turns", "request"],
  ["turns", "outcome"],
  ["turns", "detail"],
  ["turns", "branch"],
  ["turns", "commit_hash"],
  ["turns", "provider"],
  ["nodes", "content"],
  ["tags", "tag"],
  ["views", "query"],
  ["evidence", "claim"],
  ["changes", "why"],
  ["tasks", "name"],
  ["tasks", "scratchpad"],
  ["task_entries", "text"],
  ["task_entries", "agent"],
  ["symbols", "signature"],
  ["symbols", "documentation"],
  ["functions", "description"],
  ["function_versions", "change"],
  ["compactions", "trigger"],
  ["compactions", "host_summary"],
] as const;
/** Output may contain no codes except tellback's own colours. */
const escapeCode = String.fromCharCode(27);
const colour = new RegExp(`${escapeCode}\\[[0-9;]*m`, "g");
const control = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

let home: Home;
let folder: string;
let ids: { node: string; learning: string; observation: string; turn: string; compaction: string };

beforeAll(async () => {
  home = await tellbackHome();
  const done = async (...args: string[]) => expect(await tellback(home, args)).toMatchObject({ code: 0 });
  await done("import", join(root, "samples"));
  await done("import", join(root, "test/fixtures/claude-code/transcripts"));
  await done("remember", "the login page counts failures", "--tags", "auth");
  await done("learnings", "add", "the login page is slow");
  await done("view", "create", "mine", "login");
  await done("session", "reflect", "5eed0001");
  folder = join(home.path, "work");
  await gitProject(folder, { "main.py": "def main():\n    return 0\n" });
  const tool = join(folder, ".tellback", "tools", "shout");
  mkdirSync(tool, { recursive: true });
  const manifest = {
    name: "shout",
    description: `Shouts.${hostile}`,
    input: { type: "object" },
    code: "shout.js",
  };
  writeFileSync(join(tool, "tool.json"), JSON.stringify(manifest));
  writeFileSync(join(tool, "shout.js"), "export function run(input) {\n  return input;\n}\n");
  await done("scratchpad", "auth", "--content", "notes", "--folder", folder);
  await done("plan", "auth", "--content", "1. Do it", "--folder", folder);
  await done("append", "auth", "Did it", "--folder", folder);
  await done("session", "start", "--name", "mine", "--folder", folder);
  writeFileSync(join(folder, "main.py"), "def main():\n    return other()\n\ndef other():\n    return 1\n");
  await done("map", folder);
  await done("fn", "save", "double", "--language", "javascript", "--code", "const double = (x) => 2 * x;");
  const id = (sql: string) => rows<{ id: string }>(home, sql)[0]?.id ?? "";
  ids = {
    node: id("select id from nodes where category is null"),
    learning: id("select id from nodes where category is not null"),
    observation: id("select id from observations where session_id like '5eed0001%'"),
    turn: id("select id from turns where session_id like '5eed0001%'"),
    compaction: id("select id from compactions"),
  };
  await stop(home);
  const store = new DatabaseSync(home.paths.database);
  for (const [table, column] of texts)
    store.prepare(`update ${table} set ${column} = coalesce(${column}, '') || ?`).run(hostile);
  store.close();
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

/** Every operation that reads, as a command; add new ones here. */
const commands: Partial<Record<OperationName, () => string[]>> = {
  search: () => ["search", "login", "--all-projects", "--explain"],
  show: () => ["show", ids.observation],
  context: () => ["context"],
  why: () => ["why", ids.node],
  "session.list": () => ["session", "list", "--all-projects"],
  "session.show": () => ["session", "show", "5eed0001"],
  "session.info": () => ["session", "info", "--folder", folder],
  "task.list": () => ["task", "list", "--folder", folder],
  "task.context": () => ["task", "context", "--folder", folder],
  "project.info": () => ["project", "info", "--folder", folder],
  "map.show": () => ["map", folder, "--no-update"],
  symbol: () => ["symbol", "main", "--folder", folder],
  callers: () => ["callers", "main", "--folder", folder],
  callees: () => ["callees", "main", "--folder", folder],
  impact: () => ["impact", "main", "--folder", folder],
  changes: () => ["changes", "--folder", folder],
  "impact.diff": () => ["impact", "--diff", "HEAD", "--folder", folder],
  tests: () => ["tests", "main", "--folder", folder],
  dead: () => ["dead", "--folder", folder],
  hotspots: () => ["hotspots", "--folder", folder],
  "team.status": () => ["team", "status", "--folder", folder],
  "open-points": () => ["open-points", "--folder", folder],
  "fn.list": () => ["fn", "list"],
  "fn.show": () => ["fn", "show", "double"],
  "fn.search": () => ["fn", "search", "double"],
  "fn.versions": () => ["fn", "versions", "double"],
  "fn.runs": () => ["fn", "runs", "double"],
  "fn.diff": () => ["fn", "diff", "double"],
  "fn.deps": () => ["fn", "deps", "double"],
  "compaction.show": () => ["compaction", "show", ids.compaction],
  "observation.show": () => ["observation", "show", ids.observation],
  learnings: () => ["learnings", "--all-projects"],
  review: () => ["review", "--list", "--all-projects"],
  "learnings.show": () => ["learnings", "show", ids.learning],
  "learnings.log": () => ["learnings", "log"],
  recall: () => ["recall", "login"],
  query: () => ["query", "--all-projects"],
  "node.show": () => ["node", "show", ids.node],
  "node.list": () => ["node", "list", "--all-projects"],
  "node.related": () => ["node", "related", ids.node],
  "node.trace": () => ["node", "trace", ids.node],
  "edge.list": () => ["edge", "list", ids.node],
  "tag.list": () => ["tag", "list"],
  "view.list": () => ["view", "list"],
  "view.render": () => ["view", "render", "mine"],
  compose: () => ["compose", "login"],
  stale: () => ["stale"],
  "stale.code": () => ["stale", "code", ids.node],
  "graph.draw": () => ["graph", "draw", ids.node],
  "graph.status": () => ["graph", "status"],
  knowledge: () => ["knowledge"],
  status: () => ["status"],
  report: () => ["report", "--all-projects", "--since", "2020-01-01"],
  jobs: () => ["jobs"],
  spend: () => ["spend"],
  "daemon.state": () => ["daemon", "status"],
  "bridge.status": () => ["bridge", "status", "--folder", folder],
  projects: () => ["projects"],
  timeline: () => ["timeline", "--all-projects"],
  "session.outline": () => ["session", "outline", "5eed0001"],
  "graph.near": () => ["graph", "near", ids.node],
  injections: () => ["injections", "--all-projects"],
  "config.show": () => ["config"],
  "chat.list": () => ["chat", "list"],
  "eval.sql": () => ["eval", "sql", "select type, data from events"],
  "tool.list": () => ["tool", "list", "--folder", folder],
};
/** Operations that write a file, belong to other doors, or need a model. */
const elsewhere: readonly OperationName[] = [
  ...operationNames.filter(
    (name) => "isForAgentsOnly" in operationTable[name] && operationTable[name].changes === "nothing",
  ),
  "knowledge.export",
  "fn.export",
  "map.state",
  "code.draw",
  "backup",
  "eval.compression",
  "import.state",
  "reindex.state",
  "compress.state",
  ...(["export", "export.state", "forget.preview", "redact.preview", "sync.look", "feed"] as const),
  ...(["chat.start", "chat.show", "chat.follow"] as const),
  // They need a PostgreSQL: test/program/team.
  ...(["team.members", "team.proposals"] as const),
];

test("every operation that reads is tested", () => {
  const reading = operationNames.filter((name) => operationTable[name].changes === "nothing");
  expect([...Object.keys(commands), ...elsewhere].sort()).toEqual(reading.sort());
});

test("only one file writes to the terminal, except the JSON evaluation, the completion and the version", () => {
  const folder = join(root, "src");
  const writing = globSync("{areas,doors/cli}/**/*.ts", { cwd: folder, exclude: ["**/*.test.ts"] }).filter(
    (name) => /process\.std(?:out|err)\.write|console\./.test(readFileSync(join(folder, name), "utf8")),
  );
  expect(writing.sort()).toEqual([
    "areas/functions/run-program.ts",
    "areas/search/bench-search.ts",
    "areas/text/output.ts",
    "doors/cli/complete.ts",
    "doors/cli/main.ts",
  ]);
});

describe("stored text cannot control the terminal:", () => {
  test.each([...(Object.keys(commands) as OperationName[]), "show turn" as const])("%s", async (name) => {
    const args = name === "show turn" ? ["show", ids.turn] : (commands[name]?.() ?? []);
    const text = await tellback(home, args, { env: { FORCE_COLOR: "1" } });
    expect(text.code, text.stderr).toBe(0);
    expect(text.stdout.replaceAll(colour, "")).not.toMatch(control);
    const markdown = await tellback(home, [...args, "--format", "markdown"]);
    expect(markdown.stdout + markdown.stderr).not.toMatch(control);
    const json = await tellback(home, [...args, "--json"]);
    expect(json.stdout).not.toMatch(control);
    expect(() => JSON.parse(json.stdout)).not.toThrow();
  });

  test("an error that quotes the input", async () => {
    for (const args of [["show", `x${hostile}`], [`x${hostile}`], ["search", "x", "--since", hostile]]) {
      const { stderr } = await tellback(home, args, { env: { FORCE_COLOR: "1" } });
      expect(stderr).toContain("red");
      expect(stderr.replaceAll(colour, "")).not.toMatch(control);
      expect((await tellback(home, [...args, "--json"])).stderr).not.toMatch(control);
    }
  });

  test("names and tellback's own colours stay", async () => {
    const { stdout } = await tellback(home, ["session", "list", "--all-projects"], {
      env: { FORCE_COLOR: "1" },
    });
    expect(stdout).toContain("todo-api red");
    expect(stdout).toMatch(colour);
    expect(stdout.split("\n").filter((line) => line.includes("todo-api"))).toHaveLength(1);
  });
});

describe.skipIf(!terminal.ok)(title("in a terminal", terminal), () => {
  test("interactive search shows stored text without its control characters", async () => {
    const shown = await inTerminal(home, ["search", "--all-projects"], {
      typed: [
        { after: "Search", keys: "login" },
        { after: "red", keys: "\r" },
        { after: "session", keys: "\u0003" },
      ],
    });
    expect(shown).toContain("over");
    // The prompt itself moves the cursor; codes that only the stored text contains must not appear.
    expect(shown.replaceAll(escapeCode, "")).not.toMatch(/(?![\r\n\t])[\p{Cc}\p{Bidi_Control}]/u);
    expect(shown).not.toContain("owned");
  });
});
