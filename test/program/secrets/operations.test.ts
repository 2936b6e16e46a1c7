// No operation writes text that did not pass the cleaner. The test runs over the table of operations, so it covers new
// ones too: it puts secrets in every text field, then checks every byte of the home folder.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { type HandlerContext, noReindex } from "../../../src/areas/context.ts";
import { type OperationName, operationNames, operationTable } from "../../../src/areas/contracts.ts";
import { isPath } from "../../../src/areas/operation.ts";
import { perform } from "../../../src/areas/perform.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import { everything, keepKey } from "../../../src/journeys/sync/keys.ts";
import { locationOf } from "../../../src/journeys/sync/vault-location.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import type { HookEvent } from "../../../src/protocol/hook.ts";
import { findPlanted, plantedAt, plantIn, writeDotenv } from "../../support/planted.ts";
import { type Home, tellbackHome } from "../../support/tellback.ts";
import { gitProject, type TempDir, tempDir } from "../../support/temp.ts";

const graphFile = "knowledge_graph.json";
const places: readonly string[] = [...operationNames, graphFile];

let home: Home;
let folders: TempDir;
let project: string;
let memory: Memory;
let context: HandlerContext;
let made = 0;

beforeAll(async () => {
  home = await tellbackHome();
  folders = await tempDir();
  project = await gitProject(join(folders.path, "project"), { "notes.md": "# Notes\n" });
  writeDotenv(project, places);
  memory = await openMemory({
    env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off", TELLBACK_BRIDGE_FILE: "AGENTS.md" },
  });
  context = {
    memory,
    imports: new Map(),
    reindexes: { run: noReindex },
    exports: { run: { state: "none", records: 0 } },
    maps: new Map(),
    daemonState: () => ({
      pid: process.pid,
      version: "0.0.0",
      startedAt: new Date().toISOString(),
      home: home.path,
      idleMinutes: 30,
      rssBytes: 1,
    }),
    stop: () => {},
    stopping: new AbortController().signal,
    openPage: async () => ({ url: "http://127.0.0.1:4000/", code: "code", file: "/nowhere/open.html" }),
    doctor: async () => ({ verdict: "OK", findings: [] }),
    onRequest: () => {},
    log: () => {},
  };
});
afterAll(async () => {
  await folders[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** Owners that an operation can change, new for each call because one may delete them. */
async function newThings() {
  const sessionId = `session-${++made}`;
  const seen = { host: "claude-code", sessionId, projectDir: project, cwd: project };
  const at = "2026-01-01T10:00:00.000Z";
  await capture(memory, [
    { ...seen, at, type: "prompt", text: `Question ${made}?`, promptId: "p" },
    { ...seen, at, type: "compact-after", trigger: "auto", summary: "So far." },
  ] as HookEvent[]);
  const note = (words: string) =>
    perform(context, "remember", { content: `${words} ${made}`, folder: project, tags: "area:old" });
  const { learning } = await perform(context, "learnings.add", {
    content: `Always close the file ${made}`,
    folder: project,
  });
  const idOf = async (table: "observations" | "compactions" | "changes") =>
    (await memory.db.selectFrom(table).select("id").orderBy("id", "desc").executeTakeFirstOrThrow()).id;
  const [first, second] = [(await note("One")).node.id, (await note("Two")).node.id];
  return {
    nodes: [first, second] as const,
    ids: [first, learning.id, sessionId, ...(await Promise.all(tables.map(idOf)))],
    sessionId,
  };
}
const tables = ["observations", "compactions", "changes"] as const;

/** Fields that must name something that exists; all others accept any text. */
async function keysFor(id: string, things: Awaited<ReturnType<typeof newThings>>, needsPath: boolean) {
  const [first, second] = things.nodes;
  await perform(context, "view.create", { name: "a-view", query: "type:fact" });
  const ends = { from: first, to: second, old: first, new: second, seed: first, ids: first, nodes: first };
  const files = {
    folder: project,
    path: needsPath ? await exported() : "",
    place: "notes.md",
    file: "notes.md",
  };
  const session = { session: things.sessionId, session_id: things.sessionId };
  return { id, ...ends, ...files, ...session, name: "a-view", since: "7d", asOf: "2030-01-01" };
}

/** A vault whose key is known. */
function sharedFolder(): string {
  const place = locationOf(memory.paths, join(folders.path, "shared"));
  if (existsSync(place.folder)) return place.name;
  mkdirSync(place.folder);
  keepKey(memory.paths, place, { key: randomBytes(32), salt: randomBytes(16), chosen: everything });
  return place.name;
}

/** A report needs a task with a plan, and steps are numbers. */
async function reportKeys(): Promise<Record<string, string | undefined>> {
  const task = `task-${made}-${Math.random()}`;
  await perform(context, "plan", { task, content: "1. Do it", folder: project });
  return { task, ticks: undefined };
}

/** A function to change or run, with the secret in its code, its tests and its arguments. */
async function functionKeys(name: OperationName, both: string): Promise<Record<string, unknown>> {
  const code = (comment: string) => `// ${comment}\nfunction planted(text) { return text; }\n`;
  const [own, language] = ["planted", "javascript"] as const;
  await perform(context, "fn.save", { name: own, language, code: code("nothing"), force: true });
  const path = join(folders.path, `functions-${made}.json`);
  const versions = [{ code: code(`${both} ${made}`), change: both, dependencies: [] }];
  const saved = { name: own, description: both, language, category: both, tags: [both], versions, tests: [] };
  writeFileSync(path, JSON.stringify({ tellback: "functions", functions: [saved] }));
  const isTool = !name.startsWith("fn.");
  const args = [both];
  const tests = [{ args, value: both }];
  return {
    ...{ name: own, language, code: code(both), path, to: 1, force: true, folder: project },
    ...{ from: undefined, needs: undefined, timeoutMs: undefined, remove: undefined },
    args: isTool ? args : JSON.stringify(args),
    tests: isTool ? tests : JSON.stringify(tests),
  };
}

/** A tool of the project that is trusted, unless trusting is what is tried, and a folder with one to add. */
async function toolKeys(name: OperationName, both: string): Promise<Record<string, unknown>> {
  const made = `tool_${randomBytes(4).toString("hex")}`;
  const make = (folder: string) => {
    mkdirSync(folder, { recursive: true });
    const manifest = { name: made, description: "Says it.", input: { type: "object" }, code: "say.js" };
    writeFileSync(join(folder, "tool.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "say.js"), "export function run(input) {\n  return input;\n}\n");
    return folder;
  };
  if (name === "tool.add") return { path: make(join(folders.path, made)) };
  make(join(project, ".tellback", "tools", made));
  if (name !== "tool.trust") await perform(context, "tool.trust", { name: made, folder: project });
  return { name: made, input: { text: both } };
}

/** A conversation, and in it a tool that waits for its approval. */
async function chatKeys(): Promise<Record<string, string>> {
  const { conversation } = await perform(context, "chat.send", { text: "/task", folder: project });
  const approval = `approval-${made}-${Math.random()}`;
  const live = memory.chat.get(conversation);
  live?.messages.at(-1)?.parts.push({
    ...{ type: "tool", id: approval, tool: "remember", title: "remember", input: {}, state: "waiting" },
    ...{ output: null, approval },
  });
  live?.approvals.set(approval, { toolCallId: approval, yes: null });
  return { conversation, approval };
}

const isOfFunctions = (name: OperationName) => name.startsWith("fn.") || name.endsWith("_function");

/** An export of another tellback, with secrets in every string. */
async function exported(): Promise<string> {
  const path = join(folders.path, `exported-${made}`);
  await perform(context, "knowledge.export", { path, folder: project, force: true });
  const node = {
    id: "n1",
    type: "fact",
    content: "A fact",
    summary: "A",
    tags: ["area:b"],
    createdAt: "2026-01-01",
  };
  const graph = {
    nodes: [node, { ...node, id: "n2" }],
    edges: [{ from: "n1", to: "n2", type: "RELATES_TO" }],
  };
  const planted = plantIn(graph, plantedAt(graphFile).both, new Set(["type"]));
  writeFileSync(join(path, graphFile), JSON.stringify(planted));
  return path;
}

/** An open point, or a memory that is shared, to act on. */
async function idFor(name: OperationName): Promise<Record<string, unknown>> {
  if (name.startsWith("open-points.")) {
    const seen = { host: "claude-code", sessionId: `left-${++made}`, projectDir: project, cwd: project };
    // A closed point closes what says nearly the same.
    const left = name.endsWith("edit") ? "the tide table lacks March" : `pier ${made} has no light`;
    const replied = `Outcome: the harbour is mapped. Open: ${left}.`;
    const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 10, made, second)).toISOString();
    await capture(memory, [
      { ...seen, at: at(0), type: "prompt", text: `Map pier ${made}`, promptId: "p" },
      { ...seen, at: at(1), type: "reply", messageId: `m-${made}`, text: replied },
    ] as HookEvent[]);
    const { points } = await perform(context, "open-points", { folder: project });
    const own = points.find(({ text }) => text.includes(left));
    return { id: own?.id, folder: project };
  }
  if (name !== "unshare") return {};
  const { node } = await perform(context, "remember", {
    content: `The pier ${++made} is old`,
    folder: project,
  });
  await perform(context, "share", { id: node.id, folder: project });
  return { id: node.id };
}

/** Operations that take one of several ways to name something. */
const oneThing: Partial<Record<OperationName, Record<string, unknown>>> = {
  forget: { id: undefined, session: undefined, query: undefined, match: undefined, before: undefined },
  redact: { rescan: true },
  "share.rule": { rule: "knowledge" },
};

type Field = z.ZodType & { def: { type: string; entries?: Record<string, string> }; unwrap?(): Field };

/** A value for a field with the text in every string; undefined if it takes no text. */
function valueWith(field: Field, words: string): unknown {
  const { type } = field.def;
  if (type === "optional" || type === "default" || type === "nullable")
    return field.unwrap && valueWith(field.unwrap(), words);
  if (type === "pipe") return valueWith((field as unknown as z.ZodPipe).in as Field, words);
  if (type === "string") return words;
  if (type === "array") return [valueWith((field as unknown as z.ZodArray).element as Field, words)];
  if (type === "union") return valueWith((field as unknown as z.ZodUnion).options[0] as Field, words);
  if (type === "object") {
    const shape = Object.entries((field as unknown as z.ZodObject).shape) as [string, Field][];
    return Object.fromEntries(shape.map(([name, inner]) => [name, valueWith(inner, words)]));
  }
  return undefined;
}

/** A folder whose name is the secret, with the .env that contains it. */
function secretFolder(name: OperationName): string {
  const folder = join(folders.path, plantedAt(name).both);
  writeDotenv(folder, [name]);
  mkdirSync(join(folder, "inside"), { recursive: true });
  return folder;
}

async function attempt(name: OperationName, input: object): Promise<boolean> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return perform(context, name, Object.fromEntries(given)).then(
    () => true,
    () => false,
  );
}

/** Without a team on a server they do nothing but refuse; test/contract/team-server.test.ts runs them with one. */
const needsTeam = (name: OperationName) => /^team\.(?:create|join|leave|add|revoke|decide)$/.test(name);

test("no operation writes a secret to any file of the home folder, whichever field contains it", async () => {
  const notDone: string[] = [];
  for (const name of operationNames) {
    const { shape } = operationTable[name].input;
    const fields = Object.entries(shape) as [string, Field][];
    const { both } = plantedAt(name);
    const words = (type: Field) => (isPath(type) ? join(secretFolder(name), "inside", both) : both);
    const all = Object.fromEntries(fields.map(([field, type]) => [field, valueWith(type, words(type))]));
    const hasWords = (field: string) => all[field] !== undefined;
    const things = await newThings();
    let done = false;
    for (const id of hasWords("id") ? things.ids : things.nodes) {
      const keys: Record<string, string | undefined> = {
        ...(await keysFor(id, things, hasWords("path"))),
        ...(hasWords("text") && hasWords("task") ? await reportKeys() : {}),
        ...(name.startsWith("chat.") ? await chatKeys() : {}),
        ...(name === "config.set" ? { key: "llm.url" } : {}),
        ...(name === "sync" ? { place: sharedFolder(), projects: undefined, kinds: undefined } : {}),
      };
      const functions = isOfFunctions(name) ? await functionKeys(name, both) : {};
      const ownTools = name.startsWith("tool.") ? await toolKeys(name, both) : {};
      const led = Object.fromEntries([
        ...Object.entries(keys).filter(([field]) => hasWords(field)),
        ...Object.entries({ ...functions, ...ownTools, ...(await idFor(name)) }).filter(
          ([field]) => field in shape,
        ),
        ...Object.entries(oneThing[name] ?? {}),
      ]);
      done = (await attempt(name, { ...all, ...led })) || done;
      for (const field of fields.map(([field]) => field).filter(hasWords)) {
        const isDone = await attempt(name, { ...led, [field]: all[field] });
        done ||= isDone && led[field] === undefined;
      }
      if ("folder" in led) await attempt(name, { ...all, ...led, folder: secretFolder(name) });
    }
    await attempt(name, all);
    if (operationTable[name].changes !== "nothing" && !done && !needsTeam(name)) notDone.push(name);
  }
  expect(notDone).toEqual([]);
  await memory.close();
  expect(findPlanted(home.path, places)).toEqual([]);
}, 300_000);
