// Both forms of the hook, hook.sh and `tellback hook claude-code`: whatever is broken around them or in their input, the
// payload is on disk when they return, the exit code is 0 and they print nothing.

import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { takeLock } from "../../../src/client/lock.ts";
import { open } from "../../../src/platform/inbox.ts";
import {
  entry,
  environment,
  filesWith,
  type Home,
  type HookOptions,
  hookScript,
  inboxFiles,
  lives,
  payload,
  portableHook,
  type Ran,
  registeredPid,
  rows,
  shellHook,
  signal,
  stop,
  stored,
  tellback,
  tellbackHome,
  until,
  untilStored,
  untilTakenIn,
  untilWorkedOn,
} from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

interface Form {
  name: string;
  capture(home: Home, payload: string | Buffer, options?: HookOptions): Promise<Ran>;
  answer(home: Home, payload: string | Buffer, options?: HookOptions): Promise<Ran>;
  command: string;
}

const forms: Form[] = [
  {
    name: "hook.sh",
    capture: (home, given, options) => shellHook(home, ["capture"], given, options),
    answer: (home, given, options) => shellHook(home, ["answer", "5"], given, options),
    command: `'${hookScript}' capture`,
  },
  {
    name: "tellback hook",
    capture: portableHook,
    answer: portableHook,
    command: `'${process.execPath}' '${entry}' hook claude-code`,
  },
];

const silent = { code: 0, stdout: "", stderr: "" };
const isRoot = process.getuid?.() === 0;
/** Permissions do not stop root, so the tests of permissions then use another user. */
const plainUser = isRoot ? { uid: 65534 } : {};

/** While the test holds the lock, no daemon can read the inbox. */
function withoutDaemon(home: Home) {
  const lock = takeLock(home.paths.lock);
  return { [Symbol.dispose]: () => lock?.release() };
}

function onlyFile(home: Home): Buffer {
  const names = inboxFiles(home);
  expect(names).toHaveLength(1);
  return readFileSync(join(home.paths.inbox, names[0] as string));
}

function onlyEnvelope(home: Home) {
  onlyFile(home);
  const file = open(join(home.paths.inbox, inboxFiles(home)[0] as string));
  if (file.status === "large") return { ...file, payload: Buffer.concat([...file.pieces()]) };
  if (file.status !== "whole") throw new Error(`the inbox file is ${file.status}`);
  return file.envelope;
}

const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
const large = payload.tool("s", "large", { tool_response: { stdout: "x".repeat(50 * 1024 * 1024) } });
const payloads: [string, Buffer][] = [
  ["a payload", Buffer.from(payload.tool("s", "1"))],
  ["50 MB", Buffer.from(large)],
  ["invalid JSON", Buffer.from('{"session_id": "s", "hook_event_name": ')],
  ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d])],
  ["NUL bytes", Buffer.from("\0\0end\0tellback1\0")],
  ["nothing at all", Buffer.alloc(0)],
  ["200,000 levels of JSON", Buffer.from(deep)],
];

