// Holds the house together: imports go one way, folders of a layer form no cycle, rooms and journeys do not know each
// other, names and comments keep their form.

import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .map((path) => path.split(sep).join(posix.sep))
    .sort();
const files = filesOf("{libs,src}/**/*.ts");
const sources = files.filter((path) => !path.endsWith(".test.ts"));
const page = filesOf("web/**/*.{ts,tsx}");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

/** For each layer, the layers (or single files) that it may import besides itself and the libraries, from the bottom to the top. */
const mayImport: Record<string, readonly string[]> = {
  libs: [],
  protocol: [],
  platform: ["protocol", "config"],
  config: ["protocol", "platform"],
  contracts: ["protocol"],
  context: ["protocol"],
  secrets: ["protocol", "config", "platform", "context"],
  agents: ["protocol", "platform"],
  store: ["protocol", "config", "platform"],
  models: ["protocol", "config", "platform", "store"],
  indexes: ["protocol", "config", "platform", "store", "models"],
  rooms: ["protocol", "config", "platform", "store", "indexes", "secrets"],
  memory: [
    ...["protocol", "config", "platform", "store", "models", "indexes", "rooms", "context", "secrets"],
    "agents",
  ],
  journeys: [
    ...["protocol", "contracts", "config", "platform", "store", "models", "indexes", "rooms", "memory"],
    ...["context", "agents", "secrets"],
  ],
  client: ["protocol", "contracts", "config", "platform"],
  areas: [
    ...["protocol", "contracts", "config", "platform", "store", "models", "rooms", "memory", "journeys"],
    ...["secrets", "context", "client", "agents"],
  ],
  // A door translates: what it shows and does is decided in areas, the answer to a hook in journeys/followers.ts.
  "doors/web": ["protocol"],
  "doors/mcp": ["protocol", "contracts", "config", "platform", "client", "context", "areas"],
  "doors/hook": ["protocol", "config", "platform", "client", "agents", "context"],
  "doors/http": [
    ...["protocol", "contracts", "platform", "areas", "agents"],
    ...["src/journeys/followers.ts", "doors/mcp", "doors/web"],
  ],
  // The daemon: for the commands that run it in their process.
  "doors/cli": [
    ...["protocol", "contracts", "config", "platform", "client", "agents", "areas"],
    ...["daemon", "doors/hook", "doors/mcp"],
  ],
  daemon: [
    ...[
      "protocol",
      "contracts",
      "config",
      "platform",
      "store",
      "client",
      "memory",
      "journeys",
      "areas",
      "agents",
    ],
    ...["secrets", "doors/http", "doors/web"],
  ],
  sdk: ["protocol", "contracts", "config", "client", "memory", "journeys", "areas"],
  index: ["protocol", "contracts", "config", "platform", "client", "memory", "journeys", "sdk"],
};

function layerOf(path: string): string {
  const [top = "", first = "", second = ""] = path.split("/");
  if (top === "libs") return "libs";
  if (/^src\/areas\/(contracts|operation|[^/]+\/contract)\.ts$/.test(path)) return "contracts";
  if (first === "doors") return `doors/${second}`;
  return first.replace(/(-\w+)?\.ts$/, "");
}

/** The folder in its layer: libs/language, src/rooms/turns, src/journeys/capture. */
const folderOf = (path: string) =>
  path
    .split("/")
    .slice(0, path.startsWith("libs/") ? 2 : 3)
    .join("/");

function importsOf(path: string): string[] {
  const named = [...textOf(path).matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g)];
  return named
    .map(([, to = ""]) => posix.normalize(posix.join(posix.dirname(path), to)))
    .filter((to) => /^(src|libs)\//.test(to));
}

