// Holds the house together: imports go one way, rooms do not know each other, names and comments keep their form.

import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const files = globSync("src/**/*.ts", { cwd: root })
  .map((path) => path.split(sep).join(posix.sep))
  .sort();
const sources = files.filter((path) => !/\.(test|sample)\.ts$/.test(path));

/** For each part of the house, the parts it may import besides itself. */
const mayImport: Record<string, readonly string[]> = {
  protocol: [],
  version: [],
  redact: [],
  "foreign-file": [],
  threads: [],
  remembering: [],
  secrets: ["redact", "context", "foreign-file", "remembering"],
  config: ["protocol", "foreign-file"],
  context: ["protocol"],
  agents: ["protocol", "foreign-file"],
  inbox: ["protocol", "config"],
  store: ["protocol", "config"],
  models: ["protocol", "config", "store", "threads"],
  indexes: ["protocol", "config", "store", "models", "threads", "remembering"],
  rooms: ["protocol", "config", "store", "indexes", "secrets", "foreign-file"],
  owners: ["protocol", "store", "indexes", "rooms"],
  memory: ["protocol", "config", "store", "models", "indexes", "rooms", "owners", "context", "secrets"],
  journeys: [
    ...["protocol", "config", "store", "models", "indexes", "rooms", "owners", "memory", "context", "agents"],
    ...["secrets", "inbox", "version", "foreign-file", "threads"],
  ],
  operations: [
    ...["protocol", "config", "store", "models", "rooms", "owners", "memory", "journeys", "secrets"],
    "context",
  ],
  client: ["protocol", "config", "version"],
  "doors/http": [
    ...["protocol", "config", "memory", "journeys", "operations", "agents", "inbox", "secrets"],
    ...["doors/mcp", "doors/web"],
  ],
  "doors/web": ["protocol"],
  "doors/mcp": ["protocol", "config", "client", "context", "version"],
  "doors/hook": ["protocol", "config", "client", "agents", "inbox"],
  "doors/cli": [
    ...["protocol", "config", "store", "client", "agents", "memory", "journeys", "daemon"],
    ...["doors/hook", "doors/mcp", "version", "foreign-file"],
  ],
  daemon: [
    ...["protocol", "config", "store", "client", "memory", "journeys", "operations", "agents", "inbox"],
    ...["secrets", "doors/http", "doors/web", "version"],
  ],
  sdk: ["protocol", "config", "client", "memory", "operations", "sdk-work", "sdk-functions"],
  "sdk-work": ["protocol"],
  "sdk-functions": ["protocol", "sdk-work"],
  index: ["protocol", "config", "client", "memory", "journeys", "sdk", "sdk-work", "sdk-functions"],
};

function partOf(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  if (first === "doors") return `doors/${second}`;
  return first.replace(/\.ts$/, "");
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return named
    .map((to) => posix.normalize(posix.join(posix.dirname(path), to)))
    .filter((to) => to.startsWith("src/"));
}

describe("imports go one way", () => {
  test.each(sources)("%s", (path) => {
    const part = partOf(path);
    const allowed = mayImport[part];
    expect(allowed, `${part} is not a part of the house`).toBeDefined();
    const strangers = importsOf(path).filter((to) => partOf(to) !== part && !allowed?.includes(partOf(to)));
    expect(strangers).toEqual([]);
  });
});

describe("the page takes types from the protocol, and values from the client and the errors only", () => {
  test.each(globSync("web/**/*.{ts,tsx}", { cwd: root }).map((path) => path.split(sep).join(posix.sep)))(
    "%s",
    (path) => {
      const text = readFileSync(join(root, path), "utf8");
      const imports = [...text.matchAll(/import\s+(type\s+)?[^;]*?from "(\.[^"]+)"/g)].map((match) => ({
        isType: match[1] !== undefined,
        to: posix.normalize(posix.join(posix.dirname(path), match[2] ?? "")),
      }));
      const strangers = imports
        .filter(({ to }) => to.startsWith("src/"))
        .filter(({ isType, to }) =>
          isType ? !to.startsWith("src/protocol/") : !/^src\/(client\/client|protocol\/errors)\.ts$/.test(to),
        );
      expect(strangers).toEqual([]);
      expect(text).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write/,
      );
      expect(text).toMatch(/^\/\//);
    },
  );
});

test("rooms never import each other", () => {
  const roomOf = (path: string) => path.split("/")[2];
  const crossings = sources
    .filter((path) => partOf(path) === "rooms")
    .flatMap((path) => importsOf(path).filter((to) => partOf(to) === "rooms" && roomOf(to) !== roomOf(path)));
  expect(crossings).toEqual([]);
});

test("a room is entered by its front door", () => {
  const side = sources
    .filter((path) => partOf(path) !== "rooms")
    .flatMap((path) => importsOf(path).filter((to) => partOf(to) === "rooms" && !to.endsWith("/room.ts")));
  expect(side).toEqual([]);
});