describe.each(forms)("$name", (form) => {
  test.each(payloads)("writes %s to disk unchanged", async (_, given) => {
    await using home = await tellbackHome();
    using _noDaemon = withoutDaemon(home);
    expect(await form.capture(home, given, { projectDir: "/some/project" })).toEqual(silent);
    const envelope = onlyEnvelope(home);
    expect(envelope).toMatchObject({ host: "claude-code", projectDir: "/some/project" });
    expect(envelope.payload.equals(given)).toBe(true);
  });

  test.each(["/a b/c  d", "/line\nbreak\ttab", "/größe/项目/🦊", "/q'u\"o`t$e\\s%s", "-n", ""])(
    "keeps the project folder %j",
    async (projectDir) => {
      await using home = await tellbackHome();
      using _noDaemon = withoutDaemon(home);
      expect(await form.capture(home, "{}", { projectDir })).toEqual(silent);
      expect(onlyEnvelope(home).projectDir).toBe(projectDir);
    },
  );

  test("works in a read-only project", async () => {
    await using home = await tellbackHome();
    await using project = await tempDir("egp");
    ownedByPlainUser(join(home.path, ".."));
    ownedByPlainUser(project.path);
    chmodSync(project.path, 0o555);
    const options = { cwd: project.path, projectDir: project.path, ...plainUser };
    expect(await form.capture(home, payload.tool("s", "1"), options)).toEqual(silent);
    await until("it is in the inbox or in the store", () => inboxFiles(home).length + stored(home) === 1);
    expect(readdirSync(project.path)).toEqual([]);
  });

  test("prints nothing if its home cannot be written", async () => {
    await using home = await tellbackHome();
    mkdirSync(home.path, { mode: 0o700 });
    ownedByPlainUser(home.path);
    chmodSync(home.path, 0o500);
    expect(await form.capture(home, payload.tool("s", "1"), plainUser)).toEqual(silent);
    expect(await form.answer(home, payload.start("s"), plainUser)).toEqual(silent);
    expect(readdirSync(home.path)).toEqual([]);
  });

  test("prints nothing if its home cannot be created", async () => {
    await using home = await tellbackHome(join("file", "h"));
    writeFileSync(join(home.path, ".."), "not a folder");
    expect(await form.capture(home, payload.tool("s", "1"))).toEqual(silent);
    expect(await form.answer(home, payload.start("s"))).toEqual(silent);
  });

  test("creates the parent folders of its home", async () => {
    await using home = await tellbackHome("one/two/three");
    expect(await form.capture(home, payload.tool("s", "1"))).toEqual(silent);
    await tellback(home, ["status"]);
    await untilStored(home, 1);
    await stop(home);
  });

  test("loses nothing while the store is corrupt", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    await stop(home);
    writeFileSync(home.paths.database, readFileSync(home.paths.database).fill(0xff, 4096 * 3));
    expect(await form.capture(home, payload.tool("s", "1"))).toEqual(silent);
    expect((await tellback(home, ["status"])).stdout).toMatch(/set aside/);
    await untilStored(home, 1);
    await stop(home);
    expect(readdirSync(home.path).some((name) => name.startsWith("tellback.db.corrupt-"))).toBe(true);
  });

  test("loses nothing while the store cannot be opened", async () => {
    await using home = await tellbackHome();
    mkdirSync(home.paths.database, { recursive: true });
    chmodSync(home.path, 0o700);
    expect((await tellback(home, ["status"])).code).toBe(6);
    expect(await form.capture(home, payload.tool("s", "1"))).toEqual(silent);
    // The user gets one line, once (a busy machine may take longer than one hook waits); the model gets nothing.
    const said: string[] = [];
    await until("the user gets the message", async () => {
      const { stdout, ...rest } = await form.answer(home, payload.start("s"));
      expect(rest).toEqual({ code: 0, stderr: "" });
      said.push(stdout);
      return stdout !== "";
    });
    expect(Object.keys(JSON.parse(said.at(-1) ?? ""))).toEqual(["systemMessage"]);
    expect(await form.answer(home, payload.start("s"))).toEqual(silent);
    expect(inboxFiles(home)).toHaveLength(said.length + 2);
    rmSync(home.paths.database, { recursive: true });
    await tellback(home, ["status"]);
    await untilStored(home, 1);
    await stop(home);
  });

  test("never overwrites a file that already has its name", async () => {
    await using home = await tellbackHome();
    using _noDaemon = withoutDaemon(home);
    mkdirSync(home.paths.inbox, { recursive: true });
    const script = `for n in 0 1 2; do echo "older $n" >"$TELLBACK_HOME/inbox/$$.$n"; done; exec ${form.command}`;
    const ran = spawnSync("sh", ["-c", script], {
      env: environment(home),
      input: payload.tool("s", "1"),
      encoding: "utf8",
    });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
    const names = inboxFiles(home).sort();
    expect(names.map((name) => name.split(".")[1])).toEqual(["0", "1", "2", "3"]);
    const contents = names.map((name) => readFileSync(join(home.paths.inbox, name), "utf8"));
    expect(contents.slice(0, 3)).toEqual(["older 0\n", "older 1\n", "older 2\n"]);
    expect(contents[3]).toContain("toolu_1");
  });

  test("injects earlier sessions into a new one, and nothing if there are none", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    const options = { projectDir: "/nowhere/project" };
    const asksOnly = {
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/"additionalContext":"End replies [^|]*$/),
    };
    expect(await form.answer(home, payload.start("one"), options)).toEqual(asksOnly);
    await form.capture(home, payload.prompt("one", "Why does the parser drop the last line?"), options);
    await form.capture(home, payload.write("one", "src/parser.ts"), options);
    await untilStored(home, 2);
    await form.capture(home, payload.stop("one"), options);
    await untilWorkedOn(home, "src/parser.ts");
    const answered = await form.answer(home, payload.start("two"), options);
    expect(answered).toMatchObject({ code: 0, stderr: "" });
    expectContext(answered.stdout, "parser.ts");
    expect(await form.answer(home, payload.start("three"), { projectDir: "/another" })).toEqual(asksOnly);
    expect(await form.answer(home, payload.start("two", { source: "resume" }), options)).toEqual(silent);
    expect(await form.answer(home, payload.prompt("two", "And now?"), options)).toEqual(silent);
    await untilStored(home, 3);
    await stop(home);
  });

  test("gives the client's summariser its instructions in plain text", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    const compact = JSON.stringify({ ...JSON.parse(payload.start("one")), hook_event_name: "PreCompact" });
    let answered: Ran = silent;
    // A machine under load may need longer than the deadline; then there is no answer.
    await until("the answer arrives", async () => {
      answered = await form.answer(home, compact, { projectDir: "/nowhere/project" });
      return answered.stdout !== "";
    });
    expect(answered).toMatchObject({ code: 0, stderr: "" });
    expect(answered.stdout).toMatch(/^Keep exactly: every decision/);
    await until(
      "it is noted",
      () => rows(home, "select id from compactions where state = 'noted'").length === 1,
    );
    await stop(home);
  });

  test("injects earlier sessions even if it has to start the daemon first", {
    timeout: 120_000,
  }, async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    const options = { projectDir: "/nowhere/project" };
    await form.capture(home, payload.prompt("one", "Why does the parser drop the last line?"), options);
    await form.capture(home, payload.write("one", "src/parser.ts"), options);
    await untilStored(home, 2);
    await form.capture(home, payload.stop("one"), options);
    await untilWorkedOn(home, "src/parser.ts");
    let answered = "";
    // A machine under load may need longer than the deadline; then there is no answer, and the next one counts.
    await until(
      "a session that starts the daemon is answered",
      async () => {
        await stop(home);
        answered = (await form.answer(home, payload.start("two"), options)).stdout;
        await until("the daemon is up", () => registeredPid(home) !== null);
        return answered !== "";
      },
      90_000,
    );
    expectContext(answered, "parser.ts");
    await stop(home);
  });

  test("stops waiting for a daemon that hangs, and its payload is captured later", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    const pid = registeredPid(home) as number;
    signal(pid, "SIGSTOP");
    expect(await form.capture(home, payload.tool("s", "1"))).toEqual(silent);
    expect(await form.answer(home, payload.start("s"))).toEqual(silent);
    expect(await form.answer(home, payload.prompt("s", "Are you there?"))).toEqual(silent);
    expect(inboxFiles(home)).toHaveLength(3);
    for (const name of inboxFiles(home)) expect(open(join(home.paths.inbox, name)).status).toBe("whole");
    signal(pid, "SIGCONT");
    await untilStored(home, 2);
    await untilTakenIn(home);
    expect(lives(pid)).toBe(true);
    await stop(home);
  });

  test("starts a new daemon if the registered one is dead and its pid belongs to another process", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    const killed = registeredPid(home) as number;
    signal(killed, "SIGKILL");
    await until("it is dead", () => !lives(killed));
    const register = readFileSync(home.paths.register, "utf8");
    writeFileSync(home.paths.register, register.replace(String(killed), String(process.pid)));
    expect(await form.answer(home, payload.prompt("s", "Are you there?"))).toEqual(silent);
    await untilStored(home, 1);
    await until("the new one is registered", () => registeredPid(home) !== process.pid);
    await stop(home);
  });

  test("does not capture what tellback injected", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    const options = { projectDir: "/nowhere/project" };
    await form.capture(home, payload.prompt("one", "The walrus sings at noon"), options);
    await form.capture(home, payload.write("one", "walrus.ts"), options);
    await untilStored(home, 2);
    await form.capture(home, payload.stop("one"), options);
    await untilWorkedOn(home, "walrus.ts");
    const answered = (await form.answer(home, payload.start("two"), options)).stdout;
    const context = expectContext(answered, "walrus");
    await form.capture(home, payload.prompt("two", `${context}\nGo on, please`), options);
    const seen = { tool_input: { prompt: `Look: ${context}` }, tool_response: { stdout: [context, "done"] } };
    await form.capture(home, payload.tool("two", "1", seen), options);
    await untilStored(home, 4);
    await stop(home);
    const kept = JSON.stringify(rows(home, "select * from observations where session_id = 'two'"));
    expect(kept).toContain("Go on, please");
    expect(kept).not.toMatch(/walrus|tellback-memory/);
  });
});

