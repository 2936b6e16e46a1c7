// What a cloned or unpacked project can put at a path that tellback reads: pipes, devices, links. The daemon serves
// every project of the machine, so none of it may block the daemon, and the hostile project itself gets an error.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  type Home,
  payload,
  rows,
  shellHook,
  stop,
  tellback,
  tellbackHome,
  untilStored,
} from "../../support/tellback.ts";
import { gitProject, tempDir } from "../../support/temp.ts";

const pipe = (path: string) => {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [path]);
};
const link = (to: string, path: string) => {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path);
};

/** Name, and what is put into a small git project. */
const traps: [string, (project: string) => void][] = [
  ["settings that are a link to /dev/zero", (at) => link("/dev/zero", join(at, ".tellback/config.json"))],
  ["settings that are a link to /dev/ptmx", (at) => link("/dev/ptmx", join(at, ".tellback/config.json"))],
  ["settings that are a pipe", (at) => pipe(join(at, ".tellback/config.json"))],
  [
    "settings behind a link to a pipe",
    (at) => {
      pipe(join(at, "pipe"));
      link("../pipe", join(at, ".tellback/config.json"));
    },
  ],
  ["a folder of settings that is a device", (at) => link("/dev/zero", join(at, ".tellback"))],
  ["a pipe as .git", (at) => inPlaceOf(join(at, ".git"), pipe)],
  ["a link to /dev/zero as .git", (at) => inPlaceOf(join(at, ".git"), (path) => link("/dev/zero", path))],
  ["a pipe as .git/config", (at) => inPlaceOf(join(at, ".git/config"), pipe)],
  ["/dev/zero as .git/config", (at) => inPlaceOf(join(at, ".git/config"), (path) => link("/dev/zero", path))],
  ["a pipe as .git/HEAD", (at) => inPlaceOf(join(at, ".git/HEAD"), pipe)],
  ["a pipe as .git/index", (at) => inPlaceOf(join(at, ".git/index"), pipe)],
  [
    "a .git that names a folder whose commondir is a pipe",
    (at) => {
      inPlaceOf(join(at, ".git"), (path) => writeFileSync(path, "gitdir: elsewhere\n"));
      pipe(join(at, "elsewhere/commondir"));
    },
  ],
  ["a pipe as .gitignore", (at) => pipe(join(at, ".gitignore"))],
  ["a pipe as .env", (at) => pipe(join(at, ".env"))],
  ["/dev/zero as .env", (at) => link("/dev/zero", join(at, ".env"))],
  ["a pipe as the file that was touched", (at) => inPlaceOf(join(at, "README.md"), pipe)],
];

function inPlaceOf(path: string, make: (path: string) => void): void {
  rmSync(path, { recursive: true, force: true });
  make(path);
}

async function aSessionIn(home: Home, project: string, session: string, more: object = {}): Promise<void> {
  const given = { cwd: project, ...more };
  const options = { projectDir: project };
  await shellHook(home, ["answer", "20"], payload.start(session, given), options);
  const input = { file_path: join(project, "README.md") };
  const read = { ...given, tool_name: "Read", tool_input: input, tool_response: { file: { content: "x" } } };
  await shellHook(home, ["capture"], payload.tool(session, session, read), options);
  await shellHook(home, ["answer", "20"], payload.prompt(session, "what does README.md say", given), options);
}

test.each(traps)("%s blocks nobody", { timeout: 120_000 }, async (_, set) => {
  await using home = await tellbackHome();
  await using folder = await tempDir("eg");
  const hostile = await gitProject(join(folder.path, "hostile"));
  const good = await gitProject(join(folder.path, "good"));
  set(hostile);
  await aSessionIn(home, hostile, "hostile");
  await aSessionIn(home, good, "good");
  await untilStored(home, 4);
  const sessions = rows<{ id: string }>(home, "select id from sessions order by id");
  expect(sessions.map(({ id }) => id)).toEqual(["good", "hostile"]);
  for (const cwd of [good, hostile])
    expect(await tellback(home, ["status", "--json"], { cwd })).toMatchObject({ code: 0, stderr: "" });
  await stop(home);
});

test.each([
  ["a pipe", pipe],
  ["/dev/zero", (path: string) => link("/dev/zero", path)],
  ["a folder", (path: string) => mkdirSync(path)],
])("%s as the transcript blocks nobody, and its session can be deleted", async (_, make) => {
  await using home = await tellbackHome();
  await using folder = await tempDir("eg");
  const project = await gitProject(join(folder.path, "good"));
  const transcript = join(folder.path, "hostile.jsonl");
  make(transcript);
  await aSessionIn(home, project, "hostile", { transcript_path: transcript });
  await aSessionIn(home, project, "good");
  await untilStored(home, 4);
  const failed = await tellback(home, ["jobs", "--state", "failed", "--json"]);
  expect(JSON.parse(failed.stdout)).toEqual({ jobs: [] });
  expect(await tellback(home, ["session", "delete", "hostile", "--yes"])).toMatchObject({
    code: 0,
    stderr: "",
  });
  await stop(home);
});

test("settings that are not a regular file of the project are reported with the reason, and cannot be trusted", async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("eg");
  const secret = join(folder.path, "outside.json");
  writeFileSync(secret, '{"recall.budgetTokens": 7}');
  for (const [i, [to, why]] of (
    [
      ["/dev/zero", "outside its folder"],
      [secret, "outside its folder"],
      ["pipe", "is not a regular file"],
    ] as const
  ).entries()) {
    const project = join(folder.path, `p${i}`);
    pipe(join(project, ".tellback/pipe"));
    link(to, join(project, ".tellback/config.json"));
    const shown = await tellback(home, ["config", "--explain"], { cwd: project });
    expect(shown.stdout).toContain(why);
    expect(await tellback(home, ["config", "trust"], { cwd: project })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(why),
    });
  }
});

test("a pipe among imported files, or among the host's settings, is an error and does not block", async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("eg");
  pipe(join(folder.path, "knowledge_graph.json"));
  expect(await tellback(home, ["knowledge", "import", folder.path])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not a regular file"),
  });
  pipe(join(folder.path, ".claude/settings.json"));
  expect(await tellback(home, ["install", "--scope", "project"], { cwd: folder.path })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not a regular file"),
  });
  await stop(home);
});