const imports = sources.flatMap((from) => importsOf(from).map((to) => ({ from, to })));
const shown = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`;

/** Import cycles among the folders of one layer, each as the folders on it. */
function cyclesIn(layer: string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from), folderOf(to)];
    if (a === b || layerOf(from) !== layer || layerOf(to) !== layer || a.endsWith(".ts") || b.endsWith(".ts"))
      continue;
    next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reach = (folder: string, seen: Set<string>): Set<string> => {
    for (const to of next.get(folder) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  return [...next.keys()].filter((folder) => reach(folder, new Set()).has(folder)).sort();
}

test("imports go one way", () => {
  expect(sources.filter((path) => mayImport[layerOf(path)] === undefined)).toEqual([]);
  const strangers = imports.filter(({ from, to }) => {
    const [a, b] = [layerOf(from), layerOf(to)];
    return a !== b && b !== "libs" && !mayImport[a]?.includes(b) && !mayImport[a]?.includes(to);
  });
  expect(strangers.map(shown)).toEqual([]);
});

test.each([...new Set(sources.map(layerOf))])("no import cycle among the folders of %s", (layer) => {
  expect(cyclesIn(layer)).toEqual([]);
});

test("rooms never import each other, and no journey imports a journey", () => {
  const crossings = imports.filter(
    ({ from, to }) =>
      /^src\/(rooms|journeys)\//.test(from) &&
      layerOf(from) === layerOf(to) &&
      folderOf(from) !== folderOf(to) &&
      folderOf(from) !== "src/journeys/followers.ts",
  );
  expect(crossings.map(shown)).toEqual([]);
});

test("a room is entered by its front door, which has at most forty names", () => {
  const side = imports.filter(
    ({ from, to }) => layerOf(to) === "rooms" && folderOf(from) !== folderOf(to) && !to.endsWith("/room.ts"),
  );
  expect(side.map(shown)).toEqual([]);
  const wide = sources
    .filter((path) => /^src\/rooms\/[^/]+\/room\.ts$/.test(path))
    .map((path) => {
      const lists = [...textOf(path).matchAll(/export (?:type )?\{([^}]*)\}/g)];
      return {
        path,
        names: lists.flatMap(([, list = ""]) => list.split(",").filter((name) => name.trim())).length,
      };
    });
  const maxNames = 40;
  expect(wide.filter(({ names }) => names > maxNames)).toEqual([]);
});

test("the page takes types from contracts and protocol, and values from the client and the errors only", () => {
  const taken = page.flatMap((from) =>
    [...textOf(from).matchAll(/import\s+(type\s+)?[^;]*?from "(\.[^"]+)"/g)].map(([, isType, to = ""]) => ({
      ...{ from, isType },
      to: posix.normalize(posix.join(posix.dirname(from), to)),
    })),
  );
  const strangers = taken
    .filter(({ to }) => /^(src|libs)\//.test(to))
    .filter(({ isType, to }) =>
      isType
        ? !["protocol", "contracts"].includes(layerOf(to))
        : !/^src\/(client\/client|protocol\/errors)\.ts$/.test(to),
    );
  expect(strangers.map(shown)).toEqual([]);
  const writesHtml = /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write/;
  expect(page.filter((path) => writesHtml.test(textOf(path)) || !textOf(path).startsWith("//"))).toEqual([]);
});

/** How src enters a library: index.ts, or another entry that its README.md names, for code that must load less. */
const isLibraryEntry = (path: string) =>
  /^libs\/(\w+\/index|callgraph\/(without-parser|kinds)|language\/statement-model|shorten\/event)\.ts$/.test(
    path,
  );

test("a library is entered by its entries only, also by another library", () => {
  const side = imports.filter(
    ({ from, to }) => layerOf(to) === "libs" && folderOf(from) !== folderOf(to) && !isLibraryEntry(to),
  );
  expect(side.map(shown)).toEqual([]);
});

/** Who owns which tables. */
const tableOwners: Record<string, readonly string[]> = {
  "src/store/": ["jobs", "events", "tombstones", "aliases", "sources", "sync_positions", "synced_records"],
  "src/models/": ["spend"],
  "src/indexes/search/": [
    ...["documents", "document_vectors", "document_changes", "changed_documents"],
    ...["documents_to_embed", "embedders", "document_words"],
  ],
  "src/indexes/codemap/": ["code_maps", "code_files", "symbols", "symbol_changes", "symbol_words", "calls"],
  "src/rooms/projects/": ["projects", "project_contexts"],
  "src/rooms/sessions/": ["sessions", "session_summaries", "current_sessions"],
  "src/rooms/transcripts/": ["transcripts"],
  "src/rooms/observations/": ["observations", "observation_files", "command_runs", "said"],
  "src/rooms/excerpts/": ["raw"],
  "src/rooms/forgotten/": ["forgotten", "forget_keys", "forgotten_phrases"],
  "src/rooms/compactions/": ["compactions"],
  "src/rooms/turns/": ["turns", "turn_files", "turn_values", "point_marks"],
  "src/rooms/ledger/": ["injections"],
  "src/rooms/functions/": [
    ...["functions", "function_versions", "function_tests", "function_runs", "function_dependencies"],
  ],
  "src/rooms/knowledge/": ["nodes", "edges", "tags", "evidence", "changes"],
  "src/rooms/anchors/": ["anchors"],
  "src/rooms/shared/": ["memory_files", "team_records"],
  "src/rooms/commands/": ["commands", "pending"],
  "src/rooms/views/": ["views"],
  "src/rooms/bridge/": ["bridge_lines"],
  "src/rooms/tasks/": ["tasks", "task_entries", "task_files", "task_sessions"],
};

/** What happened is one story in several rooms, what is known another: each writes its own tables and may join the others'. */
const stories = [
  /^src\/rooms\/(projects|sessions|transcripts|observations|excerpts|compactions|turns|ledger)\/$/,
  /^src\/rooms\/(knowledge|anchors|review|shared)\/$/,
];

test("a table is written only by its owner, and read by others only where rooms share one story", () => {
  const ownerOf = (table: string) =>
    Object.entries(tableOwners).find(([, tables]) => tables.includes(table))?.[0] ?? "nobody";
  const statement =
    /(?:\.(?<verb>selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(|\binsert(?:Many|Rows)(?:<[^(]*>)?\(\s*\w+,)\s*"(?<table>\w+)/g;
  const touched = sources
    .filter((path) => !path.startsWith("src/store/migrations/"))
    .flatMap((path) =>
      [...textOf(path).matchAll(statement)].map(({ groups }) => ({
        ...{ path, table: groups?.table ?? "" },
        reads: /select|Join/.test(groups?.verb ?? ""),
      })),
    );
  const strangers = touched.filter(({ path, table, reads }) => {
    const owner = ownerOf(table);
    const isJoin = reads && stories.some((story) => story.test(owner) && story.test(`${folderOf(path)}/`));
    return !path.startsWith(owner) && !isJoin;
  });
  expect(strangers.map(({ path, table }) => `${path} touches ${table} of ${ownerOf(table)}`)).toEqual([]);
  expect(touched.length).toBeGreaterThan(100);
});

test("only config/ reads process.env", () => {
  const readers = sources.filter((path) => textOf(path).includes("process.env"));
  expect(readers.filter((path) => layerOf(path) !== "config")).toEqual([]);
});

test("git is run by two files: one for repositories that nobody trusts, one for the user's own remote", () => {
  const callers = sources.filter((path) =>
    /(?:exec|execFile|spawn|runBound)(?:Sync)?\(\s*["'`]git\b/.test(textOf(path)),
  );
  expect(callers).toEqual(["src/journeys/sync/vault-location.ts", "src/platform/git.ts"]);
});