test("both forms write the same bytes", async () => {
  for (const [, given] of payloads.filter(([name]) => name !== "50 MB")) {
    const left: Buffer[] = [];
    for (const form of forms) {
      await using home = await tellbackHome();
      using _noDaemon = withoutDaemon(home);
      await form.capture(home, given, { projectDir: "/some/pröject\nfolder" });
      left.push(onlyFile(home));
    }
    expect(left[0]?.equals(left[1] as Buffer)).toBe(true);
  }
});

const shells = [["sh"], ["dash"], ["bash", "--posix"], ["bash"], ["busybox", "sh"], ["ksh"], ["zsh"]].filter(
  ([command]) => spawnSync("sh", ["-c", `command -v ${command}`]).status === 0,
);

test.each(shells)("hook.sh works in %s", async (...shell) => {
  await using home = await tellbackHome();
  await tellback(home, ["status"]);
  const options = { shell: shell.filter(Boolean), projectDir: "/nowhere/project" };
  expect(await shellHook(home, ["capture"], payload.prompt("one", "A question"), options)).toEqual(silent);
  expect(await shellHook(home, ["capture"], payload.write("one", "answer.ts"), options)).toEqual(silent);
  await untilStored(home, 2);
  expect(await shellHook(home, ["capture"], payload.stop("one"), options)).toEqual(silent);
  await untilWorkedOn(home, "answer.ts");
  const answered = await shellHook(home, ["answer", "5"], payload.start("two"), options);
  expect(answered).toMatchObject({ code: 0, stderr: "" });
  expectContext(answered.stdout, "answer.ts");
  expect(await shellHook(home, ["wake"], payload.tool("two", "1"), options)).toEqual(silent);
  await untilStored(home, 3);
  await stop(home);
});

