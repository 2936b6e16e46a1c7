// A really full disk under a running daemon: the daemon survives, reports it, and loses nothing.

import { execFile } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
  type Home,
  lives,
  payload,
  portableHook,
  registeredPid,
  rows,
  shellHook,
  stop,
  stored,
  tellback,
  tellbackHome,
  until,
  untilTakenIn,
} from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const execute = promisify(execFile);
const reason = await whyNoDisk();
const title = (name: string): string => (reason ? `${name} (skipped: ${reason})` : name);

test.skipIf(reason)(
  title("everything that happened while the disk was full is known afterwards, and the daemon is the same"),
  { timeout: 180_000 },
  async () => {
    await using home = await tellbackHome();
    await using elsewhere = await tempDir("egfull");
    await using _disk = await smallDisk(home, "24m");
    const transcript_path = join(elsewhere.path, "s.jsonl");
    const prompt = async (n: number) => {
      const words = `Question ${n}`;
      writeFileSync(transcript_path, `${record(n, words)}\n`, { flag: "a" });
      const hook = payload.prompt("s", words, { prompt_id: `p-${n}`, transcript_path });
      expect(await shellHook(home, ["capture"], hook)).toEqual({ code: 0, stdout: "", stderr: "" });
    };
    await tellback(home, ["daemon", "start"]);
    const pid = registeredPid(home) as number;
    await prompt(0);
    await until("the first is stored", () => stored(home) === 1);
    const filler = fillUp(home);
    for (let n = 1; n <= 80; n++) await prompt(n);
    await until("the status says so", async () => {
      const status = await tellback(home, ["status", "--json"]);
      if (status.code !== 0) return false;
      const { problems } = JSON.parse(status.stdout) as { problems: { code: string }[] };
      return problems.some(({ code }) => code === "disk_full");
    });
    expect(lives(pid)).toBe(true);
    rmSync(filler);
    await until("all is stored", () => stored(home) === 81, 90_000);
    expect(registeredPid(home)).toBe(pid);
    expect(rows(home, "pragma quick_check")).toEqual([{ quick_check: "ok" }]);
    await stop(home);
  },
);

test.skipIf(reason)(
  title("without a transcript, events of that time are written into the room that the daemon keeps"),
  { timeout: 180_000 },
  async () => {
    await using home = await tellbackHome();
    await using _disk = await smallDisk(home, "24m");
    await tellback(home, ["daemon", "start"]);
    await until("there is room", () => existsSync(home.paths.spare));
    const filler = fillUp(home);
    for (let n = 1; n <= 80; n++) {
      const hook = payload.prompt("s", `Question ${n}`, { prompt_id: `p-${n}` });
      const ran = await (n % 20 === 0 ? portableHook(home, hook) : shellHook(home, ["capture"], hook));
      expect(ran).toMatchObject({ code: 0, stderr: "" });
    }
    expect(existsSync(home.paths.spare)).toBe(false);
    rmSync(filler);
    await until("all is stored", () => stored(home) === 80, 90_000);
    await until("there is room again", () => existsSync(home.paths.spare));
    await stop(home);
  },
);

test("a daemon whose log cannot be written continues without it", { timeout: 60_000 }, async () => {
  await using home = await tellbackHome();
  mkdirSync(home.paths.logs, { recursive: true, mode: 0o700 });
  rmSync(join(home.paths.logs, "daemon.log"), { force: true });
  await execute("ln", ["-s", "/dev/full", join(home.paths.logs, "daemon.log")]);
  await execute("chmod", ["700", home.path]);
  await tellback(home, ["daemon", "start"]);
  const pid = registeredPid(home) as number;
  // A file in place of a folder: every round of the daemon, and every request, causes an error.
  mkdirSync(home.paths.inbox, { recursive: true });
  writeFileSync(home.paths.unreadable, "in the way");
  writeFileSync(join(home.paths.inbox, "1.0"), "foreign\0end");
  await shellHook(home, ["capture"], payload.tool("s", "1"));
  await until("it is stored", () => stored(home) === 1);
  expect(await tellback(home, ["status"])).toMatchObject({ code: 1 });
  rmSync(home.paths.unreadable);
  await untilTakenIn(home);
  const status = JSON.parse((await tellback(home, ["status", "--json"])).stdout);
  expect(status).toMatchObject({ daemon: { pid }, inbox: { waiting: 0, unreadable: 1 } });
  await stop(home);
});

/** Makes the home a separate disk. */
async function smallDisk(home: Home, size: string) {
  mkdirSync(home.path, { recursive: true });
  await execute("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "tmpfs", home.path]);
  return { [Symbol.asyncDispose]: async () => void (await execute("umount", ["-l", home.path])) };
}

/** Writes until the disk is full; returns the file that fills it. */
function fillUp(home: Home): string {
  const path = join(home.path, "filler");
  const file = openSync(path, "w");
  try {
    for (let bytes = 1024 * 1024; bytes >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch {
        bytes = Math.floor(bytes / 2);
      }
    }
  } finally {
    closeSync(file);
  }
  return path;
}

function record(n: number, words: string): string {
  return JSON.stringify({
    type: "user",
    uuid: `u-${n}`,
    timestamp: new Date().toISOString(),
    sessionId: "s",
    cwd: "/nowhere/project",
    promptId: `p-${n}`,
    message: { role: "user", content: words },
  });
}

async function whyNoDisk(): Promise<string> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can mount a disk";
  await using folder = await tempDir("egmount");
  const target = join(folder.path, "disk");
  mkdirSync(target);
  try {
    await execute("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", target], { cwd: dirname(target) });
    await execute("umount", [target]);
    return "";
  } catch {
    return "this machine allows no mounts";
  }
}
