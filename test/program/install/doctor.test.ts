// tellback doctor finds planted faults, reports each, and fixes what is safe to fix.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newUser, type User } from "./user.ts";

interface Finding {
  what: string;
  code?: string;
  state: "ok" | "pending" | "degraded" | "failed";
  found: string;
  hint?: string;
}

async function doctor(
  user: User,
  ...args: string[]
): Promise<{ of(what: string): Finding[]; verdict: string }> {
  const { stdout, stderr } = await user.tellback("doctor", "--json", ...args);
  expect(stderr).toBe("");
  const { verdict, findings } = JSON.parse(stdout) as { verdict: string; findings: Finding[] };
  return { verdict, of: (what) => findings.filter((one) => one.what === what) };
}

const settings = ".claude/settings.json";

function change(user: User, name: string, by: (value: Record<string, never>) => object): void {
  const value = JSON.parse(readFileSync(user.file(name), "utf8"));
  writeFileSync(user.file(name), JSON.stringify({ ...value, ...by(value) }, null, 2));
}

/** A client that only prints its version. */
async function withClient(version: string): Promise<User> {
  const user = await newUser();
  const bin = user.file(".local/bin/claude");
  await user.write(".local/bin/claude", `#!/bin/sh\necho "${version} (Claude Code)"\n`);
  chmodSync(bin, 0o755);
  return user;
}

test("with everything in order it finds nothing", { timeout: 60_000 }, async () => {
  await using user = await withClient("2.1.325");
  await user.tellback("install");
  const { verdict, of } = await doctor(user);
  expect(of("client")).toMatchObject([{ state: "ok", found: "Claude Code 2.1.325" }]);
  expect(of("mcp")).toMatchObject([{ state: "ok", found: expect.stringMatching(/^\d+ tools$/) }]);
  expect(verdict).toBe("OK");
});

test("on a fresh machine it reports what is not installed yet, and no fault", {
  timeout: 60_000,
}, async () => {
  await using user = await withClient("2.1.325");
  const { verdict, of } = await doctor(user);
  for (const what of ["hooks", "firing", "mcp"]) expect(of(what), what).toMatchObject([{ state: "pending" }]);
  expect(verdict).toBe("NOT INSTALLED YET");
  const { stdout, code } = await user.tellback("doctor");
  expect(stdout).toContain("Next: `tellback install`");
  expect(code).toBe(0);
});

test("the plugin's MCP server is found in the client's folder", { timeout: 60_000 }, async () => {
  await using user = await withClient("2.1.325");
  const installPath = join(import.meta.dirname, "../../../plugin");
  await user.write(settings, '{"enabledPlugins":{"tellback@tellback":true}}');
  const plugins = { version: 2, plugins: { "tellback@tellback": [{ scope: "user", installPath }] } };
  await user.write(".claude/plugins/installed_plugins.json", JSON.stringify(plugins));
  const { verdict, of } = await doctor(user);
  expect(of("mcp")).toMatchObject([
    { state: "ok", found: expect.stringMatching(/^\d+ tools, from the plugin tellback@tellback$/) },
  ]);
  expect(verdict).toBe("OK");
});

test("it sees what the client sees: a container of the wrong type, and events without a hook", {
  timeout: 60_000,
}, async () => {
  await using user = await withClient("2.1.325");
  await user.tellback("install");
  const { hooks } = JSON.parse(readFileSync(user.file(settings), "utf8"));
  const twice = Object.entries(hooks).map(
    ([event, groups]) => `"hooks":${JSON.stringify({ [event]: groups })}`,
  );
  await user.write(settings, `{${twice.join(",")}}`);
  expect((await doctor(user)).of("hooks")).toMatchObject([
    { state: "degraded", found: expect.stringMatching(/for 1 of \d+ events; missing: /) },
  ]);
  await doctor(user, "--fix");
  expect((await doctor(user)).of("hooks")).toMatchObject([{ state: "ok" }]);
  for (const wrong of ['{"hooks":null}', '{"hooks":{"Stop":1}}', '{"permissions":[]}']) {
    await user.write(settings, wrong);
    expect((await doctor(user)).of("settings"), wrong).toMatchObject([{ state: "degraded" }]);
  }
});

test("before an installation it reports each fault", { timeout: 60_000 }, async () => {
  await using user = await withClient("1.0.3");
  await user.tellback("status");
  await user.tellback("daemon", "stop");
  await user.write(settings, '{"enabledPlugins":{"claude-mem@x":true}}');
  await user.write("work/project/.claude/settings.json", "{ not json");
  const { tellbackHome } = user;
  writeFileSync(
    join(tellbackHome, "config.json"),
    '{"llm.provider":"openai-compatible","llm.url":"http://127.0.0.1:9/v1","llm.model":"m"}',
  );
  mkdirSync(join(tellbackHome, "inbox/unreadable"), { recursive: true });
  writeFileSync(join(tellbackHome, "inbox/unreadable/one.txt"), "?");
  const store = join(tellbackHome, "tellback.db");
  writeFileSync(store, readFileSync(store).fill(0xff, 4096 * 3));
  for (const more of ["tellback.db-wal", "tellback.db-shm"])
    rmSync(join(tellbackHome, more), { force: true });
  chmodSync(join(tellbackHome, "config.json"), 0o644);

  const { of } = await doctor(user);
  expect(of("client")).toMatchObject([
    { state: "degraded", found: expect.stringContaining("1.0.3 is older") },
  ]);
  expect(of("settings")).toMatchObject([
    { state: "degraded", found: expect.stringContaining("not valid JSON") },
  ]);
  expect(of("hooks")).toMatchObject([
    { state: "pending", hint: expect.stringContaining("tellback install") },
  ]);
  expect(of("peers")).toMatchObject([{ state: "degraded", found: expect.stringContaining("claude-mem") }]);
  expect(of("model")).toMatchObject([{ state: "degraded", found: expect.stringContaining("127.0.0.1:9") }]);
  expect(of("folder")).toMatchObject([{ state: "degraded", found: expect.stringContaining("config.json") }]);
  const problems = of("status").map(({ code }) => code);
  expect(problems).toContain("store_damaged");
  expect(problems).toContain("payloads_unreadable");

  const fixed = await doctor(user, "--fix");
  expect(fixed.of("folder")).toMatchObject([{ state: "ok", found: expect.stringContaining("fixed") }]);
  expect((await doctor(user)).of("folder")).toMatchObject([{ state: "ok" }]);
});