test("hook.sh writes a complete file if tellback cannot run", async () => {
  await using home = await tellbackHome();
  const tools = join(home.path, "..", "bin");
  mkdirSync(tools);
  for (const name of ["sh", "cat", "mkdir", "dirname"]) {
    spawnSync("sh", ["-c", `ln -s "$(command -v ${name})" '${tools}/${name}'`]);
  }
  const options = { env: { PATH: tools }, shell: [join(tools, "sh")] };
  expect(await shellHook(home, ["answer", "2"], payload.start("s"), options)).toEqual(silent);
  expect(await shellHook(home, ["wake"], payload.start("s"), options)).toEqual(silent);
  for (const name of inboxFiles(home)) expect(open(join(home.paths.inbox, name)).status).toBe("whole");
  expect(inboxFiles(home)).toHaveLength(2);
});

test("hook.sh does not block the host while it starts the daemon", async () => {
  await using home = await tellbackHome();
  mkdirSync(home.path, { mode: 0o700 });
  const slow = join(home.path, "slow");
  writeFileSync(
    slow,
    `#!/bin/sh\nwhile ! [ -e "$TELLBACK_HOME/go" ]; do sleep 0.05; done\n: >"$TELLBACK_HOME/went"\n`,
  );
  chmodSync(slow, 0o755);
  writeFileSync(home.paths.launcher, `${slow}\n${slow}\n`);
  expect(await shellHook(home, ["wake"], payload.tool("s", "1"))).toEqual(silent);
  writeFileSync(join(home.path, "go"), "");
  await until("its background process has ended", () => existsSync(join(home.path, "went")));
  expect(onlyEnvelope(home).payload.toString()).toContain("toolu_1");
});

