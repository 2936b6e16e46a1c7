// Tasks in three phases on every store: what is allowed when, what is sealed, and what `verify` finds.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { InputOf } from "../../src/areas/contracts.ts";
import { runCommands } from "../../src/journeys/command/command.ts";
import { contextForAgent, delegationFor } from "../../src/journeys/delegate/delegate.ts";
import { startNotes } from "../../src/journeys/task/start-notes.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { ask, type EmbeddedOperation } from "../../src/sdk.ts";
import { forEachStore } from "../support/databases.ts";
import { gitProject, tempDir } from "../support/temp.ts";
import { sessionStart } from "./samples.ts";

const plan = "## Plan\n1. Create the model\n2. Add token generation\n";

async function aProject(files: Record<string, string> = {}): Promise<string> {
  const place = await tempDir("egtask");
  onTestFinished(() => place[Symbol.asyncDispose]());
  return gitProject(join(place.path, "project"), files);
}

const asker =
  (memory: Memory, folder: string) =>
  <N extends EmbeddedOperation>(name: N, input: Omit<InputOf<N>, "folder"> & object) =>
    ask(memory, name, { folder, ...input } as unknown as InputOf<N>);

forEachStore((open) => {
  test("a task goes through its phases, and every answer names the next step", async () => {
    const folder = await aProject();
    const say = asker(await open(), folder);
    const task = "implement-auth";
    await expect(say("append", { task, text: "x" })).rejects.toThrow("no task is called implement-auth");
    const noted = await say("scratchpad", { task, content: "JWT?" });
    expect(noted.task.phase).toBe("discovery");
    expect(noted.next).toContain("tellback plan implement-auth");
    await expect(say("append", { task, text: "too early" })).rejects.toThrow("has no plan yet");
    expect((await say("plan", { task, fromScratchpad: true })).plan).toBe("JWT?\n");
    const corrected = await say("plan", { task, content: "JWT, by jose", agent: "ana" });
    expect(corrected).toMatchObject({ plan: "JWT, by jose\n", warnings: [] });
    expect(readFileSync(corrected.files.plan ?? "", "utf8")).toBe("JWT, by jose\n");
    expect((await say("task.show", { task })).plansBefore).toMatch(/^Plan of 20\S+ \S+ by user:\n\nJWT\?\n/);
    const added = await say("append", { task, text: "Did it", kind: "deviation" });
    expect(added.task.phase).toBe("execution");
    expect(added.entry).toMatchObject({ number: 1, kind: "deviation", agent: "user" });
    await expect(say("plan", { task, content: "another" })).rejects.toThrow("sealed");
    await say("scratchpad", { task, content: "Still writable as notes" });
    expect((await say("task.close", { task })).task.state).toBe("closed");
    await expect(say("append", { task, text: "late" })).rejects.toThrow("is closed");
    expect((await say("task.list", {})).tasks).toEqual([]);
    expect((await say("task.reopen", { task })).task.state).toBe("open");
    expect(await say("task.verify", {})).toMatchObject({ tasks: 1, violations: [] });
  });

  test("its files are what was written, sealed ones read-only, and names that differ in case are one task", async () => {
    const folder = await aProject();
    const say = asker(await open(), folder);
    await say("scratchpad", { task: "Login", content: "notes" });
    await say("plan", { task: "login", content: plan });
    await say("append", { task: "LOGIN", text: "✅ Created the model", ticks: "2" });
    const at = join(folder, ".tellback/tasks/login");
    expect(readFileSync(join(at, "scratchpad.md"), "utf8")).toBe("notes\n");
    expect(readFileSync(join(at, "plan.md"), "utf8")).toBe(plan);
    expect(readFileSync(join(at, "progress.md"), "utf8")).toContain("✅ Created the model");
    expect(statSync(join(at, "plan.md")).mode & 0o222).toBe(0);
    const status = await say("task.status", {});
    expect(status.task.name).toBe("Login");
    expect(status.steps.map(({ doneBy }) => doneBy)).toEqual([1, 1]);
  });

  test("verify names a changed, shortened, lengthened or deleted file and the entry, and restores it", async () => {
    const folder = await aProject();
    const say = asker(await open(), folder);
    const task = "auth";
    await say("plan", { task, content: plan });
    for (const text of ["The first thing", "The second thing", "The third thing"])
      await say("append", { task, text });
    const file = join(folder, ".tellback/tasks/auth/progress.md");
    const good = readFileSync(file, "utf8");
    const found = async (text: string) => {
      chmodSync(file, 0o644);
      writeFileSync(file, text);
      const { violations } = await say("task.verify", {});
      return violations.map(({ problem, entry, file }) => [file, problem, entry]);
    };
    const name = ".tellback/tasks/auth/progress.md";
    expect(await found(good.replace("second", "2nd"))).toEqual([[name, "changed", 2]]);
    expect(await found(good.slice(0, good.indexOf("\n## 3")))).toEqual([[name, "changed", 3]]);
    expect(await found(`${good}\nmore`)).toEqual([[name, "changed", 4]]);
    // What somebody changed is not overwritten by the next entry.
    const added = await say("append", { task, text: "The fourth thing" });
    expect(added.warnings.join()).toContain("was changed by somebody else");
    expect(readFileSync(file, "utf8")).toBe(`${good}\nmore`);
    expect((await say("task.verify", {})).violations.map(({ says }) => says)).toEqual([
      `${name} has text after entry 3 that tellback did not write`,
    ]);
    expect((await say("task.verify", { restore: true })).restored).toEqual([file]);
    expect(readFileSync(file, "utf8")).toContain("The fourth thing");
    expect((await say("task.verify", {})).violations).toEqual([]);
    rmSync(join(folder, ".tellback/tasks/auth/plan.md"));
    expect((await say("task.verify", {})).violations).toMatchObject([{ problem: "deleted", entry: null }]);
    await say("task.verify", { restore: true });
    expect(readFileSync(join(folder, ".tellback/tasks/auth/plan.md"), "utf8")).toBe(plan);
  });

  test("a change in the store itself is found", async () => {
    const folder = await aProject();
    const memory = await open();
    const say = asker(memory, folder);
    await say("plan", { task: "auth", content: plan });
    for (const text of ["One entry", "Two entries"]) await say("append", { task: "auth", text });
    await memory.db.updateTable("task_entries").set({ text: "Forged" }).where("number", "=", 1).execute();
    const { violations } = await say("task.verify", {});
    expect(violations[0]).toMatchObject({ problem: "store changed", entry: 1 });
  });

  test("nothing is written through a link or outside the folder, and nothing is stored then", async () => {
    const folder = await aProject();
    const outside = await aProject();
    const say = asker(await open(), folder);
    mkdirSync(join(folder, ".tellback"));
    symlinkSync(outside, join(folder, ".tellback/tasks"));
    await expect(say("scratchpad", { task: "auth", content: "x" })).rejects.toThrow("is a link");
    expect((await say("task.list", {})).tasks).toEqual([]);
    rmSync(join(folder, ".tellback/tasks"));
    await say("scratchpad", { task: "../../x", content: "stays inside" });
    const [made] = (await say("task.list", {})).tasks;
    expect(existsSync(join(folder, ".tellback/tasks", made?.folder ?? "?", "scratchpad.md"))).toBe(true);
    expect(existsSync(join(folder, "../x"))).toBe(false);
    await expect(say("scratchpad", { task: "x".repeat(300), content: "x" })).rejects.toThrow(
      "300 characters",
    );
    rmSync(join(folder, ".tellback/tasks", made?.folder ?? "?", "scratchpad.md"));
    symlinkSync(join(outside, "target"), join(folder, ".tellback/tasks", made?.folder ?? "?", "plan.md"));
    await expect(say("plan", { task: "../../x", content: plan })).rejects.toThrow("is a link");
    expect(existsSync(join(outside, "target"))).toBe(false);
  });

  test("secrets do not reach the store or the files", async () => {
    const value = ["correct", "horse", "battery", "9431"].join("-");
    const folder = await aProject({ ".env": `DB_PASSWORD=${value}\n` });
    const memory = await open();
    const say = asker(memory, folder);
    await say("scratchpad", { task: "auth", content: `password ${value}` });
    await say("plan", { task: "auth", content: `use ${value}` });
    await say("append", { task: "auth", text: `used ${value}` });
    writeFileSync(join(folder, ".tellback/tasks/auth/scratchpad.md"), `by hand ${value}`);
    const shown = await say("task.show", { task: "auth" });
    expect(shown.scratchpad).toContain("by hand");
    expect(JSON.stringify(shown)).not.toContain(value);
    for (const phase of ["plan", "progress"])
      expect(readFileSync(join(folder, `.tellback/tasks/auth/${phase}.md`), "utf8")).not.toContain(value);
  });

  test("an entry that repeats another one is refused unless it is meant, and one key is stored once", async () => {
    const folder = await aProject();
    const say = asker(await open(), folder);
    const text = "Added the login endpoint and its tests, all of them pass";
    await say("plan", { task: "auth", content: plan });
    const first = await say("append", { task: "auth", text, key: "k" });
    expect((await say("append", { task: "auth", text, key: "k" })).entry.id).toBe(first.entry.id);
    await expect(say("append", { task: "auth", text: `${text} now` })).rejects.toThrow("nearly the same");
    expect((await say("append", { task: "auth", text: `${text} now`, repeat: true })).entry.number).toBe(2);
  });

  test("two work trees share a task and have files of their own", async () => {
    const folder = await aProject({ "a.txt": "a\n" });
    const memory = await open();
    const second = await aWorktree(folder);
    await asker(memory, folder)("plan", { task: "auth", content: plan });
    await asker(memory, folder)("append", { task: "auth", text: "Here" });
    const there = asker(memory, second);
    expect((await there("task.verify", {})).violations).toEqual([]);
    await there("append", { task: "auth", text: "There, in the other work tree" });
    const file = (tree: string) => join(tree, ".tellback/tasks/auth/progress.md");
    expect(readFileSync(file(second), "utf8")).toContain("Here");
    expect(readFileSync(file(folder), "utf8")).not.toContain("There");
    expect((await asker(memory, folder)("task.verify", {})).violations).toEqual([]);
    expect(readFileSync(file(folder), "utf8")).toBe(readFileSync(file(second), "utf8"));
  });

  test("a sub-agent's answer becomes a finding once, and its siblings see it", async () => {
    const folder = await aProject({ "package.json": '{"scripts":{"test":"vitest"}}' });
    const memory = await open();
    const session = sessionStart({ sessionId: "ses-1", projectDir: folder, cwd: folder });
    await capture(memory, [session]);
    const say = asker(memory, folder);
    await say("scratchpad", { task: "auth", content: "Which library?" });
    const answer = (id: string, reply: string) =>
      capture(memory, [{ ...session, type: "agent-end", agent: { id, type: "Explore" }, reply } as never]);
    await answer("a1", "The jose library is installed already and signs tokens.");
    expect((await say("scratchpad", { task: "auth" })).scratchpad).toContain("jose library");
    await say("plan", { task: "auth", content: plan });
    const begun = await contextForAgent(memory, { folder, session: "host:ses-1", prompt: "write the model" });
    expect(begun?.text).toContain("The plan:\n");
    await answer("a2", "The model lives in models/user.py and has no password field.");
    await answer("a2", "The model lives in models/user.py and has no password field.");
    await answer("a3", "The model lives in models/user.py, and has no password field yet.");
    const { entries } = await say("task.status", {});
    expect(entries.map(({ kind, agent, text }) => [kind, agent, text])).toEqual([
      ["finding", "Explore", "The model lives in models/user.py and has no password field."],
    ]);
    const given = await contextForAgent(memory, { folder, session: "host:ses-1", prompt: "write the model" });
    for (const part of [
      "1. Create the model",
      "models/user.py",
      "jose library",
      "npm test",
      "tellback append auth",
    ])
      expect(given?.text).toContain(part);
    expect(given?.text).toContain("The plan, which is sealed:");
    const start = await startNotes(memory, { projectDir: folder, sessionId: "ses-1" });
    expect(start).toContain("npm test");
    expect(start).toContain("Current task: auth (1 entry, 0 of 2 steps done)");
    expect(start).toContain("Next step of its plan: 1. Create the model");
    await say("append", { task: "auth", text: "The model is there", ticks: "1" });
    const later = await contextForAgent(memory, { folder, session: "host:ses-1", prompt: "write the model" });
    expect(later?.text).toContain("The plan, which is sealed (steps done: 1 of 2):");
  });

  test("a sub-agent is promised that its answer is kept exactly when it is", async () => {
    const folder = await aProject();
    const memory = await open();
    const say = asker(memory, folder);
    const sessions = ["ses-1", "ses-2"].map((sessionId) =>
      sessionStart({ sessionId, projectDir: folder, cwd: folder }),
    );
    await capture(memory, sessions);
    await say("plan", { task: "auth", content: plan, session: "host:ses-1" });
    const isPromised = async (session: string, prompt: string) => {
      const given = await contextForAgent(memory, { folder, session: `host:${session}`, prompt });
      expect(given?.text).toContain("tellback append auth");
      return given?.text.includes("stored as a finding") ?? false;
    };
    for (const [i, session] of sessions.entries()) {
      const promised = await isPromised(session.sessionId, "look around");
      expect(await isPromised(session.sessionId, "look at auth")).toBe(promised);
      const reply = `The file number ${i} has ${i + 3} routes without a check.`;
      const agent = { id: `a${i}`, type: "Explore" };
      await capture(memory, [{ ...session, type: "agent-end", agent, reply } as never]);
      const { entries } = await say("task.status", { task: "auth" });
      expect(entries.some(({ text }) => text === reply)).toBe(promised);
      expect(promised).toBe(session.sessionId === "ses-1");
    }
  });

  test("a sub-agent hears of all open tasks; one whose prompt names a task leaves its finding there", async () => {
    const folder = await aProject();
    const memory = await open();
    const say = asker(memory, folder);
    const session = sessionStart({ sessionId: "ses-3", projectDir: folder, cwd: folder });
    await capture(memory, [session]);
    await say("plan", { task: "auth", content: plan });
    await say("append", { task: "auth", text: "The model is there" });
    await say("scratchpad", { task: "add-testing", content: "Which runner?" });
    const agent = { id: "a9", type: "Explore" };
    const start = { ...session, type: "agent-start", agent } as never;
    const given = await delegationFor(memory, start, "Look for routes without a check, for auth");
    expect(given).toContain("stored as a finding");
    expect(given).toContain("add-testing: discovery");
    expect(given).toContain(".tellback/tasks/auth/plan.md, session ses-3");
    const reply = "Two routes have no check: /login and /logout.";
    await capture(memory, [{ ...session, type: "agent-end", agent, reply } as never]);
    const { entries } = await say("task.status", { task: "auth" });
    expect(entries.map(({ kind, text }) => [kind, text])).toContainEqual(["finding", reply]);
    const other = {
      ...session,
      type: "agent-end",
      agent: { id: "b1", type: "Explore" },
      reply: "Unrelated.",
    };
    await capture(memory, [other as never]);
    expect((await say("task.status", { task: "auth" })).entries).toHaveLength(2);
  });

  test("a task that an agent starts in a reply is the current task here, and ends here too", async () => {
    const folder = await aProject();
    const memory = await open();
    const session = sessionStart({ sessionId: "ses-1", projectDir: folder, cwd: folder });
    const reply = async (id: string, text: string) => {
      await capture(memory, [session, { ...session, type: "reply", messageId: id, text } as never]);
      await runCommands(memory, "ses-1");
    };
    const say = asker(memory, folder);
    await reply("m1", '<ctx:task name="Login page" action="start"/>');
    await reply("m2", '<ctx:remember type="observation" tags="tier:working">The form is slow</ctx:remember>');
    expect(await say("session.info", { session: "host:ses-1" })).toMatchObject({ task: "Login page" });
    expect((await say("task.status", {})).next).toContain('tellback scratchpad "Login page"');
    const own = await ask(memory, "query", { query: 'tag:"task:Login-page"', folder });
    expect(own.nodes.map(({ content }) => content)).toEqual(["The form is slow"]);
    await say("scratchpad", { task: "login PAGE", content: "one and the same" });
    expect((await say("task.list", {})).tasks).toHaveLength(1);
    await reply("m3", '<ctx:task name="Login page" action="end"/>');
    expect((await say("task.list", {})).tasks).toEqual([]);
    const [node] = (await ask(memory, "query", { query: 'tag:"task:Login-page"', folder })).nodes;
    expect(node?.tags).toContain("tier:off-context");
    await say("task.reopen", { task: "Login page" });
    expect((await ask(memory, "graph.status", { folder })).task).toBe("Login page");
  });

  test("verify names the tool call that changed a file, where one is known", async () => {
    const folder = await aProject();
    const memory = await open();
    const say = asker(memory, folder);
    await say("plan", { task: "auth", content: plan });
    const file = join(folder, ".tellback/tasks/auth/plan.md");
    chmodSync(file, 0o644);
    writeFileSync(file, "another plan");
    const at = new Date().toISOString();
    const session = sessionStart({ sessionId: "ses-1", projectDir: folder, cwd: folder, at });
    const use = {
      ...session,
      type: "tool",
      tool: "Bash",
      toolUseId: "toolu_1",
      status: "ok",
      durationMs: 500,
    };
    const input = { command: "python3 rewrite.py", description: "Rewrite files" };
    await capture(memory, [session, { ...use, input, output: { stdout: "ok" } } as never]);
    const [found] = (await say("task.verify", {})).violations;
    expect(found).toMatchObject({ file: ".tellback/tasks/auth/plan.md", by: { sessionId: "ses-1" } });
    expect(found?.by?.title).toContain("rewrite.py");
  });

  test("sessions are named, tagged and switched to without mixing callers", async () => {
    const folder = await aProject();
    const memory = await open();
    const host = (sessionId: string) => sessionStart({ sessionId, projectDir: folder, cwd: folder });
    await capture(memory, [host("ses-a"), host("ses-b")]);
    const say = asker(memory, folder);
    await say("session.start", { name: "feature", tags: "auth,api", session: "host:ses-a" });
    expect((await say("session.info", { session: "host:ses-a" })).session).toMatchObject({
      id: "ses-a",
      name: "feature",
      tags: ["auth", "api"],
    });
    const mine = await say("session.start", { name: "by hand" });
    expect(mine.acting.chosenBy).toBe("switched to");
    await say("session.switch", { id: "feature", session: "host:ses-b" });
    expect((await say("session.info", { session: "host:ses-b" })).session?.id).toBe("ses-a");
    expect((await say("session.info", { session: "host:ses-a" })).session?.id).toBe("ses-a");
    expect((await say("session.info", {})).session?.name).toBe("by hand");
    expect((await say("session.list", { session: "host:ses-b" })).current).toBe("ses-a");
    expect((await say("session.list", {})).current).toBe(mine.session?.id);
    await say("scratchpad", { task: "one", content: "x", session: "host:ses-a" });
    await say("scratchpad", { task: "two", content: "y" });
    expect((await say("session.info", { session: "host:ses-b" })).task).toBe("one");
    expect((await say("session.info", {})).task).toBe("two");
    await say("session.start", { name: "renamed", session: "by hand" });
    expect((await say("session.info", {})).session?.name).toBe("renamed");
    await say("session.start", { name: "by hand", session: "renamed" });
    await say("session.end", { id: "by hand" });
    await expect(say("session.switch", { id: "by hand" })).rejects.toThrow("has ended");
    expect((await say("session.resume", { id: "by hand" })).session?.status).toBe("active");
  });

  test("cleanup deletes what old sessions left, and neither knowledge nor tasks", async () => {
    const folder = await aProject();
    const memory = await open();
    const old = sessionStart({
      sessionId: "ses-old",
      projectDir: folder,
      cwd: folder,
      at: "2020-01-01T10:00:00.000Z",
    });
    await capture(memory, [old, { ...old, type: "prompt", text: "Sort the invoices by date" } as never]);
    const say = asker(memory, folder);
    await say("plan", { task: "auth", content: plan });
    await ask(memory, "remember", { content: "Invoices are sorted", folder });
    expect(await say("cleanup", { days: 30, dryRun: true })).toMatchObject({ sessions: 1, observations: 1 });
    expect((await say("cleanup", { days: 30 })).observations).toBe(1);
    expect(await say("cleanup", { days: 30 })).toMatchObject({ sessions: 0, observations: 0 });
    expect((await say("task.list", {})).tasks).toHaveLength(1);
    expect((await ask(memory, "query", { query: "type:fact", folder })).nodes).toHaveLength(1);
  });
});

async function aWorktree(folder: string): Promise<string> {
  const { execFileSync } = await import("node:child_process");
  const place = await tempDir("egtree");
  onTestFinished(() => place[Symbol.asyncDispose]());
  const tree = join(place.path, "tree");
  execFileSync("git", ["-C", folder, "worktree", "add", "-q", tree, "-b", "side"], { stdio: "ignore" });
  return tree;
}