/** They write files, compare spelled paths, or read what tellback wrote itself. */
const usersOfFiles: readonly string[] = [
  ...["src/journeys/cleanup/cleanup.ts", "src/journeys/eval/try-compression.ts"],
  ...["src/journeys/export/export.ts", "src/journeys/forget/files.ts", "src/journeys/graph/knowledge.ts"],
  ...["src/journeys/guard/guard.ts", "src/platform/foreign-sqlite.ts"],
  ...["src/journeys/import/tools/notes.ts", "src/journeys/report/status.ts", "src/journeys/sync/keys.ts"],
  ...["src/journeys/sync/parts.ts", "src/journeys/sync/put-new-file.ts"],
  ...["src/journeys/sync/vault-location.ts", "src/journeys/sync/vault.ts", "src/journeys/task/verify.ts"],
  ...[
    "src/memory/forgetting/copies.ts",
    "src/memory/notes/note-files.ts",
    "src/memory/notes/notes-folder.ts",
  ],
  ...[
    "src/memory/records/is-export.ts",
    "src/memory/records/jsonl-file.ts",
    "src/memory/tasks/task-files.ts",
    "src/memory/shared/folder.ts",
  ],
  "src/rooms/projects/identity.ts",
];

test("files of projects and hosts are read by platform/, which reveals covered paths", () => {
  const readers = sources.filter(
    (path) =>
      /^src\/(journeys|memory|rooms\/projects)\//.test(path) &&
      /^import \{[^}]*\} from "node:fs/m.test(textOf(path)),
  );
  expect(readers.filter((path) => !usersOfFiles.includes(path))).toEqual([]);
});

