// Hooks of other hosts through both forms of the hook: the envelope names the host, and the daemon parses it with that
// host's adapter. An unknown host's payload is kept and has no further effect.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { open } from "../../../src/platform/inbox.ts";
import {
  entry,
  type Home,
  inboxFiles,
  otherHostHook,
  rows,
  shellHook,
  tellback,
  tellbackHome,
  untilStored,
  untilTakenIn,
} from "../../support/tellback.ts";

const recorded = (host: string, name: string) =>
  readFileSync(join(import.meta.dirname, `../../fixtures/${host}/hooks/${name}.json`));

const forms = [
  {
    name: "hook.sh",
    run: (home: Home, host: string, given: Buffer) => byShell(home, host, ["capture"], given),
  },
  { name: "tellback hook", run: otherHostHook },
];

/** As in a Gemini or Codex that was started inside Claude Code. */
const outer = { projectDir: "/some/other/project" };

function byShell(home: Home, host: string, mode: string[], given: Buffer) {
  return shellHook(home, ["--host", host, ...mode], given, outer);
}

describe.each(forms)("$name", ({ run }) => {
  test("captures the payload of each host, by its adapter, in the payload's project", async () => {
    await using home = await tellbackHome();
    for (const [host, name] of [
      ["gemini", "AfterTool.run_shell_command.exit-3"],
      ["gemini", "BeforeAgent"],
      ["codex", "PostToolUse.apply_patch"],
      ["codex", "Stop"],
    ] as const) {
      expect(await run(home, host, recorded(host, name))).toMatchObject({ code: 0, stderr: "" });
    }
    await tellback(home, ["daemon", "start"]);
    await untilStored(home, 4);
    const titles = rows<{ title: string }>(home, "select title from observations order by title");
    expect(titles.map(({ title }) => title)).toEqual([
      "Asked: please look at the notes",
      expect.stringContaining("Ran exit 3"),
      "Replied: All is done.",
      "Wrote a.txt (1 line)",
    ]);
    const hosts = rows<{ host: string }>(home, "select host from sessions order by host");
    expect(hosts.map(({ host }) => host)).toEqual(["codex", "gemini"]);
    expect(JSON.stringify(rows(home, "select * from projects"))).not.toContain("/some/other/project");
  });
});

test("the payload of an unknown host is kept as unreadable", async () => {
  await using home = await tellbackHome();
  await byShell(home, "emacs", ["capture"], recorded("codex", "Stop"));
  const [file = ""] = inboxFiles(home);
  expect(open(join(home.paths.inbox, file))).toMatchObject({ envelope: { host: "emacs", projectDir: "" } });
  await tellback(home, ["daemon", "start"]);
  await untilTakenIn(home);
  const [kept = ""] = readdirSync(home.paths.unreadable);
  expect(readFileSync(join(home.paths.unreadable, kept), "utf8")).toContain('unknown host "emacs"');
});

const database = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/theirs" };

test.each([
  [
    "hook.sh",
    (home: Home, given: Buffer) => shellHook(home, ["--host", "codex", "wake"], given, { env: database }),
  ],
  ["tellback hook", (home: Home, given: Buffer) => otherHostHook(home, "codex", given, database)],
])("the project's database setting is ignored when %s starts the daemon", async (_, run) => {
  await using home = await tellbackHome();
  // What an installation has left: the path of tellback.
  mkdirSync(home.paths.home, { mode: 0o700 });
  writeFileSync(join(home.paths.home, "launcher"), `${process.execPath}\n${entry}\n`);
  await run(home, recorded("codex", "Stop"));
  await untilStored(home, 1);
});

test.each([
  ["gemini", "BeforeAgent"],
  ["codex", "UserPromptSubmit"],
])("%s gets what is known when its hook asks", async (host, name) => {
  await using home = await tellbackHome();
  const payload = JSON.parse(recorded(host, name).toString()) as { prompt: string };
  payload.prompt = "where does the harbour keep its cranes?";
  await tellback(home, ["daemon", "start"]);
  await byShell(home, host, ["capture"], recorded(host, "SessionStart"));
  await untilTakenIn(home);
  await tellback(home, ["remember", "The harbour keeps its nine cranes on the east pier", "--global"]);
  const { stdout } = await byShell(home, host, ["answer", "5"], Buffer.from(JSON.stringify(payload)));
  const { hookSpecificOutput: output } = JSON.parse(stdout);
  expect(output).toMatchObject({
    hookEventName: name,
    additionalContext: expect.stringContaining("east pier"),
  });
});
