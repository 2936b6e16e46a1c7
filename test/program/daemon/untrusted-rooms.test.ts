// What a cloned or unpacked project can put at the paths that the code map, project context, tasks and imports read or
// write: pipes, devices, links out of the project. None of it blocks a command or the daemon, nothing outside of the
// project is read or written.

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesWith, stop, tellback, tellbackHome } from "../../support/tellback.ts";
import { gitProject, tempDir } from "../../support/temp.ts";

const pipe = (path: string) => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  execFileSync("mkfifo", [path]);
};
const link = (to: string, path: string) => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  symlinkSync(to, path);
};

const manifests = ["package.json", "tsconfig.json", "pyproject.toml", "go.mod", "Cargo.toml", "Makefile"];

const taskFiles = ["scratchpad", "plan", "progress"].map((name) => `.tellback/tasks/login/${name}.md`);
const sources = ["a.py", "lib/b.ts", "lib/c.go"];

/** Name, and what is put into a project; `outside` is a folder with files of somebody else. */
const traps: [string, (project: string, outside: string) => void][] = [
  [
    "pipes",
    (at) => {
      for (const path of [...manifests, ...sources, ...taskFiles]) pipe(join(at, path));
    },
  ],
  [
    "devices",
    (at) => {
      for (const path of [...manifests, ...sources, ".tellback/tasks"]) link("/dev/zero", join(at, path));
    },
  ],
  [
    "files and folders that lead out of the project",
    (at, outside) => {
      for (const path of [...manifests, "a.py"]) link(join(outside, path), join(at, path));
      for (const path of ["lib", ".tellback/tasks"]) link(outside, join(at, path));
    },
  ],
  [
    "a task that leads out of the project, a folder that leads to itself",
    (at, outside) => {
      link(outside, join(at, ".tellback/tasks/login"));
      link(".", join(at, "lib"));
    },
  ],
  [
    "task files that lead out of the project",
    (at, outside) => {
      for (const path of taskFiles) link(join(outside, "a.py"), join(at, path));
    },
  ],
];

test.each(traps)("%s", { timeout: 120_000 }, async (_, set) => {
  await using home = await tellbackHome();
  await using folder = await tempDir("eg");
  const outside = join(folder.path, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "a.py"), "def outsidesecret():\n    pass\n");
  for (const name of manifests) writeFileSync(join(outside, name), '{"name": "outsidesecret"}');
  const files = readdirSync(outside).sort();
  const project = await gitProject(join(folder.path, "project"));
  set(project, outside);
  for (const args of [
    ["map"],
    ["map", "--calls"],
    ["project-context"],
    ["init"],
    ["scratchpad", "login", "--content", "Notes"],
    ["plan", "login", "--content", "1. Do it"],
    ["append", "login", "Done"],
    ["task", "verify", "--restore"],
    ["task", "list"],
  ]) {
    const { code, stderr } = await tellback(home, args, { cwd: project });
    expect([args, typeof code, stderr.includes("internal")]).toEqual([args, "number", false]);
  }
  expect(await tellback(home, ["status", "--json"], { cwd: outside })).toMatchObject({ code: 0, stderr: "" });
  await stop(home);
  expect(readdirSync(outside).sort()).toEqual(files);
  expect(readFileSync(join(outside, "a.py"), "utf8")).toBe("def outsidesecret():\n    pass\n");
  expect(filesWith(home, "outsidesecret")).toEqual([]);
});

test("a pipe or a device as something to import is an error", { timeout: 120_000 }, async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("eg");
  const paths = [join(folder.path, "pipe.jsonl"), join(folder.path, "pipe.db"), join(folder.path, "pipe.md")];
  for (const path of paths) pipe(path);
  const device = join(folder.path, "device.jsonl");
  link("/dev/zero", device);
  mkdirSync(join(folder.path, "inside"));
  pipe(join(folder.path, "inside", "a.jsonl"));
  pipe(join(folder.path, "inside", "a.md"));
  const sources = ["tellback", "claude-mem", "episodic-memory", "ctx", "mcp-memory", "notes"];
  for (const source of sources)
    for (const path of [...paths, device, join(folder.path, "inside")]) {
      const { code, stderr } = await tellback(home, ["import", source, path]);
      expect([source, path, typeof code, stderr.includes("internal")]).toEqual([
        source,
        path,
        "number",
        false,
      ]);
    }
  for (const source of ["claude-code", "codex", "gemini", "basic-memory"]) {
    const { code } = await tellback(home, ["import", source, join(folder.path, "inside")]);
    expect([source, typeof code]).toEqual([source, "number"]);
  }
  expect(await tellback(home, ["status", "--json"])).toMatchObject({ code: 0, stderr: "" });
  await stop(home);
});