/** Who may read and write which tables. What is derived from several rooms asks them. */
const tableOwners: Record<string, readonly string[]> = {
  "src/store/": ["jobs", "events", "tombstones", "aliases", "sources", "sync_positions", "synced_records"],
  "src/models/": ["spend"],
  "src/indexes/search/": [
    ...["documents", "document_vectors", "document_changes", "changed_documents"],
    ...["documents_to_embed", "embedders", "document_words"],
  ],
  "src/indexes/codemap/": ["code_maps", "code_files", "symbols", "symbol_changes", "symbol_words", "calls"],
  "src/rooms/episodic/": [
    ...["projects", "sessions", "transcripts", "observations", "observation_files", "forgotten", "raw"],
    ...["compactions", "session_summaries", "injections", "turns", "turn_files", "turn_values", "said"],
    ...["current_sessions", "forget_keys", "forgotten_phrases"],
  ],
  "src/rooms/procedural/": [
    ...["functions", "function_versions", "function_tests", "function_runs", "function_dependencies"],
  ],
  "src/rooms/semantic/": [
    ...["nodes", "edges", "tags", "views", "pending", "commands", "anchors", "evidence", "changes"],
    "bridge_lines",
  ],
  "src/rooms/working/": ["tasks", "task_entries", "task_files", "task_sessions", "project_contexts"],
};

test("a table is touched only by the room that owns it", () => {
  const ownerOf = (table: string) =>
    Object.entries(tableOwners).find(([, tables]) => tables.includes(table))?.[0] ?? "nobody";
  const touched = sources
    .filter((path) => !path.startsWith("src/store/migrations/"))
    .flatMap((path) =>
      [
        ...readFileSync(join(root, path), "utf8").matchAll(
          /(?:\.(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(|\binsert(?:Many|Rows)(?:<[^(]*>)?\(\s*\w+,)\s*"(\w+)/g,
        ),
      ].map(([, table = ""]) => ({ path, table })),
    );
  const strangers = touched.filter(({ path, table }) => !path.startsWith(ownerOf(table)));
  expect(strangers.map(({ path, table }) => `${path} touches ${table} of ${ownerOf(table)}`)).toEqual([]);
  expect(touched.length).toBeGreaterThan(100);
});

test("only config/ reads process.env", () => {
  const readers = sources.filter((path) => readFileSync(join(root, path), "utf8").includes("process.env"));
  expect(readers.filter((path) => partOf(path) !== "config")).toEqual([]);
});

test("git is run by two files: one for repositories that nobody trusts, one for the user's own remote", () => {
  const callers = sources.filter((path) =>
    /(?:exec|execFile|spawn)(?:Sync)?\(\s*["'`]git\b/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(callers).toEqual(["src/journeys/recall/git.ts", "src/journeys/sync/place.ts"]);
});

test("the hand-over from hooks needs Node and config/ only", () => {
  const text = readFileSync(join(root, "src/inbox.ts"), "utf8");
  const packages = [...text.matchAll(/from "([^."][^"]*)"/g)].map((match) => match[1] ?? "");
  expect(packages.filter((name) => !name.startsWith("node:"))).toEqual([]);
});

test("file names are kebab-case and say a meaning", () => {
  const names = files.map((path) => posix.basename(path));
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|sample))?\.ts$/.test(name))).toEqual([]);
  expect(names.filter((name) => /manager|helper|util|service|base|info/.test(name))).toEqual([]);
});

test("a count that can be one is written by plural", () => {
  const nouns =
    "observations|sessions|turns|files|nodes|edges|symbols|calls|tokens|entries|projects|steps|learnings|prompts|jobs|documents|records";
  const counted = new RegExp(`\\{(?!plural)[^{}\`"]*\\} (?:${nouns})\\b`, "g");
  const page = globSync("web/**/*.{ts,tsx}", { cwd: root });
  const found = [...sources, ...page].flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(counted)].map(([text]) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("every source file opens by saying what it is", () => {
  const silent = sources.filter(
    (path) => !/^(#!.*\n)?(\/\/|\/\*\*)/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(silent).toEqual([]);
});

test("no barrel but index.ts and the rooms' front doors", () => {
  const barrels = sources.filter((path) => {
    const code = readFileSync(join(root, path), "utf8")
      .replace(/\/\/.*$/gm, "")
      .trim();
    const statements = code.split(/;\s*\n/).filter((statement) => statement.trim() !== "");
    return (
      statements.length > 0 && statements.every((statement) => /^export (type )?[{*]/.test(statement.trim()))
    );
  });
  expect(barrels.filter((path) => path !== "src/index.ts" && !path.endsWith("/room.ts"))).toEqual([]);
});
