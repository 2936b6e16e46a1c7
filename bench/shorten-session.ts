// A session of large outputs, recorded with the real client, for bench/shorten.ts: a day's commands in a copy of this
// project, in which a test, a type and a style were broken before.

import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runClaude } from "../test/support/claude-code.ts";
import { startModel, type ToolCall } from "../test/support/model-stand-in.ts";

const root = join(import.meta.dirname, "..");

/** A command, and what somebody would search for in its output later; of many similar ones the first. */
interface Asked {
  tool: ToolCall;
  wanted: { what: RegExp; most?: number }[];
}

const path = String.raw`(?:src|test|bench|plugin|scripts|docs)/[\w./-]+\.\w+`;
const folder = String.raw`(?:src|test)/\w+(?=/)`;
const commit = { what: /^commit ([0-9a-f]{7})/gm };
const patched = { what: /^diff --git a\/(\S+)/gm };
const exported = {
  what: /^(?:\s*\d+[\t→])?export (?:async )?(?:function|const|interface|type|class) (\w+)/gm,
};
const failing = [
  { what: /^\s*FAIL\s+(\S+)/gm },
  { what: /^\s*FAIL\s.* > (.+?)$/gm },
  { what: new RegExp(`❯ (${path}:\\d+:\\d+)`, "g") },
  { what: /^(AssertionError.*?)[:,]/gm },
  { what: /Tests\s+(\d+ failed)/g },
];

const asked: Asked[] = [
  bash("git log --stat -15", commit),
  bash("git log --oneline -120", { what: /^([0-9a-f]{7})/gm, most: 15 }),
  bash("git log -8", commit),
  bash(
    "git diff --stat HEAD~12",
    { what: /(\d+ files changed)/g },
    { what: new RegExp(folder, "g"), most: 15 },
  ),
  bash("git diff HEAD~2", patched),
  bash("git show HEAD~4", commit, patched),
  bash("git blame src/memory/memory.ts", { what: /^\^?([0-9a-f]{8})/gm }, exported),
  bash("grep -rn openMemory src test", { what: new RegExp(`^(${path})`, "gm"), most: 15 }),
  bash("grep -rln projectId src", { what: new RegExp(folder, "g") }),
  bash("find src -name '*.ts'", { what: new RegExp(folder, "g") }),
  bash("ls -lR src/journeys src/rooms", { what: /^(src\/\S+):$/gm }),
  bash("wc -l src/*/*.ts", { what: /^\s*(\d+) total/gm }, { what: /src\/\w+/g }),
  bash("npm ls --all", { what: /^[├└]─+ ┬? ?(@?[\w./-]+@[\d.]+)/gm }),
  bash(
    "npm pack --dry-run --ignore-scripts",
    { what: /(\S+\.tgz)/g },
    { what: /(?:package|unpacked) size: (\S+)/g },
  ),
  bash("npx vitest run --reporter verbose src/context src/config src/agents", ...failing),
  bash("npx vitest run src/context", ...failing),
  bash("npx tsc -p . --noEmit", { what: /^(\S+\(\d+,\d+\))/gm }, { what: /(TS\d+)/g }),
  bash("npx biome check src/context", { what: /^(\S+:\d+:\d+) lint/gm }, { what: /(lint\/\w+\/\w+)/g }),
  bash(
    "node -e \"require('./no/such/module')\"",
    { what: /(MODULE_NOT_FOUND)/g },
    { what: /(Cannot find module \S+)/g },
  ),
  bash("cat src/store/schema.ts", exported),
  bash("head -c 20000 package-lock.json", { what: /^ {2}("\w+"):/gm }),
  bash("sed -n 1,200p CHANGELOG.md", { what: /^## (.+)$/gm }),
  { tool: { name: "Read", input: { file_path: "src/journeys/recall/recall.ts" } }, wanted: [exported] },
  {
    tool: { name: "Read", input: { file_path: "README.md" } },
    wanted: [{ what: /^\s*\d+[\t→]##+ (.+)$/gm }],
  },
  {
    tool: { name: "Grep", input: { pattern: "newId", path: "src", output_mode: "content", "-n": true } },
    wanted: [{ what: new RegExp(`(${path}):`, "g"), most: 15 }],
  },
  {
    tool: { name: "Glob", input: { pattern: "src/**/*.test.ts" } },
    wanted: [{ what: new RegExp(folder, "g") }],
  },
];

function bash(command: string, ...wanted: Asked["wanted"]): Asked {
  return { tool: { name: "Bash", input: { command, description: "look" } }, wanted };
}

/** Records the session below `place` and returns the folder of its transcripts. */
export async function recordSession(place: string): Promise<string> {
  const project = join(place, "project");
  execFileSync("git", ["clone", "-q", root, project]);
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  breakSome(project);
  // The client requires absolute paths.
  const inside = (tool: ToolCall) => {
    const { file_path } = tool.input as { file_path?: string };
    return file_path ? { ...tool, input: { file_path: join(project, file_path) } } : tool;
  };
  await using model = await startModel([
    {
      name: "main",
      when: ({ hasTools }) => hasTools,
      turns: asked.map(({ tool }) => ({ tools: [inside(tool)] })),
    },
  ]);
  const home = join(place, "home");
  const run = await runClaude({
    model,
    cwd: project,
    home,
    args: [
      ...["-p", "Please look at everything.", "--dangerously-skip-permissions"],
      ...["--tools", "Bash,Read,Grep,Glob"],
    ],
    timeoutMs: 300_000,
  });
  if (run.code !== 0) throw new Error(`the client ended with ${run.code}: ${run.stdout}${run.stderr}`);
  return join(home, ".claude/projects");
}

/** What somebody would search for in this tool use; null if it is not one of the recorded ones. */
export function wantedOfUse(input: unknown, output: string): string[] | null {
  const known = asked.find(({ tool }) => keyOf(tool.input) === keyOf(input));
  if (!known) return null;
  const found = known.wanted.flatMap(({ what, most = 30 }) =>
    [...new Set([...output.matchAll(what)].map(([whole, part]) => part ?? whole))].slice(0, most),
  );
  return [...new Set(found)];
}

function keyOf(input: unknown): string {
  const { command, file_path, pattern } = input as Record<string, unknown>;
  return String(command ?? pattern ?? basename(String(file_path)));
}

function breakSome(project: string): void {
  const tokens = join(project, "src/context/tokens.ts");
  const quote = join(project, "src/context/quote.ts");
  const broken = readFileSync(tokens, "utf8").replace(/return Math\.(?:ceil|round)/, "return 7 + Math.ceil");
  writeFileSync(tokens, `${broken}\nexport const limit: number = "many";\n`);
  writeFileSync(quote, `${readFileSync(quote, "utf8")}\nexport var unused = undefinedName + 1;\n`);
}