test("hook.sh ignores the user's curl settings and proxy", async () => {
  await using home = await tellbackHome();
  await tellback(home, ["status"]);
  const user = environment(home).HOME as string;
  mkdirSync(user, { recursive: true });
  writeFileSync(join(user, ".curlrc"), "verbose\noutput = /nowhere/at/all\nproxy = http://127.0.0.1:9\n");
  const env = { http_proxy: "http://127.0.0.1:9", ALL_PROXY: "http://127.0.0.1:9" };
  const options = { env, projectDir: "/nowhere/project" };
  await shellHook(home, ["capture"], payload.prompt("one", "A question"), options);
  await shellHook(home, ["capture"], payload.write("one", "answer.ts"), options);
  await untilStored(home, 2);
  await shellHook(home, ["capture"], payload.stop("one"), options);
  await untilWorkedOn(home, "answer.ts");
  const answered = await shellHook(home, ["answer", "5"], payload.start("two"), options);
  expectContext(answered.stdout, "answer.ts");
  expect(answered.stderr).toBe("");
  await stop(home);
});

describe("a file of a killed hook", () => {
  const head = "tellback1\0claude-code\0/nowhere/project\0";
  const longAgo = new Date(Date.now() - 3_600_000);

  function put(home: Home, name: string, content: string, at?: Date): string {
    mkdirSync(home.paths.inbox, { recursive: true, mode: 0o700 });
    chmodSync(home.path, 0o700);
    const path = join(home.paths.inbox, name);
    writeFileSync(path, content, { mode: 0o600 });
    if (at) utimesSync(path, at, at);
    return path;
  }

  test("is captured if its payload is complete, and kept as unreadable otherwise", async () => {
    await using home = await tellbackHome();
    put(home, "1.0", head + payload.tool("s", "whole"), longAgo);
    put(home, "2.0", head + payload.tool("s", "torn").slice(0, -20), longAgo);
    put(home, "3.0", "engr", longAgo);
    put(home, "4.0", "", longAgo);
    const status = JSON.parse((await tellback(home, ["status", "--json"])).stdout);
    await untilTakenIn(home);
    await stop(home);
    expect(rows(home, "select host_key from observations")).toEqual([
      { host_key: "tool:toolu_whole@prompt-of-s" },
    ]);
    const kept = readdirSync(home.paths.unreadable).map((name) =>
      readFileSync(join(home.paths.unreadable, name), "utf8"),
    );
    // The empty file contains nothing to keep.
    expect(kept).toHaveLength(2);
    expect(kept.some((text) => text.includes("toolu_torn") || text.includes("Say torn"))).toBe(true);
    expect(status.version).toBeTypeOf("string");
  });

  test("is not touched while its hook may still be writing", async () => {
    await using home = await tellbackHome();
    const path = put(home, "1.0", head + payload.tool("s", "slow"));
    await tellback(home, ["status"]);
    await shellHook(home, ["capture"], payload.tool("s", "quick"));
    await untilStored(home, 1);
    expect(existsSync(path)).toBe(true);
    writeFileSync(path, "\0end", { flag: "a" });
    await untilStored(home, 2);
    await stop(home);
  });

  test("exists after a real kill -9", async () => {
    await using home = await tellbackHome();
    const child = spawn(hookScript, ["capture"], { env: environment(home) });
    const torn = payload.tool("s", "torn").slice(0, -20);
    child.stdin.write(torn);
    await until("half of it is written", () => {
      const [name] = inboxFiles(home);
      return name !== undefined && readFileSync(join(home.paths.inbox, name)).includes(torn);
    });
    child.kill("SIGKILL");
    child.stdin.end();
    const path = join(home.paths.inbox, inboxFiles(home)[0] as string);
    expect(open(path).status).toBe("unfinished");
    utimesSync(path, longAgo, longAgo);
    await tellback(home, ["status"]);
    await untilTakenIn(home);
    await stop(home);
    expect(readdirSync(home.paths.unreadable)).toHaveLength(1);
  });
});