test("the hand-over from hooks needs Node and config/ only", () => {
  const text = readFileSync(join(root, "src/platform/inbox.ts"), "utf8");
  const packages = [...text.matchAll(/from "([^."][^"]*)"/g)].map((match) => match[1] ?? "");
  expect(packages.filter((name) => !name.startsWith("node:"))).toEqual([]);
});

test("inert text is made by context/quote.ts only", () => {
  const making = sources.filter((path) => /\bas (?:unknown as )?Inert\b/.test(textOf(path)));
  expect(making).toEqual(["src/context/quote.ts"]);
});

test("file names are kebab-case and say a meaning", () => {
  const names = files.map((path) => posix.basename(path));
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/.test(name))).toEqual([]);
  expect(names.filter((name) => /manager|helper|util|service|base|info/.test(name))).toEqual([]);
});

test("a count that can be one is written by plural", () => {
  const nouns =
    "observations|sessions|turns|files|nodes|edges|symbols|calls|tokens|entries|projects|steps|learnings|prompts|jobs|documents|records";
  const counted = new RegExp(`\\{(?!plural)[^{}\`"]*\\} (?:${nouns})\\b`, "g");
  const found = [...sources, ...page].flatMap((path) =>
    [...textOf(path).matchAll(counted)].map(([text]) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("no pattern over 200 characters outside the libraries of words and secrets", () => {
  const maxLength = 200;
  const literal = /(?<![\w)\]/*])\/(?![/*])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  const text = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/.source;
  // Joining texts or filling in a long one would only hide it; a list of plain words is none.
  const joined = new RegExp(`(?:${text})(?:\\s*\\+\\s*(?:${text}))*`, "g");
  const isPattern = /\(\?[:=!<]|\\\\[bdsw]|[a-z]\|[a-z]+\|/;
  const long = sources
    .filter((path) => !/^libs\/(language|redact)\//.test(path))
    .flatMap((path) => [
      ...(textOf(path).match(literal) ?? []).map((found) => ({ path, found })),
      ...(textOf(path).match(joined) ?? [])
        .map((found) => ({ path, found: found.replace(/["`]\s*\+\s*["`]/g, "") }))
        .filter(({ found }) => isPattern.test(found)),
    ])
    .filter(({ found }) => found.length > maxLength);
  expect(long.map(({ path, found }) => `${path}: ${found.slice(0, 60)}`)).toEqual([]);
});

test("every source file opens by saying what it is", () => {
  const silent = sources.filter((path) => !/^(#!.*\n)?(\/\/|\/\*\*)/.test(textOf(path)));
  expect(silent).toEqual([]);
});

test("no barrel but index.ts, the list of hosts, the entries of libraries and the rooms' front doors", () => {
  const barrels = sources.filter((path) => {
    const code = textOf(path)
      .replace(/\/\/.*$/gm, "")
      .trim();
    const statements = code.split(/;\s*\n/).filter((statement) => statement.trim() !== "");
    return (
      statements.length > 0 && statements.every((statement) => /^export (type )?[{*]/.test(statement.trim()))
    );
  });
  const isFrontDoor = (path: string) =>
    ["src/index.ts", "src/agents/all.ts"].includes(path) || isLibraryEntry(path) || path.endsWith("/room.ts");
  expect(barrels.filter((path) => !isFrontDoor(path))).toEqual([]);
});
