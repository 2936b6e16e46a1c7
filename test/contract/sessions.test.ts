// Projects and sessions: opened by the first event, in any order and from any folder.

import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSession } from "../../src/memory/open-session.ts";
import { everywhere, inProject } from "../../src/protocol/scope.ts";
import { observationsOf } from "../../src/rooms/observations/room.ts";
import { findProject } from "../../src/rooms/projects/room.ts";
import { endSession, listSessions, resumeSession } from "../../src/rooms/sessions/room.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { git, gitProject, tempDir } from "../support/temp.ts";
import { aSession, at, seen, sessionStart } from "./samples.ts";

async function folder(): Promise<string> {
  const temp = await tempDir("egproj");
  onTestFinished(() => temp[Symbol.asyncDispose]());
  return temp.path;
}

forEachStore((open) => {
  const sessionOf = async (memory: Awaited<ReturnType<typeof open>>, id: string) =>
    (await listSessions(memory.db, { id, projects: everywhere, limit: 1 }))[0];

  test("a tool use that arrives before its session's start opens the session", async () => {
    const memory = await open();
    const { type: _, source: __, ...start } = sessionStart({ at: at(5) });
    const use = { toolUseId: "t", tool: "Bash", input: {}, output: {}, status: "ok" } as const;
    const first = await openSession(memory.db, { ...start, ...use, type: "tool" });
    await record(memory.db, seen(first));
    const second = await openSession(memory.db, sessionStart({ ...start, at: at(4) }));
    await resumeSession(memory.db, start.sessionId);
    expect(second).toEqual(first);
    expect(await sessionOf(memory, start.sessionId)).toMatchObject({
      status: "active",
      startedAt: at(4),
      lastSeenAt: at(5),
      observations: 1,
    });
  });

  test("an end event closes a session and a resume reopens it", async () => {
    const memory = await open();
    const { sessionId } = await aSession(memory.db);
    await endSession(memory.db, sessionId, at(9));
    expect(await sessionOf(memory, sessionId)).toMatchObject({ status: "closed", endedAt: at(9) });
    await resumeSession(memory.db, sessionId);
    expect(await sessionOf(memory, sessionId)).toMatchObject({ status: "active", endedAt: null });
  });

  test("the start of a session only moves back, and its last activity only forward", async () => {
    const memory = await open();
    const start = sessionStart({ at: at(10) });
    for (const minute of [10, 12, 11, 8, 9, 12, 10])
      await openSession(memory.db, { ...start, at: at(minute) });
    expect(await sessionOf(memory, start.sessionId)).toMatchObject({ startedAt: at(8), lastSeenAt: at(12) });
  });

  test("seq keeps the order of arrival when the clock goes backwards", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (const minute of [5, 3, 4])
      await record(db, seen(place, { title: `at ${minute}`, happenedAt: at(minute) }));
    const arrived = await db.selectFrom("observations").select("title").orderBy("seq").execute();
    expect(arrived.map((row) => row.title)).toEqual(["at 5", "at 3", "at 4"]);
  });

  test("observations of the same moment keep the order of arrival", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (const n of [1, 2, 3, 4]) await record(db, seen(place, { title: `same moment ${n}` }));
    const titles = (await observationsOf(db, { sessionId: place.sessionId }, { first: 10 })).map(
      (one) => one.title,
    );
    expect(titles).toEqual([1, 2, 3, 4].map((n) => `same moment ${n}`));
  });

  test("sessions are listed newest first, with the first prompt, without the calling session", async () => {
    const { db } = await open();
    const [older, newer] = [sessionStart({ at: at(1) }), sessionStart({ at: at(2) })];
    const place = await openSession(db, older);
    await openSession(db, newer);
    await record(db, seen(place, { kind: "prompt", tool: null, summary: "second wish", happenedAt: at(4) }));
    await record(db, seen(place, { kind: "prompt", tool: null, summary: "first wish", happenedAt: at(3) }));
    const all = await listSessions(db, { projects: inProject(place.projectId), limit: 10 });
    expect(all.map((one) => [one.id, one.firstPrompt])).toEqual([
      [newer.sessionId, null],
      [older.sessionId, "first wish"],
    ]);
    const others = await listSessions(db, { projects: everywhere, exceptId: newer.sessionId, limit: 10 });
    expect(others.map((one) => one.id)).toEqual([older.sessionId]);
  });

  test("worktrees, subfolders and two clones of one remote are one project", async () => {
    const { db } = await open();
    const base = await folder();
    const [main, clone] = [join(base, "main"), join(base, "other-name")];
    await gitProject(main, { "src/a.ts": "export const a = 1;\n" });
    await git(main, "remote", "add", "origin", "git@example.test:team/tool.git");
    await git(main, "worktree", "add", "--quiet", join(base, "tree"), "-b", "feature");
    await git(base, "clone", "--quiet", main, clone);
    await git(clone, "remote", "set-url", "origin", "https://user:key@example.test/team/tool");
    const ids = new Set<string>();
    for (const dir of [main, join(main, "src"), join(base, "tree"), join(base, "tree/src"), clone]) {
      ids.add((await aSession(db, dir)).projectId);
    }
    expect(ids.size).toBe(1);
    expect(await db.selectFrom("projects").selectAll().execute()).toMatchObject([
      { name: "tool", remote: "example.test/team/tool", root: main },
    ]);
    expect(await findProject(db, join(clone, "src"))).toMatchObject({ id: [...ids][0] });
  });

  test("folders that share no repository are separate projects", async () => {
    const { db } = await open();
    const base = await folder();
    for (const name of ["one", "two"]) await gitProject(join(base, name));
    await mkdir(join(base, "plain/deep"), { recursive: true });
    const dirs = ["one", "two", "plain", "plain/deep"].map((name) => join(base, name));
    const ids = await Promise.all(dirs.map(async (dir) => (await aSession(db, dir)).projectId));
    expect(new Set(ids).size).toBe(4);
  });

  test("a project that gets a remote later stays the same project, with all its sessions", async () => {
    const { db } = await open();
    const dir = await gitProject(await folder());
    const before = await aSession(db, dir);
    await git(dir, "remote", "add", "origin", "https://example.test/me/new-home.git");
    const after = await aSession(db, dir);
    expect(after.projectId).toBe(before.projectId);
    expect(await db.selectFrom("projects").selectAll().execute()).toMatchObject([
      { key: "example.test/me/new-home", name: "new-home" },
    ]);
    expect(await listSessions(db, { projects: inProject(after.projectId), limit: 10 })).toHaveLength(2);
  });

  test("a session stays with its project wherever its later events come from", async () => {
    const { db } = await open();
    const start = sessionStart({ projectDir: "/nowhere/first" });
    const place = await openSession(db, start);
    expect(await openSession(db, { ...start, projectDir: "/nowhere/second" })).toEqual(place);
  });

  test("a missing folder or one with a broken .git is still a project", async () => {
    const { db } = await open();
    const dir = await folder();
    await gitProject(join(dir, "a"));
    await rename(join(dir, "a/.git"), join(dir, "a/.git-broken"));
    await mkdir(join(dir, "a/.git"));
    const places = [join(dir, "a"), join(dir, "gone"), ""];
    for (const place of places)
      expect(await aSession(db, place)).toMatchObject({ projectId: expect.stringMatching(/^prj_/) });
  });

  test("many simultaneous events open one session and one project", async () => {
    const { db } = await open();
    const start = sessionStart();
    const open8 = Array.from({ length: 8 }, () => db.transaction().execute((tx) => openSession(tx, start)));
    expect(new Set((await Promise.all(open8)).map((place) => place.projectId)).size).toBe(1);
    expect(await db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom("projects").selectAll().execute()).toHaveLength(1);
  });
});
