// Many hooks at once without a daemon: one starts it, the others write their payload and return; and no hook takes
// longer than its host allows, counted from the hook's first moment.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leave, open } from "../../../src/platform/inbox.ts";
import {
  type Home,
  inboxFiles,
  payload,
  portableHook,
  processesOf,
  type Ran,
  registeredPid,
  shellHook,
  stop,
  tellback,
  tellbackHome,
  until,
  untilStored,
  untilTakenIn,
  untilWorkedOn,
} from "../../support/tellback.ts";

const silent = { code: 0, stdout: "", stderr: "" };

/** A tellback that records that it was run, and ends when the test allows it. */
function heldTellback(home: Home) {
  mkdirSync(home.path, { mode: 0o700 });
  const script = join(home.path, "held");
  const runs = join(home.path, "runs");
  writeFileSync(
    script,
    `#!/bin/sh\necho "$2" >>'${runs}'\nwhile ! [ -e '${home.path}/go' ]; do sleep 0.05; done\n`,
  );
  chmodSync(script, 0o755);
  writeFileSync(home.paths.launcher, `${script}\n${script}\n`);
  return {
    runs: () => (existsSync(runs) ? readFileSync(runs, "utf8").trim().split("\n") : []),
    letGo: () => writeFileSync(join(home.path, "go"), ""),
  };
}

function inboxStates(home: Home): string[] {
  return inboxFiles(home)
    .map((name) => open(join(home.paths.inbox, name)).status)
    .sort();
}

describe("of many hooks without a daemon", () => {
  test.each([
    ["answer", "hook"],
    ["wake", "daemon"],
  ])("one runs tellback in the mode %s, and the others return at once", async (mode, command) => {
    await using home = await tellbackHome();
    const held = heldTellback(home);
    const ended: Ran[] = [];
    const hooks = Array.from({ length: 12 }, async (_, n) => {
      // The one that runs tellback must not reach its deadline before the others have ended.
      ended.push(await shellHook(home, [mode, "30"], payload.start(`s${n}`)));
    });
    const goAtOnce = mode === "answer" ? hooks.length - 1 : hooks.length;
    await until("the others have ended", () => ended.length === goAtOnce);
    await until("one has run tellback", () => held.runs().length > 0);
    expect(held.runs()).toEqual([command]);
    expect(inboxStates(home)).toEqual([
      ...Array(hooks.length - goAtOnce).fill("unfinished"),
      ...Array(goAtOnce).fill("whole"),
    ]);
    held.letGo();
    await Promise.all(hooks);
    expect(ended).toEqual(hooks.map(() => silent));
  });

  test("all are captured once the daemon runs, and the next hook may start another", {
    timeout: 120_000,
  }, async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    await stop(home);
    const hooks = Array.from({ length: 10 }, (_, n) =>
      shellHook(home, ["answer", "0.25"], payload.prompt(`s${n}`, `Question number ${n}`)),
    );
    expect((await Promise.all(hooks)).map(({ code }) => code)).toEqual(hooks.map(() => 0));
    await untilStored(home, 10);
    await untilTakenIn(home);
    expect(existsSync(home.paths.startTurn)).toBe(false);
    await stop(home);
  });
});

const seconds = () => Math.floor(Date.now() / 1000);

