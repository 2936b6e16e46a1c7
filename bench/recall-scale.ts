// The scale part of bench/recall.ts: a store of many observations, and how long recall takes in it: composing at
// session start and for a file, answering a prompt, and a prompt's hook from end to end, daemon and shell included.

import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findDaemon } from "../src/client/connect.ts";
import { pathsOf } from "../src/config/paths.ts";
import { compose } from "../src/context/compose.ts";
import { markComplete } from "../src/indexes/search/document-vectors.ts";
import { documentRow, indexWords, type NewDocument } from "../src/indexes/search/documents.ts";
import { encode } from "../src/indexes/search/vectors/quantise.ts";
import { openMemory, recall } from "../src/journeys/followers.ts";
import { gatherForFile } from "../src/journeys/recall/gather-file.ts";
import { gatherAtStart } from "../src/journeys/recall/gather-start.ts";
import type { Memory } from "../src/memory/memory.ts";
import type { HookEvent } from "../src/protocol/hook.ts";
import { newId } from "../src/protocol/new-id.ts";
import { everywhere } from "../src/protocol/scope.ts";
import type { Db } from "../src/store/schema.ts";
import { createWorld, documentsPerSession } from "./search-world.ts";

const rounds = 40;
const rowsAtOnce = 200;
/** Nobody types faster; in between the daemon stores the prompt and embeds it. */
const betweenPromptsMs = 500;
const hook = join(import.meta.dirname, "../plugin/hooks/hook.sh");
const entry = join(import.meta.dirname, "../src/doors/cli/main.ts");

/** Prints how a store of this size answers; prompts only if all observations are indexed. */
export async function measureRecall(size: number, mostDocuments: number, keep?: string): Promise<void> {
  const home = keep ? join(keep, String(size)) : mkdtempSync(join(tmpdir(), "egrecall-"));
  const project = join(home, "project");
  const isBuilt = existsSync(project);
  try {
    const isIndexed = size <= mostDocuments;
    const memory = await openMemory({ env: { TELLBACK_HOME: home } });
    if (!isBuilt) await build(memory, project, size, isIndexed);
    mkdirSync(project, { recursive: true });
    const place = await builtIn(memory);
    console.log(
      `\n${size.toLocaleString("en")} observations${isIndexed ? "" : " (not indexed for prompts)"}`,
    );
    await compositions(memory, place);
    if (isIndexed) await prompts(memory, project);
    await memory.close();
    if (isIndexed) await hooks(home, project);
  } finally {
    if (!keep) rmSync(home, { recursive: true, force: true });
  }
}

interface Made {
  document: NewDocument;
  vector: Float32Array;
}

interface Built {
  projectId: string;
  files: string[];
}

/** One project with everything, which is the hardest case. */
async function build(memory: Memory, project: string, size: number, isIndexed: boolean): Promise<void> {
  const { db } = memory;
  const at = "2025-01-01T00:00:00.000Z";
  const projectId = newId("project");
  const row = { id: projectId, key: project, name: "project", root: project, remote: null, created_at: at };
  await db.insertInto("projects").values(row).execute();
  const world = createWorld();
  let part: Made[] = [];
  for (const one of world.documents(size)) {
    part.push(one);
    if (part.length === rowsAtOnce) {
      await store(memory, projectId, part, isIndexed);
      part = [];
    }
  }
  await store(memory, projectId, part, isIndexed);
  if (isIndexed) await markComplete(db, memory.embedder.id, "{}");
}

async function builtIn({ db }: Memory): Promise<Built> {
  const { id } = await db.selectFrom("projects").select("id").executeTakeFirstOrThrow();
  const touched = await db.selectFrom("observation_files").select("path").distinct().limit(200).execute();
  return { projectId: id, files: touched.map(({ path }) => path) };
}

async function store(
  memory: Memory,
  projectId: string,
  part: readonly Made[],
  isIndexed: boolean,
): Promise<void> {
  if (part.length === 0) return;
  await memory.db.transaction().execute(async (tx) => {
    const sessions = new Set(part.map(({ document }) => document.sessionId ?? ""));
    const times = {
      started_at: part[0]?.document.happenedAt ?? "",
      last_seen_at: part.at(-1)?.document.happenedAt ?? "",
    };
    await tx
      .insertInto("sessions")
      .values(
        [...sessions].map((id) => ({
          id,
          host: "bench",
          project_id: projectId,
          name: `Session ${id}`,
          status: "closed" as const,
          ended_at: null,
          ...times,
        })),
      )
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    const observations = part.map(({ document }, i) => ({
      id: newId("observation"),
      session_id: document.sessionId ?? "",
      project_id: projectId,
      host_key: `${document.owner.id}/${i}`,
      kind: "tool" as const,
      tool: i % 3 === 0 ? "Edit" : "Bash",
      status: i % 11 === 0 ? ("failed" as const) : ("ok" as const),
      title: document.title,
      summary: document.summary,
      detail: document.detail,
      files: JSON.stringify(document.files),
      symbols: JSON.stringify(document.symbols),
      agent_id: null,
      agent_type: null,
      prompt_id: null,
      branch: document.branch,
      happened_at: document.happenedAt,
      raw_bytes: 1000,
      tokens: 100,
      duration_ms: 5,
      provider: "offline",
    }));
    await tx.insertInto("observations").values(observations).execute();
    const touched = observations.flatMap((one, i) =>
      [...new Set(part[i]?.document.files)].map((path) => ({
        project_id: projectId,
        path,
        observation_id: one.id,
      })),
    );
    if (touched.length > 0) await tx.insertInto("observation_files").values(touched).execute();
    if (!isIndexed) return;
    await index(tx, memory.embedder.id, projectId, part, observations);
  });
}