test("an unreadable payload is kept for the user and reported by status", async () => {
  await using home = await tellbackHome();
  const readable = ["a payload", "50 MB"];
  for (const [, given] of payloads) await shellHook(home, ["capture"], given);
  await tellback(home, ["status"]);
  await untilTakenIn(home);
  const status = JSON.parse((await tellback(home, ["status", "--json"])).stdout);
  await stop(home);
  expect(stored(home)).toBe(readable.length);
  expect(status.inbox).toEqual({ waiting: 0, unreadable: payloads.length - readable.length });
  expect(status.problems).toMatchObject([{ code: "payloads_unreadable" }]);
});

test("a file in the inbox that cannot be opened does not block the others", async () => {
  await using home = await tellbackHome();
  mkdirSync(join(home.paths.inbox, "1.0"), { recursive: true });
  chmodSync(home.path, 0o700);
  chmodSync(home.paths.inbox, 0o700);
  await shellHook(home, ["capture"], payload.tool("s", "1"));
  await tellback(home, ["status"]);
  await untilStored(home, 1);
  await stop(home);
});

test("20 simultaneous writers with 200 payloads each give 4,000 observations, none twice", {
  timeout: 240_000,
}, async () => {
  await using home = await tellbackHome();
  await tellback(home, ["status"]);
  const script = `
    i=0
    while [ $i -lt 200 ]; do
      printf '{"session_id":"s%s","cwd":"/nowhere","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{"stdout":""},"tool_use_id":"toolu_%s_%s"}' $1 $1 $i | "$2" capture || exit 1
      i=$((i + 1))
    done`;
  const writers = Array.from({ length: 20 }, (_, w) => {
    const child = spawn("sh", ["-c", script, "sh", String(w), hookScript], { env: environment(home) });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said += chunk;
      });
    }
    return new Promise<[number | null, string]>((resolve) =>
      child.once("close", (code) => resolve([code, said])),
    );
  });
  expect(new Set((await Promise.all(writers)).map((ended) => ended.join()))).toEqual(new Set(["0,"]));
  await untilStored(home, 4_000, 120_000);
  await untilTakenIn(home);
  await stop(home);
  expect(stored(home)).toBe(4_000);
  const bySession = rows(home, "select session_id from observations group by 1 having count(*) = 200");
  expect(bySession).toHaveLength(20);
  expect(existsSync(home.paths.unreadable)).toBe(false);
});

