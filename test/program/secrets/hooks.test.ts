// No secret in a host's payload is stored: recorded payloads and transcripts of every host get secrets in each of their
// strings, are captured as the daemon does, and then every byte of the home folder is checked.

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openIntake } from "../../../src/daemon/take-in.ts";
import { answerHook } from "../../../src/doors/http/answer.ts";
import { compact } from "../../../src/journeys/compact/compact.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import { importTranscripts } from "../../../src/journeys/import/import.ts";
import { reflect } from "../../../src/journeys/reflect/reflect.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { finish, leave } from "../../../src/platform/inbox.ts";
import { findPlanted, plantedAt, plantIn, writeDotenv } from "../../support/planted.ts";
import { type Home, tellbackHome } from "../../support/tellback.ts";
import { gitProject, type TempDir, tempDir } from "../../support/temp.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");
const payloads = globSync("*/hooks/*.json", { cwd: fixtures }).sort();
const transcripts = globSync("claude-code/transcripts/**/*.jsonl", { cwd: fixtures }).sort();
const inTranscripts = "transcripts";
const unknownHost = "no-such-host";

let home: Home;
let folders: TempDir;
let project: string;
let memory: Memory;

beforeEach(async () => {
  home = await tellbackHome();
  folders = await tempDir();
  project = await gitProject(join(folders.path, "project"));
  writeDotenv(project, [...payloads, inTranscripts]);
  memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } });
});
afterEach(async () => {
  await memory.close();
  await folders[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function send(host: string, projectDir: string, payload: string): Promise<void> {
  await finish(await leave(memory.paths, host, projectDir, Buffer.from(payload)));
  const envelope = Buffer.from(`tellback1\0${host}\0${projectDir}\0${payload}`);
  await answerHook({ memory }, envelope).catch(() => {});
}

/** Hosts whose payloads do not name their event; the installed hook does. */
const unnamed = ["cline", "copilot"];
const senderOf = (host: string, place: string) =>
  unnamed.includes(host) ? `${host}.${basename(place).split(".")[0]}` : host;

/** A folder whose name is the secret, as the working folder of a host that names no project. */
function secretFolder(place: string): string {
  const folder = join(folders.path, plantedAt(place).both);
  writeDotenv(folder, [place]);
  return folder;
}

test("no part of any host's payload lets a secret into the store", async () => {
  for (const place of payloads) {
    const host = senderOf(dirname(dirname(place)), place);
    const sent = JSON.parse(readFileSync(join(fixtures, place), "utf8"));
    const { both } = plantedAt(place);
    const planted = (...spared: string[]) => plantIn(sent, both, new Set(spared)) as Record<string, unknown>;
    const known = planted("hook_event_name");
    await send(host, project, JSON.stringify(known));
    await send(host, project, JSON.stringify(planted("hook_event_name", "tool_name", "session_id")));
    await send(host, project, JSON.stringify(planted()));
    await send(host, project, JSON.stringify({ ...known, session_id: 7, tool_use_id: null }));
    await send(host, project, JSON.stringify(known).slice(0, -9));
    await send(`${unknownHost}-${both}`, project, JSON.stringify(known));
    const cwd = secretFolder(place);
    const roots = { workspace_roots: [cwd], workspaceRoots: [cwd] };
    const here = { cwd, ...roots, transcript_path: join(cwd, "transcripts", `${both}.jsonl`) };
    await send(host, "", JSON.stringify({ ...known, session_id: `here-${both}`, ...here }));
    await send(host, "", JSON.stringify({ ...here, text: both }));
    await send(host, cwd, JSON.stringify({ ...sent, session_id: "as-it-was-sent", ...here }));
  }
  await openIntake(memory).takeIn(new AbortController().signal);
  const { n } = await memory.db
    .selectFrom("observations")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBeGreaterThan(payloads.length);
  await memory.events.flush();
  expect(findPlanted(home.path, payloads)).toEqual([]);
}, 300_000);

/** The words by which the client marks the type of a record; without them it would be invalid. */
const spared = new Set(["type", "subtype", "role", "timestamp", "kind", "promptSource"]);

test("a transcript with secrets is read as completely as without, and no secret is stored", async () => {
  const plain = join(folders.path, "plain");
  const planted = join(folders.path, "planted");
  const { both } = plantedAt(inTranscripts);
  for (const place of transcripts) {
    const lines = readFileSync(join(fixtures, place), "utf8").split("\n").filter(Boolean);
    const under = place.replace("claude-code/transcripts/", "");
    write(join(plain, under), lines);
    const secret = lines.map((line) => {
      const record = JSON.parse(line);
      const changed = plantIn(record, both, spared) as Record<string, unknown>;
      // Files in the folder are named by their path: the project's .env is found from there.
      return JSON.stringify(record.cwd === undefined ? changed : { ...changed, cwd: join(project, both) });
    });
    write(join(planted, both, under), secret);
  }
  const before = await importTranscripts(memory, plain);
  const done = await importTranscripts(memory, planted);
  expect(before.stored).toBeGreaterThan(10);
  expect([done.stored, done.duplicates]).toEqual([before.stored, before.duplicates]);
  const sessions = await memory.db.selectFrom("sessions").select("id").execute();
  for (const { id } of sessions) {
    await compact(memory, id);
    await reflect(memory, id);
  }
  await memory.events.flush();
  expect(findPlanted(home.path, [inTranscripts])).toEqual([]);
}, 300_000);

function write(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join("\n")}\n`);
}
