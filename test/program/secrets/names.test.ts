// A folder, a repository or an id that contains a secret still works: the project is one project, its files are found,
// and different names stay different.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { anchorNode } from "../../../src/journeys/graph/anchor.ts";
import { rememberByUser } from "../../../src/journeys/graph/graph.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import { catchUp } from "../../../src/memory/capture/catch-up.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import type { HookEventOf } from "../../../src/protocol/hook.ts";
import { findProject, openProjectAt } from "../../../src/rooms/projects/room.ts";
import { findPlanted, plantedAt, writeDotenv } from "../../support/planted.ts";
import { type Home, tellbackHome } from "../../support/tellback.ts";
import { git, gitProject, type TempDir, tempDir } from "../../support/temp.ts";
import { replied, said } from "../../support/transcripts.ts";

const place = "names";
const { value, token, both } = plantedAt(place);

let home: Home;
let folders: TempDir;
let memory: Memory;
let project: string;

beforeEach(async () => {
  home = await tellbackHome();
  folders = await tempDir();
  project = join(folders.path, both);
  await gitProject(project, { "src/a.ts": "export function login() {}\n" });
  writeDotenv(project, [place]);
  memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } });
});
afterEach(async () => {
  vi.useRealTimers();
  await memory.close();
  expect(findPlanted(home.path, [place])).toEqual([]);
  await folders[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const at = "2026-01-01T10:00:00.000Z";
const seen = (sessionId: string) => ({
  host: "claude-code",
  sessionId,
  projectDir: project,
  cwd: project,
  at,
});
const edited = (sessionId: string, toolUseId: string): HookEventOf<"tool"> => ({
  ...seen(sessionId),
  type: "tool",
  tool: "Edit",
  toolUseId,
  input: { file_path: join(project, "src/a.ts"), old_string: "a", new_string: "b" },
  output: {},
  status: "ok",
});

test("a project in a folder named by a secret is one project, with paths relative to its root", async () => {
  await capture(memory, [edited("one", "t1"), edited("two", "t2")]);
  const projects = await memory.db.selectFrom("projects").selectAll().execute();
  expect(projects).toHaveLength(1);
  expect((await findProject(memory.db, join(project, "src")))?.id).toBe(projects[0]?.id);
  const files = await memory.db.selectFrom("observation_files").select("path").distinct().execute();
  expect(files).toEqual([{ path: "src/a.ts" }]);
});

test("a node about a file of such a project is anchored to it", async () => {
  const note = { content: "`login` in src/a.ts is empty", type: "fact", tags: "", folder: project } as const;
  const { node } = await rememberByUser(memory, note);
  await anchorNode(memory, node.id);
  const anchors = await memory.db.selectFrom("anchors").select(["file", "symbol"]).execute();
  expect(anchors).toEqual([{ file: "src/a.ts", symbol: "login" }]);
});

test("a transcript in a folder named by a secret is resumed at its saved position", async () => {
  const path = join(project, "transcripts", "s.jsonl");
  mkdirSync(join(project, "transcripts"));
  const from = { cwd: project };
  writeFileSync(path, `${said("u1", "Why?", from)}\n${replied("u2", "Because.", from)}\n`);
  await capture(memory, [{ ...seen("s"), type: "turn-end", transcriptPath: path }]);
  expect((await catchUp(memory, path)).stored).toBe(2);
  writeFileSync(path, `${replied("u3", "And so on.", from)}\n`, { flag: "a" });
  expect(await catchUp(memory, path, { projectDir: project })).toEqual({ stored: 1, duplicates: 0 });
  expect(await memory.db.selectFrom("transcripts").select("path").execute()).toHaveLength(1);
});

test("a project stays the same when its name becomes a secret, and when it no longer is one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const later = () => vi.setSystemTime(Date.now() + 60_000);
  const plain = await gitProject(join(folders.path, "plain-folder-2026"));
  const first = await openProjectAt(memory.db, plain, at);
  writeFileSync(join(plain, ".env"), "APP_PASSWORD=plain-folder-2026\n");
  later();
  expect(await openProjectAt(memory.db, plain, at)).toBe(first);
  writeFileSync(join(plain, ".env"), "");
  later();
  expect(await openProjectAt(memory.db, plain, at)).toBe(first);
});

test("the credentials of a remote are not part of the project", async () => {
  await git(
    project,
    "remote",
    "add",
    "origin",
    `https://me:${value}@x/${value}@host.test/a/${token}?private_token=${token}`,
  );
  await capture(memory, [edited("one", "t1")]);
  const [row] = await memory.db.selectFrom("projects").select("remote").execute();
  expect(row?.remote).toMatch(/^host\.test\/a\/\[secret:/);
});

test("ids that differ only in a secret stay different, and are redacted the same way each time", async () => {
  const other = plantedAt("another").token;
  const uses = [token, other, token].map((id) => edited(`session-${id}`, `use-${id}`));
  expect(await capture(memory, uses)).toEqual({ stored: 2, duplicates: 1 });
  expect(await memory.db.selectFrom("sessions").select("id").execute()).toHaveLength(2);
  expect(await capture(memory, uses)).toEqual({ stored: 0, duplicates: 3 });
});
