// What tellback says about the hosts that it is installed in: whether an event comes back through each one's installed
// hook, and whether a host works while nothing of it arrives.

import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { hosts } from "../../../src/agents/hosts.ts";
import { rowsIn } from "../../support/tellback.ts";
import { newUser, type User } from "./user.ts";

interface Finding {
  what: string;
  state: string;
  found: string;
}

async function findings(user: User, what: string): Promise<Finding[]> {
  const { stdout } = await user.tellback("doctor", "--json");
  return (JSON.parse(stdout) as { findings: Finding[] }).findings.filter((one) => one.what === what);
}

test("a canary comes back through the installed hook of every host, and leaves nothing", {
  timeout: 120_000,
}, async () => {
  await using user = await newUser({}, "o'neil's häfen $HOME");
  for (const { name } of hosts) await user.tellback("install", "--host", name, "--no-history");
  const found = await findings(user, "host");
  expect(found.map(({ state }) => state)).toEqual(hosts.map(() => "ok"));
  for (const [at, { title }] of hosts.entries())
    expect(found[at]?.found).toMatch(
      new RegExp(`^${title}: a canary came back through its hook, no session yet`),
    );
  expect(rowsIn(`${user.tellbackHome}/tellback.db`, "select id from sessions")).toEqual([]);
});

test("a hook that cannot run is found by its canary", { timeout: 60_000 }, async () => {
  await using user = await newUser();
  await user.tellback("install", "--host", "copilot");
  chmodSync(join(user.tellbackHome, "hooks/hook.sh"), 0o600);
  expect(await findings(user, "host")).toMatchObject([{ state: "degraded" }]);
});

/** A file that grows while the host works. */
const sessionFiles: Record<string, string> = {
  "claude-code": ".claude/projects/-work/5eed.jsonl",
  codex: ".codex/sessions/2026/11/18/rollout-1.jsonl",
  gemini: ".gemini/tmp/work/chats/session-1.json",
  qwen: ".qwen/projects/-work/chats/1.jsonl",
  copilot: ".copilot/session-state/1/events.jsonl",
  opencode: ".local/share/opencode/opencode.db",
  kilo: ".local/share/kilo/kilo.db",
  cline: ".cline/data/sessions/1/1.messages.json",
  pi: ".pi/agent/sessions/--work--/1.jsonl",
};

test("status and doctor say which host works while nothing of it arrives", { timeout: 120_000 }, async () => {
  await using user = await newUser();
  for (const { name } of hosts) await user.tellback("install", "--host", name, "--no-history");
  const silent = async () => {
    const { problems } = JSON.parse((await user.tellback("status", "--json")).stdout) as {
      problems: { code: string; message: string }[];
    };
    return problems.filter(({ code }) => code === "host_silent").map(({ message }) => message);
  };
  expect(await silent()).toEqual([]);
  for (const file of Object.values(sessionFiles)) {
    const path = user.file(file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "{}\n");
    const later = Date.now() / 1000 + 20 * 60;
    utimesSync(path, later, later);
  }
  const said = hosts
    .filter(({ name }) => sessionFiles[name] !== undefined)
    .map(({ title }) => `tellback is installed in ${title}, but nothing arrived for 1 session`);
  expect(await silent()).toEqual(said);
  expect((await findings(user, "status")).map(({ found }) => found)).toEqual(said);
  expect(hosts.map(({ name }) => name).filter((name) => !sessionFiles[name])).toEqual(["cursor"]);
});