test("private text and secrets reach neither the store nor a log nor the unreadable payloads", async () => {
  await using home = await tellbackHome();
  await using project = await tempDir("egp");
  const token = ["ghp", "q7Rt2LmX9vBz4KpW8nYc3HdJ6sFg1TaE5uQo"].join("_");
  const key = `AKIA${"Q3XJ7PLM2RVT5WZN"}`;
  const fromDotenv = "vR8-kT2-zQ9-wX4-hB7";
  const words = ["the badger sleeps in the cellar", token, key, fromDotenv];
  writeFileSync(join(project.path, ".env"), `DATABASE_PASSWORD="${fromDotenv}"\n`);
  const options = { projectDir: project.path, cwd: project.path };
  const all = `<private>${words[0]}</private> export GITHUB_TOKEN=${token} aws ${key} and ${fromDotenv}`;
  const send = (given: string | Buffer) => shellHook(home, ["capture"], given, options);
  await send(payload.prompt("s", `Please use ${all}`));
  await send(payload.tool("s", "1", { tool_input: { command: all }, tool_response: { stdout: all } }));
  const failure = { hook_event_name: "PostToolUseFailure", error: all };
  await send(payload.tool("s", "2", { ...failure, tool_name: "mcp__x__y" }));
  // Not JSON; JSON that is not a payload; cut in the middle of a private part; not even text.
  await send(`{"prompt": "${all}"`);
  await send(token);
  await send(JSON.stringify({ hook_event_name: 7, prompt: all }));
  await send(payload.prompt("s", `<private>${words[0]} and so on`).slice(0, -60));
  await send(Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(all)]));
  await tellback(home, ["status"]);
  await untilStored(home, 3);
  await untilTakenIn(home);
  expect((await tellback(home, ["search", "--all-projects", "--json", "badger"])).stdout).not.toContain(
    "cellar",
  );
  expect((await tellback(home, ["backup"])).code).toBe(0);
  const whileRunning = words.flatMap((word) => filesWith(home, word));
  await stop(home);
  const afterwards = words.flatMap((word) => filesWith(home, word));
  expect([whileRunning, afterwards]).toEqual([[], []]);
  expect(filesWith(home, token.slice(0, 12))).toEqual([]);
  expect(readdirSync(home.paths.unreadable).length).toBeGreaterThanOrEqual(4);
});

/** Exit code 2 would make the host drop the user's prompt or refuse the tool. */
test.each([
  ["that may start no process", "{ ulimit -p 0 || ulimit -u 0; } 2>/dev/null"],
  ["that may write no file", "ulimit -f 0"],
])("hook.sh of a user %s exits with 0 and prints nothing, in every mode", async (_, limit) => {
  await using home = await tellbackHome();
  mkdirSync(home.paths.inbox, { recursive: true, mode: 0o700 });
  for (const path of [join(home.path, ".."), home.path, home.paths.inbox]) ownedByPlainUser(path);
  const shell = ["/bin/sh", "-c", `${limit}; exec /bin/sh "$@"`, "sh"];
  const prompt = payload.prompt("s", "Why does the parser drop the last line?");
  for (const mode of [["capture"], ["ask", "0.2"], ["answer", "0.25"], ["wake"]]) {
    expect(await shellHook(home, mode, prompt, { shell, ...plainUser }), mode[0]).toEqual(silent);
  }
});

test("hooks.json calls hook.sh with existing modes, and its timeout exceeds the hook's deadline", () => {
  const file = join(hookScript, "..", "hooks.json");
  const { hooks } = JSON.parse(readFileSync(file, "utf8")) as {
    hooks: Record<string, { hooks: { command: string; args: string[]; timeout: number }[] }[]>;
  };
  for (const [event, [group]] of Object.entries(hooks)) {
    const [hook] = group?.hooks ?? [];
    expect.soft(hook?.command, event).toMatch(/\/hooks\/hook\.sh"?$/);
    const [mode, seconds] = hook?.args ?? [];
    expect.soft(["capture", "wake", "answer", "ask"], event).toContain(mode);
    if (mode === "answer") expect.soft(Number(seconds), event).toBeLessThan(hook?.timeout ?? 0);
  }
});

function expectContext(stdout: string, words: string): string {
  const { hookSpecificOutput: out } = JSON.parse(stdout);
  expect(out.hookEventName).toBe("SessionStart");
  expect(out.additionalContext).toContain(words);
  return out.additionalContext;
}

function ownedByPlainUser(path: string): void {
  if (isRoot) chownSync(path, 65534, 65534);
}