describe("the lock for starting the daemon", () => {
  test.each([
    ["of a hook that was killed long ago", () => `${seconds() - 60}\n`],
    ["from a clock that ran ahead", () => `${seconds() + 3600}\n`],
    ["that makes no sense", () => "1 + a[$(exit 3)]\n"],
    ["that was never written", () => ""],
  ])("%s is taken over by the next hook", async (_, content) => {
    await using home = await tellbackHome();
    const held = heldTellback(home);
    held.letGo();
    writeFileSync(home.paths.startTurn, content());
    utimesSync(home.paths.startTurn, seconds() - 120, seconds() - 120);
    expect(await shellHook(home, ["answer", "2"], payload.start("s"))).toEqual(silent);
    expect(held.runs()).toEqual(["hook"]);
  });

  test("that was created a moment ago is respected before its time is written", async () => {
    await using home = await tellbackHome();
    const held = heldTellback(home);
    held.letGo();
    writeFileSync(home.paths.startTurn, "");
    expect(await shellHook(home, ["answer", "2"], payload.start("s"))).toEqual(silent);
    expect(await portableHook(home, payload.start("s"))).toEqual(silent);
    expect([held.runs(), registeredPid(home)]).toEqual([[], null]);
  });

  test("of another hook is respected by `tellback hook`, for answers and for captures", async () => {
    await using home = await tellbackHome();
    mkdirSync(home.path, { mode: 0o700 });
    writeFileSync(home.paths.startTurn, `${seconds()}\n`);
    expect(await portableHook(home, payload.start("s"))).toEqual(silent);
    expect(await portableHook(home, payload.tool("s", "1"))).toEqual(silent);
    expect(inboxStates(home)).toEqual(["whole", "whole"]);
    expect([registeredPid(home), processesOf(home.path)]).toEqual([null, []]);
  });
});

test("`tellback hook` does not ask the daemon if its deadline passed before Node started", async () => {
  await using home = await tellbackHome();
  await tellback(home, ["status"]);
  const projectDir = "/nowhere/project";
  await portableHook(home, payload.prompt("one", "Why does the parser drop the last line?"), { projectDir });
  await portableHook(home, payload.write("one", "src/parser.ts"), { projectDir });
  await untilStored(home, 2);
  await portableHook(home, payload.stop("one"), { projectDir });
  await untilWorkedOn(home, "src/parser.ts");
  const answerTo = async (session: string, ageSeconds: number): Promise<string> => {
    const file = await leave(home.paths, "claude-code", projectDir, Buffer.from(payload.start(session)));
    const began = new Date(Date.now() - 1000 * ageSeconds);
    utimesSync(file, began, began);
    const ran = await tellback(home, ["hook", "claude-code", "--inbox", file]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    return ran.stdout;
  };
  expect(await answerTo("two", 20)).toBe("");
  // A machine under load may need longer than the deadline; then there is no answer, and the next one counts.
  await until("one that began just now is answered", async () => (await answerTo("three", 0)) !== "");
  await untilTakenIn(home);
  await stop(home);
});

test("hook.sh returns if tellback takes too long to start, and tellback still does its work", async () => {
  await using home = await tellbackHome();
  const held = heldTellback(home);
  expect(await shellHook(home, ["answer", "0.25"], payload.prompt("s", "Are you there?"))).toEqual(silent);
  expect(held.runs()).toEqual(["hook"]);
  held.letGo();
  await until("its background process has ended", () => processesOf(home.path).length === 0);
  expect(readdirSync(home.paths.inbox)).toEqual(inboxFiles(home));
});

test.skipIf(!existsSync("/proc/uptime"))(
  "hook.sh that a busy machine has delayed beyond its deadline wakes the daemon and does not wait",
  async () => {
    await using home = await tellbackHome();
    const held = heldTellback(home);
    const tools = join(home.path, "tools");
    mkdirSync(tools);
    // The deadline for a prompt is two seconds, and the hook needs longer for its first step.
    writeFileSync(join(tools, "cat"), `#!/bin/sh\nsleep 2.2\nPATH=\${PATH#*:}\nexec cat "$@"\n`);
    chmodSync(join(tools, "cat"), 0o755);
    const env = { PATH: `${tools}:${process.env.PATH}` };
    const prompt = payload.prompt("s", "Are you there?");
    expect(await shellHook(home, ["answer", "0.25"], prompt, { env })).toEqual(silent);
    expect(inboxStates(home)).toEqual(["whole"]);
    await until("it has run tellback", () => held.runs().length > 0);
    expect(held.runs()).toEqual(["daemon"]);
    held.letGo();
    await until("its background process has ended", () => processesOf(home.path).length === 0);
  },
);
