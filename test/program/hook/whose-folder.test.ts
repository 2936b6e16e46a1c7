// Who owns TELLBACK_HOME. The shell scripts decide it as the Node side does (config/private-files.ts): a folder
// that another user created first, or can write to, is not trusted: nothing in it is run, and nothing is written there.

import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  entry,
  type Home,
  hookScript,
  inboxFiles,
  payload,
  type Ran,
  shellHook,
  tellbackHome,
} from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const script = join(dirname(hookScript), "../bin/tellback");
const isRoot = process.getuid?.() === 0;
const somebodyElse = 65534;
const planted = "planted by somebody else";

/** A home with a launcher and a daemon that are not tellback's; `marks` gets a file for each that was run. */
async function plantIn(home: Home, marks: string) {
  mkdirSync(home.paths.inbox, { recursive: true, mode: 0o700 });
  mkdirSync(marks);
  const program = join(home.path, "program");
  writeFileSync(program, `#!/bin/sh\n: >'${marks}/launcher'\necho '${planted}'\n`, { mode: 0o755 });
  writeFileSync(home.paths.launcher, `${program}\n${program}\n`);
  const server = createServer((socket) => {
    if (!existsSync(join(marks, "daemon"))) writeFileSync(join(marks, "daemon"), "");
    socket.on("error", () => {}).resume();
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${planted.length}\r\n\r\n${planted}`);
  });
  const socket = join(home.path, "planted.sock");
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  writeFileSync(home.paths.register, `${process.pid}\n${socket}\ntoken\n9.9.9\n`);
  return { [Symbol.asyncDispose]: async () => void (await new Promise((done) => server.close(done))) };
}

const modes = [["capture"], ["wake"], ["answer", "5"], ["ask", "5"]];
const folders: { name: string; needsRoot: boolean; leaves: boolean; make(home: Home): void }[] = [
  {
    name: "made by another user",
    needsRoot: true,
    leaves: false,
    make: (home) => chownSync(home.path, somebodyElse, somebodyElse),
  },
  {
    name: "with an inbox of another user",
    needsRoot: true,
    leaves: false,
    make: (home) => {
      chownSync(home.path, somebodyElse, somebodyElse);
      chownSync(home.paths.inbox, somebodyElse, somebodyElse);
    },
  },
  {
    name: "behind another user's link",
    needsRoot: true,
    leaves: false,
    make: (home) => {
      const real = `${home.path}-real`;
      mkdirSync(dirname(real), { recursive: true });
      // The files stay reachable by the paths that were recorded in them.
      rmSync(real, { recursive: true, force: true });
      symlinkSync(home.path, real);
      lchownSync(real, somebodyElse, somebodyElse);
      chmodSync(home.path, 0o700);
    },
  },
  {
    name: "that the group may write to",
    needsRoot: false,
    leaves: true,
    make: (home) => chmodSync(home.path, 0o770),
  },
  {
    name: "that everybody may write to",
    needsRoot: false,
    leaves: true,
    make: (home) => chmodSync(home.path, 0o777),
  },
];

describe.each(folders)("a home $name", ({ name, needsRoot, leaves, make }) => {
  const skipped = needsRoot && !isRoot;
  const env = (home: Home) => (name.includes("link") ? { TELLBACK_HOME: `${home.path}-real` } : {});

  test.skipIf(skipped).each(modes)("is not trusted by hook.sh %s", async (...mode) => {
    await using home = await tellbackHome();
    await using folder = await tempDir("eg");
    const marks = join(folder.path, "marks");
    await using _ = await plantIn(home, marks);
    make(home);
    const ran = await shellHook(home, mode, payload.prompt("s", "secret words"), { env: env(home) });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    // If files can be written, the user gets a message about the problem once a day.
    expect(ran.stdout).toMatch(leaves ? /^$|can be written by other users/ : /^$/);
    expect(readdirSync(marks)).toEqual([]);
    if (!leaves) expect(inboxFiles(home)).toEqual([]);
  });

  test.skipIf(skipped)("is not trusted by bin/tellback, and tellback reports why", async () => {
    await using home = await tellbackHome();
    await using folder = await tempDir("eg");
    const marks = join(folder.path, "marks");
    await using _ = await plantIn(home, marks);
    make(home);
    const ran = await runScript({
      ...scriptEnvironment(folder.path),
      TELLBACK_HOME: home.path,
      ...env(home),
    });
    expect(ran).toMatchObject({ code: 5, stdout: "" });
    expect(ran.stderr).toMatch(/belongs to another user|can be written by other users/);
    expect(readdirSync(marks)).toEqual([]);
  });
});

test("the user's own home is trusted, also behind the user's own link and with a trailing slash", async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("eg");
  const marks = join(folder.path, "marks");
  await using _ = await plantIn(home, marks);
  chmodSync(home.path, 0o755);
  const link = join(folder.path, "link");
  symlinkSync(home.path, link);
  for (const TELLBACK_HOME of [home.path, link, `${link}/`]) {
    const ran = await shellHook(home, ["answer", "5"], payload.prompt("s", "words"), {
      env: { TELLBACK_HOME },
    });
    expect(ran).toMatchObject({ code: 0, stdout: planted });
    expect(await runScript({ ...scriptEnvironment(folder.path), TELLBACK_HOME })).toMatchObject({
      stdout: `${planted}\n`,
    });
  }
});

/** Both names of the same folder; only the first is looked up in the system, and nothing is created in a real home. */
describe.each([
  ["unset", {}],
  ["empty", { HOME: "" }],
])("with HOME %s", (_, home) => {
  test("hook.sh, bin/tellback and tellback use the folder that the system reports", async () => {
    await using folder = await tempDir("eg");
    await using unused = await tellbackHome();
    // The shell uses `id` and `~`, Node uses getpwuid: both must give the same result.
    const meant = join(userInfo().homedir, ".tellback");
    const env = { PATH: process.env.PATH ?? "", ...home };
    const shown = await run(process.execPath, [entry, "config", "--json"], env, folder.path);
    expect(shown.stderr).toBe("");
    const traced = await run("sh", ["-c", `${tracing(hookScript)}`], env, folder.path);
    expect(traced.stdout).toBe(`${meant}\n`);
    const started = await run("sh", ["-c", `${tracing(script)}`], env, folder.path);
    expect(started.stdout).toBe(`${meant}\n`);
    const paths = await run(process.execPath, ["-e", nodeSide], env, folder.path);
    expect(paths.stdout).toBe(`${meant}\n`);
    expect(readdirSync(folder.path)).toEqual([]);
    expect(existsSync(unused.path)).toBe(false);
  });
});

const nodeSide = `import(${JSON.stringify(join(import.meta.dirname, "../../../src/config/paths.ts"))}).then(({ pathsOf }) => console.log(pathsOf().home))`;

/** A script up to the line that names the home, which is then printed. */
function tracing(path: string): string {
  const [before = ""] = readFileSync(path, "utf8").split(/^home=\$\{home%\/\}$/m);
  return `${before}printf '%s\\n' "$home"`;
}

function scriptEnvironment(user: string): Record<string, string> {
  // The Node that runs the tests also runs tellback.
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
    HOME: user,
    TELLBACK_EMBED_PROVIDER: "off",
  };
}

const runScript = (env: Record<string, string>) => run(script, ["status"], env, dirname(script));

function run(command: string, args: string[], env: Record<string, string>, cwd: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code: code ?? signal ?? "SIGKILL", stdout, stderr }));
  });
}