/** In bulk, which is faster than one by one: nothing exists yet. */
async function index(
  tx: Db,
  model: string,
  projectId: string,
  part: readonly Made[],
  observations: readonly { id: string }[],
): Promise<void> {
  const documents = part.map(({ document }, i) => {
    const owner = { kind: "observation" as const, id: observations[i]?.id ?? "" };
    return { id: newId("document"), ...documentRow({ ...document, owner, projectId }) };
  });
  const seqs = await tx.insertInto("documents").values(documents).returning("seq").execute();
  for (const [i, document] of documents.entries()) {
    await indexWords(tx, { ...document, seq: seqs[i]?.seq ?? 0 });
  }
  const vectors = part.map(({ vector }, i) => ({
    document_seq: seqs[i]?.seq ?? 0,
    model,
    vector: encode(vector),
  }));
  await tx.insertInto("document_vectors").values(vectors).execute();
}

async function compositions(memory: Memory, { projectId, files }: Built): Promise<void> {
  const reader = { projectId, sessionId: "now", settings: memory.config };
  const tree = { branch: "main", changed: files.slice(0, 12) };
  await timed("session start, composed", async () => {
    const plan = await gatherAtStart(memory, reader, tree);
    return compose(plan.heading, plan.sections, plan.candidates, plan.budget) !== null;
  });
  let turn = 0;
  await timed("a file, composed", async () => {
    const plan = await gatherForFile(memory, reader, files[turn++ % files.length] ?? "");
    return compose(plan.heading, plan.sections, plan.candidates, plan.budget) !== null;
  });
}

async function prompts(memory: Memory, project: string): Promise<void> {
  const texts = questions();
  await memory.search.find("warm up", { scope: { projects: everywhere }, limit: 10 });
  let turn = 0;
  const run = Date.now();
  const patientMs = 60_000;
  await timed("a prompt, in the daemon", async () => {
    const event: HookEvent = {
      type: "prompt",
      host: "claude-code",
      sessionId: `prompt-${run}-${turn}`,
      projectDir: project,
      cwd: project,
      at: new Date().toISOString(),
      text: texts[turn++ % texts.length] ?? "",
    };
    return (await recall(memory, event, patientMs)) !== null;
  });
}

/** As the client sees it: the shell, curl, the daemon, the model. */
async function hooks(home: string, project: string): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: home, TELLBACK_HOME: home, CLAUDE_PROJECT_DIR: project };
  const daemon = spawn(process.execPath, [entry, "daemon", "run"], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => daemon.once("exit", resolve));
  try {
    for (let i = 0; i < 200 && !(await findDaemon(pathsOf({ TELLBACK_HOME: home }))); i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const texts = questions();
    let turn = 0;
    const started = Date.now();
    const ask = async (seconds: string) => {
      const payload = {
        session_id: `hook-${started}-${turn}`,
        cwd: project,
        hook_event_name: "UserPromptSubmit",
        prompt: texts[turn++ % texts.length],
      };
      const run = promisify(execFile)(hook, ["answer", seconds], { env });
      run.child.stdin?.end(JSON.stringify(payload));
      return (await run).stdout !== "";
    };
    for (let i = 0; i < 5; i++) await ask("20");
    await timed("a prompt's hook, end to end", () => ask("0.25"), betweenPromptsMs);
    await timed("/bin/true, end to end", async () => {
      await promisify(execFile)("/bin/true", [], { env });
      return true;
    });
  } finally {
    daemon.kill();
    await ended;
  }
}

function questions(): string[] {
  const world = createWorld();
  for (const _ of world.documents(10 * documentsPerSession));
  return world.questions(rounds).map(({ text }) => text);
}

async function timed(name: string, act: () => Promise<boolean>, pauseMs = 0): Promise<void> {
  const walls: number[] = [];
  let said = 0;
  await act();
  const cpu = process.cpuUsage();
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    if (await act()) said++;
    walls.push(performance.now() - began);
    if (pauseMs > 0) await pause(pauseMs);
  }
  const { user, system } = process.cpuUsage(cpu);
  walls.sort((a, b) => a - b);
  const at = (share: number) => (walls[Math.floor(walls.length * share)] ?? 0).toFixed(1).padStart(7);
  console.log(
    `  ${name.padEnd(30)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   CPU ${((user + system) / 1000 / rounds).toFixed(1).padStart(6)} ms   said something ${said} of ${rounds}`,
  );
}
