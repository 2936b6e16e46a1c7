// The daemon from its callers' view: started by the first that needs it, never two, replaced when it is old or dead.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect as connectSocket, createServer } from "node:net";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  daemonOf,
  entry,
  environment,
  type Home,
  lives,
  payload,
  processesOf,
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

const mode = (path: string) => statSync(path).mode & 0o777;
const json = <T>(text: string) => JSON.parse(text) as T;

async function startedPid(home: Home, env?: Record<string, string>): Promise<number> {
  const started = await tellback(home, ["daemon", "start", "--json"], env ? { env } : {});
  expect(started).toMatchObject({ code: 0, stderr: "" });
  return json<{ pid: number }>(started.stdout).pid;
}

function changeRegister(home: Home, line: number, value: string): void {
  const lines = readFileSync(home.paths.register, "utf8").split("\n");
  lines[line] = value;
  writeFileSync(home.paths.register, lines.join("\n"));
}

test("is started by the first command that needs it, and serves the next ones too", async () => {
  await using home = await tellbackHome();
  expect(existsSync(home.path)).toBe(false);
  const first = await tellback(home, ["status", "--json"]);
  const second = await tellback(home, ["status", "--json"]);
  expect([first.code, second.code]).toEqual([0, 0]);
  const [one, two] = [first, second].map(
    ({ stdout }) => json<{ daemon: { pid: number } }>(stdout).daemon.pid,
  );
  expect(one).toBe(two);
  expect(lives(one as number)).toBe(true);
  await stop(home);
});

test("is started once by twenty callers at the same moment, and answers them all", {
  timeout: 120_000,
}, async () => {
  await using home = await tellbackHome();
  const all = await Promise.all(Array.from({ length: 20 }, () => tellback(home, ["status", "--json"])));
  expect(all.filter(({ code }) => code !== 0)).toEqual([]);
  const pids = new Set(all.map(({ stdout }) => json<{ daemon: { pid: number } }>(stdout).daemon.pid));
  expect([...pids]).toEqual([registeredPid(home)]);
  await until("no other is left", () => processesOf(home.path).length <= 1);
  // On a machine so busy that it does not answer in time, a caller may try again.
  const tries = readFileSync(join(home.paths.logs, "daemon.log"), "utf8").match(/running already/g) ?? [];
  expect(tries.length).toBeLessThan(5);
  await stop(home);
});

test("answers at normal priority, while its embedding process runs at low priority", async () => {
  await using home = await tellbackHome();
  const pid = await startedPid(home, { TELLBACK_EMBED_PROVIDER: "bundled" });
  expect(getPriority(pid)).toBe(getPriority());
  await shellHook(home, ["answer", "5"], payload.start("s"));
  const others = () => processesOf(home.path).filter((one) => one !== pid);
  await until("the embedding process steps back", () =>
    others().some((one) => getPriority(one) >= constants.priority.PRIORITY_BELOW_NORMAL),
  );
  expect(getPriority(pid)).toBe(getPriority());
  await stop(home);
});

test("keeps its socket, its folder, its registration and its store private", async () => {
  await using home = await tellbackHome();
  await startedPid(home);
  expect(mode(home.path)).toBe(0o700);
  expect(mode(home.paths.inbox)).toBe(0o700);
  expect(mode(home.paths.logs)).toBe(0o700);
  expect(mode(home.paths.socket)).toBe(0o600);
  expect(mode(home.paths.register)).toBe(0o600);
  expect(mode(home.paths.lock)).toBe(0o600);
  expect(mode(home.paths.startLock)).toBe(0o600);
  expect(mode(home.paths.database)).toBe(0o600);
  await stop(home);
});

test("refuses a home folder that others may write to", async () => {
  await using home = await tellbackHome();
  mkdirSync(home.path);
  chmodSync(home.path, 0o777);
  const ran = await tellback(home, ["status"]);
  expect(ran).toMatchObject({ code: 5, stdout: "" });
  expect(ran.stderr).toMatch(/can be written by other users\n.*chmod 700/);
});