test("after an installation it reports each fault, and fixes its own", { timeout: 90_000 }, async () => {
  await using user = await withClient("2.1.325");
  await user.tellback("install");
  await user.tellback("status");
  const { tellbackHome } = user;
  rmSync(join(tellbackHome, "hooks/hook.sh"));
  writeFileSync(join(tellbackHome, "launcher"), "/gone/node\n/gone/tellback.mjs\n");
  change(user, ".claude.json", () => ({ mcpServers: {} }));
  change(user, settings, () => ({ disableAllHooks: true }));
  writeFileSync(join(tellbackHome, "hooks-seen.json"), '{"PostToolUse":"2026-01-01T10:00:00.000Z"}');
  await user.write(".claude/projects/p/session.jsonl", "{}\n");
  utimesSync(user.file(".claude/projects/p/session.jsonl"), new Date(), new Date("2026-01-02T10:00:00Z"));

  const before = await doctor(user);
  expect(before.of("hooks")).toMatchObject([
    { state: "degraded", found: expect.stringContaining("missing") },
  ]);
  expect(before.of("launcher")).toMatchObject([
    { state: "degraded", found: expect.stringContaining("/gone/node") },
  ]);
  expect(before.of("mcp")).toMatchObject([
    { state: "degraded", found: expect.stringContaining("MCP server") },
  ]);
  expect(before.of("settings")).toMatchObject([
    { state: "degraded", found: expect.stringContaining("disables all hooks") },
  ]);
  expect(before.of("firing")).toMatchObject([
    { state: "degraded", found: expect.stringContaining("2026-01-0") },
  ]);

  await doctor(user, "--fix");
  expect(existsSync(join(tellbackHome, "hooks/hook.sh"))).toBe(true);
  const after = await doctor(user);
  for (const what of ["hooks", "launcher", "mcp"]) expect(after.of(what)).toMatchObject([{ state: "ok" }]);
  // The user's own settings stay.
  expect(after.of("settings")).toMatchObject([{ state: "degraded" }]);

  change(user, settings, () => ({ disableAllHooks: false, enabledPlugins: { "tellback@tellback": true } }));
  const twice = await doctor(user);
  expect(twice.of("hooks")).toMatchObject([{ state: "degraded", found: expect.stringContaining("twice") }]);
});

test("failed jobs have a code, and --fix tries them again", { timeout: 60_000 }, async () => {
  await using user = await withClient("2.1.325");
  await user.tellback("install");
  await user.tellback("status");
  await user.tellback("daemon", "stop");
  using database = new DatabaseSync(join(user.tellbackHome, "tellback.db"));
  database.exec(
    `insert into jobs (id, kind, key, payload, state, attempts, run_at, error, created_at)
     values ('job_1', 'scrub', 'k', 'null', 'failed', 5, '2026-01-01', 'no luck', '2026-01-01')`,
  );
  expect((await doctor(user)).of("status")).toMatchObject([{ code: "jobs_failed", state: "degraded" }]);
  expect((await doctor(user, "--fix")).of("status")).toMatchObject([{ code: "jobs_failed", state: "ok" }]);
  expect((await doctor(user)).of("status")).toEqual([]);
});

test("when a new session starts, the user gets one line about a degraded memory, once", {
  timeout: 60_000,
}, async () => {
  await using user = await newUser();
  await user.tellback("install");
  mkdirSync(join(user.tellbackHome, "inbox/unreadable"), { recursive: true, mode: 0o700 });
  writeFileSync(join(user.tellbackHome, "inbox/unreadable/one.txt"), "?");
  await user.tellback("status");
  const start = () => user.hook("SessionStart", "answer", "2");
  const told = JSON.parse(await start());
  expect(Object.keys(told)).toEqual(["systemMessage"]);
  expect(told.systemMessage).toMatch(/^tellback: 1 hook payloads could not be read\. .*tellback doctor`/);
  expect(told.systemMessage).not.toContain("\n");
  const next = JSON.parse(await start());
  expect(next.systemMessage).toMatch(
    /^tellback: nothing remembered here yet; it begins now · .*tellback open$/,
  );
  await user.tellback("config", "set", "recall.notice", "false");
  await user.tellback("daemon", "stop");
  expect(await start()).toBe("");
});

test("files of others in its home keep their modes", { timeout: 60_000 }, async () => {
  await using user = await newUser();
  await user.tellback("install");
  const theirs = user.file(".tellback/notes.md");
  writeFileSync(theirs, "mine");
  for (const path of [theirs, user.file(".tellback/installed.json")]) chmodSync(path, 0o644);
  expect((await doctor(user)).of("folder")).toMatchObject([{ found: "others can read installed.json" }]);
  await doctor(user, "--fix");
  expect(statSync(theirs).mode & 0o777).toBe(0o644);
  expect(statSync(user.file(".tellback/installed.json")).mode & 0o777).toBe(0o600);
});
