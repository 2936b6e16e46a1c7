// The commands of people who come from the earlier tool for tasks, as its guide prints them, with `tellback` as their name.

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entry, environment, type Home, stop, tellback, tellbackHome } from "../../support/tellback.ts";

const quickStart = `
# Initialize memory system for your project
tellback init

# Start exploration phase
tellback scratchpad "implement-auth" --content "Need to add user authentication system..."

# Create implementation plan
tellback plan "implement-auth" --content "## Implementation Plan
1. Create User model with email/password
2. Add JWT token generation
3. Create login/logout endpoints
4. Add middleware for protected routes"

# Track your progress
tellback append "implement-auth" "✅ Completed User model with password hashing"
tellback append "implement-auth" "✅ Added JWT token generation and validation"

# Check status anytime
tellback status "implement-auth"
`;

const phases = `
tellback scratchpad "my-task" --content "Looking into authentication options..."
tellback scratchpad "my-task" --content "Found three options:
1. JWT tokens - simple but stateless
2. Sessions - server state required

Questions: Do we need social login? What about refresh tokens?"
tellback scratchpad "my-task" --edit
tellback plan "my-task" --content "## Authentication Implementation
1. Install PyJWT and bcrypt dependencies
2. Create User model with password hashing"
tellback append "my-task" "Started implementation:
✅ Installed the PyJWT and bcrypt dependencies
🔄 Working on login endpoint..."
tellback append "my-task" "Plan deviation:
❌ JWT blacklist too complex for MVP
✅ Using shorter token expiry (1 hour) instead"
`;

const reference = `
tellback session start --name "feature-work"
tellback session info
tellback session list
tellback session switch feature-work
tellback project-info
tellback project-context --refresh
tellback context
tellback export "my-task" --format json
tellback export "my-task" --format text
tellback status
tellback --debug status "my-task"
tellback cleanup --days 30
tellback version
`;

let home: Home;
let folder: string;

beforeAll(async () => {
  home = await tellbackHome();
  folder = join(home.path, "user/project");
  mkdirSync(join(home.path, "user/bin"), { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(folder, "pyproject.toml"), '[project]\nname = "x"\ndependencies = ["fastapi"]\n');
  const program = join(home.path, "user/bin/tellback");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`, { mode: 0o755 });
  const editor = '#!/bin/sh\nprintf "written in an editor\\n" >>"$1"\n';
  writeFileSync(join(home.path, "user/bin/editor"), editor, { mode: 0o755 });
});

afterAll(async () => {
  await stop(home);
  await home[Symbol.asyncDispose]();
});

/** A shell stops at the first command that fails. */
function shell(script: string): Promise<string> {
  const env = environment(home);
  const bin = join(home.path, "user/bin");
  return new Promise((resolve, reject) => {
    const child = execFile(
      "/bin/sh",
      ["-e", "-c", script],
      { cwd: folder, env: { ...env, PATH: `${bin}:${env.PATH}`, EDITOR: join(bin, "editor") } },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    );
    child.stdin?.end();
  });
}

test("the quick start works as printed", { timeout: 120_000 }, async () => {
  const said = await shell(quickStart);
  expect(said).toContain("FastAPI");
  expect(said).toMatch(/☑ 1\. Create User model/);
  expect(said).toMatch(/☑ 2\. Add JWT token generation/);
  expect(said).toMatch(/☐ 3\. Create login\/logout endpoints/);
});

test("the three phases work as printed, the editor included", { timeout: 120_000 }, async () => {
  await shell(phases);
  const at = join(folder, ".tellback/tasks/my-task");
  expect(readFileSync(join(at, "scratchpad.md"), "utf8")).toContain("written in an editor");
  expect(readFileSync(join(at, "progress.md"), "utf8")).toContain("JWT blacklist too complex");
});

test("every command of the reference works as printed", { timeout: 120_000 }, async () => {
  const said = await shell(reference);
  expect(said).toContain("feature-work");
  expect(said).toContain('"name": "my-task"');
  expect(said).toMatch(/^tellback \d/m);
});

test("text comes from stdin too, and a refused step names the allowed one", {
  timeout: 120_000,
}, async () => {
  const piped = (args: string[], stdin: string) => tellback(home, args, { cwd: folder, stdin });
  expect((await piped(["scratchpad", "piped"], "notes from a pipe")).code).toBe(0);
  expect((await piped(["plan", "piped", "--from-scratchpad"], "")).stdout).toContain("notes from a pipe");
  expect((await piped(["append", "piped"], "an entry from a pipe")).code).toBe(0);
  const refused = await piped(["plan", "piped", "--content", "again"], "");
  expect(refused).toMatchObject({ code: 4 });
  expect(refused.stderr).toContain("tellback append piped --kind deviation");
  const empty = await piped(["append", "piped"], "");
  expect(empty.stderr).toContain("the entry is empty");
});

test("notes open in the editor with a full last line, and an empty text is not stored", {
  timeout: 120_000,
}, async () => {
  expect(
    await shell('tellback scratchpad noted --content "one line"; tellback scratchpad noted --edit'),
  ).toContain("one line\nwritten in an editor\n");
  await expect(shell("EDITOR=true tellback scratchpad untouched --edit")).rejects.toThrow(
    "the text is empty",
  );
  expect(await shell("tellback task list")).not.toContain("untouched");
});

test("an entry says which steps it completed, and an export is the task alone", {
  timeout: 120_000,
}, async () => {
  await shell('tellback plan steps --content "1. Create the model\n2. Write the tests"');
  expect(await shell('tellback append steps "Both are there" --ticks 1')).toMatch(
    /☑ 1\. Create the model\n1 of 2 steps done/,
  );
  await expect(shell('tellback append steps "And more" --ticks 3')).rejects.toThrow(
    "has 2 steps; step 3 is unknown",
  );
  expect(await shell("tellback export steps --format text")).not.toMatch(/Next:|Session:/);
});

test("status names every open task, and TELLBACK_DEBUG says where an error arose", {
  timeout: 120_000,
}, async () => {
  await shell(
    'tellback plan overview --content "1. Look\n2. Leap"; tellback append overview "Looked" --ticks 1; tellback scratchpad later --content "?"',
  );
  const said = await shell("tellback status");
  expect(said).toContain("overview (execution, 1 of 2 steps)");
  expect(said).toContain("later (discovery)");
  await expect(shell("TELLBACK_DEBUG=1 tellback task show nothing-like-it")).rejects.toThrow(
    /\n\s+at .+:\d+/,
  );
  await expect(shell("tellback task show nothing-like-it")).rejects.not.toThrow(/\n\s+at .+:\d+/);
});