test("is replaced after kill -9, despite leftover files", async () => {
  await using home = await tellbackHome();
  const killed = await startedPid(home);
  signal(killed, "SIGKILL");
  await until("it is dead", () => !lives(killed));
  expect(existsSync(home.paths.register)).toBe(true);
  expect(existsSync(home.paths.socket)).toBe(true);
  const next = await startedPid(home);
  expect(next).not.toBe(killed);
  await stop(home);
});

test("starts despite an invalid registration and socket file", async () => {
  await using home = await tellbackHome();
  mkdirSync(home.path, { mode: 0o700 });
  writeFileSync(home.paths.register, "\0\0\0 not a register\n\n\n", { mode: 0o600 });
  writeFileSync(home.paths.socket, "not a socket", { mode: 0o600 });
  await startedPid(home);
  await stop(home);
});

test("another program with the registered pid is neither trusted nor signalled", async () => {
  await using home = await tellbackHome();
  await using bystander = sleeper();
  signal(await startedPid(home), "SIGKILL");
  changeRegister(home, 0, String(bystander.pid));
  const status = await tellback(home, ["daemon", "status", "--json"]);
  expect(status).toMatchObject({ code: 0, stdout: "null\n" });
  expect(await tellback(home, ["daemon", "stop", "--json"])).toMatchObject({
    code: 0,
    stdout: '{\n  "stopped": false\n}\n',
  });
  const next = await startedPid(home);
  expect(next).not.toBe(bystander.pid);
  expect(lives(bystander.pid)).toBe(true);
  await stop(home);
});

test("another program on the daemon's socket is not trusted", async () => {
  await using home = await tellbackHome();
  await using bystander = sleeper();
  mkdirSync(home.path, { mode: 0o700 });
  const stranger = createServer((socket) => {
    const body = JSON.stringify({ pid: 1, version: "9.9.9" });
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  const elsewhere = join(home.path, "stranger.sock");
  await new Promise<void>((resolve) => stranger.listen(elsewhere, resolve));
  const register = `${bystander.pid}\n${elsewhere}\ntoken\n9.9.9\n`;
  writeFileSync(home.paths.register, register, { mode: 0o600 });
  expect(await startedPid(home)).toBe(registeredPid(home));
  stranger.close();
  await stop(home);
});

test("an older daemon finishes its work and is replaced by a newer tellback", async () => {
  await using home = await tellbackHome();
  const old = await startedPid(home);
  changeRegister(home, 3, "0.0.1");
  await shellHook(home, ["capture"], payload.tool("s", "1"));
  const young = await startedPid(home);
  expect(young).not.toBe(old);
  await until("the old one is gone", () => !lives(old));
  await untilStored(home, 1);
  expect(readFileSync(home.paths.register, "utf8")).not.toContain("0.0.1");
  await stop(home);
});

test("two newer tellbacks at once replace it only once", async () => {
  await using home = await tellbackHome();
  const old = await startedPid(home);
  changeRegister(home, 3, "0.0.1");
  const [one, two] = await Promise.all([startedPid(home), startedPid(home)]);
  expect(one).toBe(two);
  expect(one).not.toBe(old);
  await stop(home);
});

test("a daemon newer than the caller stays", async () => {
  await using home = await tellbackHome();
  const running = await startedPid(home);
  changeRegister(home, 3, "99.0.0");
  expect(await startedPid(home)).toBe(running);
  await stop(home);
});

test("exits after its idle time", async () => {
  await using home = await tellbackHome();
  const pid = await startedPid(home, { TELLBACK_DAEMON_IDLE_MINUTES: "0.01" });
  await until("it has gone", () => !lives(pid));
  expect(existsSync(home.paths.register)).toBe(false);
  expect(existsSync(home.paths.socket)).toBe(false);
});

test("exits when its folder is deleted", async () => {
  await using home = await tellbackHome();
  const pid = await startedPid(home);
  // The daemon may still write a file while its folder is being deleted.
  rmSync(home.path, { recursive: true, maxRetries: 20, retryDelay: 50 });
  await until("it has gone", () => !lives(pid));
});

test("stops despite an open connection without data", async () => {
  await using home = await tellbackHome();
  const pid = await startedPid(home);
  const silent = connectSocket(home.paths.socket);
  silent.on("error", () => {});
  await new Promise<void>((resolve) => silent.once("connect", () => resolve()));
  silent.write("POST /v1/status HTTP/1.1\r\nhost: eng");
  expect(await tellback(home, ["daemon", "stop"])).toMatchObject({ code: 0 });
  await until("it has gone", () => !lives(pid));
  silent.destroy();
});

test("stores every event once although it is killed repeatedly while hooks run", {
  timeout: 180_000,
}, async () => {
  await using home = await tellbackHome();
  const rounds = 12;
  const perRound = 15;
  await startedPid(home);
  for (let round = 0; round < rounds; round++) {
    const hooks = Array.from({ length: perRound }, (_, n) =>
      shellHook(home, n % 5 === 4 ? ["wake"] : ["capture"], payload.tool("s", `${round}-${n}`)),
    );
    await pause(Math.random() * 60);
    for (const pid of processesOf(home.path).filter(isDaemon)) signal(pid, "SIGKILL");
    const ran = await Promise.all(hooks);
    expect(ran.every(({ code, stdout, stderr }) => code === 0 && stdout === "" && stderr === "")).toBe(true);
    // Sometimes working, sometimes still starting, sometimes not started yet.
    if (round % 3 !== 0) await until("one is up", () => processesOf(home.path).some(isDaemon));
  }
  await startedPid(home);
  await untilStored(home, rounds * perRound);
  await untilTakenIn(home);
  await stop(home);
  expect(stored(home)).toBe(rounds * perRound);
  expect(rows(home, "select host_key from observations group by host_key having count(*) > 1")).toEqual([]);
  expect(rows(home, "pragma quick_check")).toEqual([{ quick_check: "ok" }]);
});

test("resumes the jobs of a killed daemon", async () => {
  await using home = await tellbackHome();
  const transcripts = join(home.path, "..", "transcripts");
  mkdirSync(transcripts);
  writeFileSync(join(transcripts, "s.jsonl"), `${record("u1", "Please remember this")}\n`);
  const first = await startedPid(home);
  const { client } = await daemonOf(home);
  signal(first, "SIGSTOP");
  // The request waits in the stopped daemon's socket: when killed, the daemon is working on it or has not begun.
  const asked = client.call("import.start", { folder: transcripts }).catch(() => null);
  signal(first, "SIGCONT");
  await asked;
  signal(first, "SIGKILL");
  await until("it is dead", () => !lives(first));
  await startedPid(home);
  await untilStored(home, 1);
  await until("the job is done", () => rows(home, "select id from jobs").length === 0);
  await stop(home);
  expect(stored(home)).toBe(1);
});

test("stopped during an import, the next one continues, and it does not count as a failed attempt", {
  timeout: 60_000,
}, async () => {
  await using home = await tellbackHome();
  const transcripts = join(home.path, "..", "transcripts");
  mkdirSync(transcripts);
  const files = 400;
  for (let n = 0; n < files; n++) {
    writeFileSync(join(transcripts, `s${n}.jsonl`), `${record(`u${n}`, `Prompt ${n}`, `s${n}`)}\n`);
  }
  await startedPid(home);
  await (await daemonOf(home)).client.call("import.start", { folder: transcripts });
  for (const part of [5, 25, 45]) {
    await untilStored(home, part);
    await stop(home);
    if (stored(home) < files) {
      const jobs = rows(home, "select kind, state, attempts from jobs where kind = 'import'");
      expect(jobs).toEqual([{ kind: "import", state: "pending", attempts: 0 }]);
    }
    await startedPid(home);
  }
  await untilStored(home, files);
  await until("the job is done", () => rows(home, "select id from jobs").length === 0);
  await stop(home);
  expect(stored(home)).toBe(files);
});

test("works in a home whose path is too long for a socket", async () => {
  await using home = await tellbackHome(join("a".repeat(80), "b".repeat(80)));
  await startedPid(home);
  expect(home.paths.socket.startsWith(home.path)).toBe(false);
  expect(mode(home.paths.socket)).toBe(0o600);
  const options = { projectDir: "/nowhere/project" };
  await shellHook(home, ["capture"], payload.prompt("s", "Write the parser"), options);
  await shellHook(home, ["capture"], payload.write("s", "src/parser.ts"), options);
  await untilStored(home, 2);
  await shellHook(home, ["capture"], payload.stop("s"), options);
  await untilWorkedOn(home, "src/parser.ts");
  const answered = await shellHook(home, ["answer", "5"], payload.start("other"), options);
  expect(answered).toMatchObject({ code: 0, stderr: "" });
  expect(answered.stdout).toContain("Asked: Write the parser; src/parser.ts changed.");
  await stop(home);
});

test("does not use the folder from which it was started as its working folder", async () => {
  await using home = await tellbackHome();
  const pid = await startedPid(home);
  if (existsSync("/proc/self")) {
    const { readlinkSync } = await import("node:fs");
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe(home.path);
  }
  await stop(home);
});

test("daemon start, status, stop and logs report correctly as text and as JSON", async () => {
  await using home = await tellbackHome();
  const off = await tellback(home, ["daemon", "status"]);
  expect(off).toEqual({
    code: 0,
    stdout: "The daemon is not running; it starts when it is needed.\n",
    stderr: "",
  });
  expect(existsSync(home.path)).toBe(false);
  expect((await tellback(home, ["daemon", "logs"])).stdout).toMatch(/daemon\.log is empty\.\n$/);
  const pid = await startedPid(home);
  const on = await tellback(home, ["daemon", "status"]);
  expect(on.stdout).toMatch(new RegExp(`^pid +${pid}$`, "m"));
  const state = json<object>((await tellback(home, ["daemon", "status", "--json"])).stdout);
  expect(state).toMatchObject({ pid, home: home.path, idleMinutes: 30 });
  expect(await tellback(home, ["daemon", "stop"])).toMatchObject({
    code: 0,
    stdout: `stopped the daemon (pid ${pid})\n`,
  });
  await until("the daemon has ended", () => !lives(pid));
  expect((await tellback(home, ["daemon", "stop"])).stdout).toBe("The daemon is not running.\n");
  expect(await tellback(home, ["daemon", "logs", "-n", "0"])).toMatchObject({ code: 2, stdout: "" });
});

test("a second one in the foreground fails because one is running", async () => {
  await using home = await tellbackHome();
  const pid = await startedPid(home);
  const second = await tellback(home, ["daemon", "run"]);
  expect(second).toMatchObject({ code: 4, stdout: "" });
  expect(second.stderr).toMatch(/already running\n.*tellback daemon status/);
  expect(registeredPid(home)).toBe(pid);
  await stop(home);
});

test("one that cannot open its store reports it and leaves nothing running", async () => {
  await using home = await tellbackHome();
  mkdirSync(home.paths.database, { recursive: true, mode: 0o700 });
  chmodSync(home.path, 0o700);
  const ran = await tellback(home, ["status"]);
  expect(ran).toMatchObject({ code: 6, stdout: "" });
  expect(ran.stderr).toMatch(/the daemon did not start: the store cannot be .*\n.*tellback doctor/);
  expect((await tellback(home, ["daemon", "logs"])).stdout).toMatch(/the store cannot be/);
  expect(processesOf(home.path)).toEqual([]);
});

test("one whose port is taken exits with a clear error instead of holding the lock", async () => {
  await using home = await tellbackHome();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as { port: number };
  const ran = await tellback(home, ["serve", "--port", String(port)]);
  taken.close();
  expect(ran).toMatchObject({ code: 4, stdout: "" });
  expect(ran.stderr).toMatch(/is taken\n.*--port/);
  await startedPid(home);
  await stop(home);
});

function record(uuid: string, words: string, session = "s"): string {
  return JSON.stringify({
    type: "user",
    uuid,
    timestamp: "2025-01-01T10:00:00.000Z",
    sessionId: session,
    cwd: "/nowhere/project",
    promptId: `p-${uuid}`,
    message: { role: "user", content: words },
  });
}

function isDaemon(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${entry}\0daemon\0run`);
  } catch {
    return false;
  }
}

/** A program unrelated to tellback. */
function sleeper() {
  const child = spawn("sleep", ["300"], { stdio: "ignore", env: environment({ path: "/none" } as Home) });
  const pid = child.pid as number;
  return { pid, [Symbol.asyncDispose]: async () => signal(pid, "SIGKILL") };
}
