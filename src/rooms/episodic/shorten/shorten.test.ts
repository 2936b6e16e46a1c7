// What the offline compressor promises: telling titles, caps, identifiers kept, no throw on any shape, no echo.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolUse } from "../../../protocol/hook.ts";
import { outputs, textOf } from "./outputs.sample.ts";
import { shorten } from "./shorten.ts";
import { CAPS } from "./text.ts";

const projectDir = "/home/dev/project";
const seen = {
  host: "claude-code",
  sessionId: "s1",
  projectDir,
  cwd: projectDir,
  at: "2026-01-05T10:00:00.000Z",
};

function use(tool: string, input: unknown, output: unknown, status: ToolUse["status"] = "ok"): ToolUse {
  return { ...seen, type: "tool", toolUseId: "t1", tool, input, output, status };
}

function ran(command: string, text: string, failed = false): ToolUse {
  if (failed) return use("Bash", { command }, `Exit code 1\n${text}`, "failed");
  return use("Bash", { command }, { stdout: text, stderr: "", interrupted: false, isImage: false });
}

const of = (event: Parameters<typeof shorten>[0]) => shorten(event, projectDir);

describe("titles", () => {
  const file = `${projectDir}/src/auth/login.ts`;
  const patch = [
    {
      oldStart: 3,
      lines: [" function login() {", "-  return 1;", "+  a();", "+  b();", "+  return 2;", " }"],
    },
  ];
  const cases: [ToolUse, string][] = [
    [
      use("Edit", { file_path: file, old_string: "x", new_string: "y" }, { structuredPatch: patch }),
      "Edited src/auth/login.ts (+3 −1)",
    ],
    [
      use(
        "Write",
        { file_path: `${projectDir}/hello.txt`, content: "line one\nline two\n" },
        { type: "create" },
      ),
      "Wrote hello.txt (2 lines)",
    ],
    [
      use(
        "Read",
        { file_path: "/etc/hosts" },
        { type: "text", file: { content: "a\nb\n", numLines: 3, startLine: 1, totalLines: 3 } },
      ),
      "Read /etc/hosts (2 lines)",
    ],
    [
      use("Read", { file_path: file }, { file: { content: "a\nb", startLine: 10, totalLines: 300 } }),
      "Read src/auth/login.ts (lines 10–11 of 300)",
    ],
    [
      use(
        "Read",
        { file_path: file },
        "File does not exist. Note: your current working directory is /x.",
        "failed",
      ),
      "Read src/auth/login.ts failed: File does not exist. Note: your current working directory…",
    ],
    [
      use(
        "Edit",
        { file_path: file },
        "<tool_use_error>String to replace not found in file.</tool_use_error>",
        "failed",
      ),
      "Edit src/auth/login.ts failed: String to replace not found in file.",
    ],
    [
      use(
        "Grep",
        { pattern: "foo", path: `${projectDir}/src` },
        { mode: "files_with_matches", filenames: ["src/a.ts", "src/b.ts"], numFiles: 12 },
      ),
      'Searched "foo" in src: 12 files',
    ],
    [
      use(
        "Grep",
        { pattern: "foo" },
        { mode: "content", content: "src/a.ts:3:foo()\nsrc/a.ts:9:foo", numLines: 2 },
      ),
      'Searched "foo": 2 matches',
    ],
    [use("Grep", { pattern: "foo" }, "No matches found"), 'Searched "foo": nothing'],
    [
      use("Glob", { pattern: "**/*.md" }, { filenames: ["/home/dev/project/README.md"], numFiles: 1 }),
      "Looked for **/*.md: 1 file",
    ],
    [use("LS", { path: projectDir }, "- src/\n- test/\n"), "Listed the folder: 2 entries"],
    [
      use(
        "WebSearch",
        { query: "sqlite wal" },
        { results: [{ content: [{ title: "WAL", url: "https://sqlite.org/wal.html" }] }] },
      ),
      'Searched the web for "sqlite wal": 1 result',
    ],
    [
      use(
        "WebFetch",
        { url: "https://www.sqlite.org/wal.html", prompt: "limits?" },
        { code: 404, codeText: "Not Found", result: "" },
      ),
      "Fetched sqlite.org/wal.html: failed: 404 Not Found",
    ],
    [
      use(
        "Agent",
        { description: "look it up", subagent_type: "Explore", prompt: "p" },
        { content: [{ type: "text", text: "Found it." }] },
      ),
      "Delegated to Explore: look it up → Found it.",
    ],
    [
      use("mcp__github__get_issue", { id: 7 }, [{ type: "text", text: "Login broken" }]),
      "Called github get_issue id=7: Login broken",
    ],
    [
      use(
        "TodoWrite",
        {
          todos: [
            { content: "a", status: "completed" },
            { content: "fix b", status: "in_progress" },
          ],
        },
        {},
      ),
      "Planned 2 tasks, 1 done, now fix b",
    ],
    [use("TaskCreate", { subject: "T1" }, { task: { id: "1" } }), "Added task 1 T1"],
    [use("TaskUpdate", { taskId: "1", status: "completed" }, {}), "Task 1 completed"],
    [
      use(
        "AskUserQuestion",
        { questions: [{ question: "Which db?" }] },
        { answers: { "Which db?": "SQLite" } },
      ),
      "Asked the user: Which db? → SQLite",
    ],
    [use("Skill", { skill: "pdf" }, { success: true }), "Used Skill: pdf"],
    [ran("cd web && CI=1 npm test 2>&1 | tail -20", "      Tests  3 passed (3)"), "Ran npm test: 3 passed"],
    [
      ran("ls /nope", "ls: cannot access '/nope': No such file or directory", true),
      "Ran ls /nope: failed: ls: cannot access '/nope': No such file or directory",
    ],
    [ran("git rev-parse HEAD", "9f3c2ab"), "Ran git rev-parse HEAD: 9f3c2ab"],
    [
      use("Bash", { command: "sleep 1000" }, { interrupted: true }, "interrupted"),
      "Ran sleep 1000: interrupted",
    ],
  ];
  test.each(cases)("%#", (event, title) => expect(of(event).title).toBe(title));

  test("a prompt and a reply are told by their first sentence", () => {
    expect(of({ ...seen, type: "prompt", text: "fix the login bug" }).title).toBe("Asked: fix the login bug");
    expect(
      of({
        ...seen,
        type: "reply",
        messageId: "m",
        text: "Done. Sessions now expire in `src/auth.ts`. Next?",
      }).title,
    ).toBe("Replied: Done. Sessions now expire in `src/auth.ts`.");
  });

  test("every failure can be seen in the title, however long the command", () => {
    for (const sample of outputs.filter(({ failed }) => failed)) {
      expect(of(ran(sample.command, textOf(sample), true)).title, sample.name).toMatch(/fail/);
      expect(of(ran(`${sample.command} ${"--flag ".repeat(60)}`, textOf(sample), true)).title).toMatch(
        /fail/,
      );
    }
  });
});

/** Written apart from the patterns of the code: paths with places, addresses, codes, exceptions, hashes. */
function tellingIdentifiers(text: string): string[] {
  const found = [
    ...text.matchAll(/[\w./-]*\/[\w./-]+\.(?:ts|tsx|py|rs|c|js|mjs|log|ts)\b(?:[:(]\d+(?:[:,]\d+)?)?/g),
    ...text.matchAll(/https?:\/\/[^\s"]+/g),
    ...text.matchAll(/\b(?:TS\d{4,5}|E0\d{3}|ERR_\w+|ERESOLVE)\b/g),
    ...text.matchAll(/\b[A-Z][A-Za-z]+Error\b/g),
    ...text.matchAll(/\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,8}\b/g),
  ];
  return [...new Set(found.map(([word]) => word))];
}

describe("what is kept", () => {
  const measured = outputs.map((sample) => {
    const text = textOf(sample);
    const short = of(ran(sample.command, text, sample.failed));
    const all = `${short.title}\n${short.summary}\n${short.detail}`;
    const wanted = [...tellingIdentifiers(sample.says), ...sample.names];
    const lost = wanted.filter((word) => !all.includes(word));
    return { name: sample.name, raw: text.length, ratio: text.length / short.detail.length, wanted, lost };
  });

  test("at least 95 % of telling identifiers over all outputs", () => {
    const wanted = measured.reduce((sum, { wanted }) => sum + wanted.length, 0);
    const lost = measured.flatMap(({ name, lost }) => lost.map((word) => `${name}: ${word}`));
    expect(1 - lost.length / wanted, lost.join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  test("at least 10:1 on large outputs", () => {
    const large = measured.filter(({ raw }) => raw >= 10 * CAPS.detail);
    expect(large.length).toBeGreaterThanOrEqual(4);
    for (const { name, ratio } of large) expect(ratio, name).toBeGreaterThanOrEqual(10);
  });

  test("three telling lines among 2,000 are all there", () => {
    const sample = outputs.find(({ name }) => name.startsWith("a build log"));
    const { detail } = of(ran("make", textOf(sample ?? (outputs[0] as never)), true));
    for (const part of ["handshake.c:214:17", "session.c:77", "Makefile:88"]) expect(detail).toContain(part);
  });
});

describe("any shape", () => {
  const tools = [
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "Read",
    "Bash",
    "BashOutput",
    "Grep",
    "Glob",
    "LS",
    "WebFetch",
    "WebSearch",
    "Task",
    "Agent",
    "TodoWrite",
    "TaskCreate",
    "TaskUpdate",
    "AskUserQuestion",
    "ExitPlanMode",
    "mcp__a__b",
    "mcp__",
    "constructor",
    "",
  ];
  const keys = fc.constantFrom(
    "file_path",
    "content",
    "command",
    "stdout",
    "stderr",
    "old_string",
    "new_string",
    "edits",
    "structuredPatch",
    "lines",
    "originalFile",
    "oldStart",
    "file",
    "filenames",
    "pattern",
    "path",
    "results",
    "text",
    "type",
    "todos",
    "questions",
    "question",
    "answers",
    "task",
    "prompt",
    "description",
    "url",
    "code",
    "__proto__",
  );
  const { shape } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme", maxLength: 2000 }),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    ),
    shape: fc.oneof(
      { depthSize: "small" },
      tie("leaf"),
      fc.array(tie("shape")),
      fc.dictionary(keys, tie("shape")),
      fc.jsonValue(),
    ),
  }));

  test("never throws, keeps the caps, stays on one line and well-formed", () => {
    const status = fc.constantFrom<ToolUse["status"]>("ok", "failed", "interrupted");
    fc.assert(
      fc.property(
        fc.constantFrom(...tools),
        shape,
        shape,
        status,
        fc.string(),
        (tool, input, output, how, dir) => {
          const short = shorten({ ...use(tool, input, output, how), cwd: dir }, dir);
          expectFit(short);
          if (how === "failed") expect(short.title).toMatch(/fail/);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("any text as prompt and reply", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 4000 }), (text) => {
        expectFit(of({ ...seen, type: "prompt", text }));
        expectFit(of({ ...seen, type: "reply", messageId: "m", text }));
        expectFit(of(ran(text, text)));
      }),
    );
  });

  function expectFit(short: ReturnType<typeof shorten>): void {
    expect(short.title.length).toBeLessThanOrEqual(CAPS.title);
    expect(short.title.length).toBeGreaterThan(0);
    expect(short.summary.length).toBeLessThanOrEqual(CAPS.summary);
    expect(short.detail.length).toBeLessThanOrEqual(CAPS.detail);
    expect(short.title + short.summary).not.toMatch(/\n/);
    for (const text of [short.title, short.summary, short.detail, ...short.files, ...short.symbols]) {
      expect(text.isWellFormed()).toBe(true);
    }
  }
});

describe("memory's own echo", () => {
  const answer = "obs_01 the login bug was in src/auth/clock.ts";
  test.each([
    'engram search "login bug"',
    "npx engram search login",
    "npx -y engram@latest recall login",
    "cd /x && ENGRAM_HOME=/tmp/e engram search login | head -5",
    "node dist/engram.mjs search login",
    "pnpm exec engram timeline",
    'echo "$(engram search login)"',
    'bash -c "engram search login"',
    "./node_modules/.bin/engram search login",
    "sqlite3 ~/.engram/engram.db 'select detail from observations'",
  ])("%s keeps the question only", (command) => {
    for (const failed of [false, true]) {
      const short = of(ran(command, answer, failed));
      expect(JSON.stringify(short)).not.toContain("clock.ts");
      expect(short.title).toContain("Ran");
    }
  });

  test.each([
    "mcp__engram__search",
    "mcp__plugin_engram_engram__search",
    "mcp__plugin_engram_memory__recall",
  ])("%s", (tool) => {
    const short = of(use(tool, { query: "login bug" }, [{ type: "text", text: answer }]));
    expect(JSON.stringify(short)).not.toContain("clock.ts");
    expect(short.title).toContain("login bug");
  });

  test.each([
    "cd /work/engram && cat notes",
    "git clone https://x.org/engram",
    "grep -r engram src",
    "npm install engram",
  ])("%s is work on engram, not a question to it", (command) =>
    expect(of(ran(command, answer)).detail).toContain("clock.ts"),
  );
});

test("256 kB take a few milliseconds", () => {
  const kinds = [
    Array.from(
      { length: 4000 },
      (_, i) => `2026-01-05 10:00:00 INFO worker ${i} handled request /v1/items/${i}`,
    ).join("\n"),
    Array.from(
      { length: 3000 },
      (_, i) => `src/file-${i}.ts(${i},7): error TS2322: Type 'string' is not assignable`,
    ).join("\n"),
    "x".repeat(256_000),
    "a b ".repeat(64_000),
    "src/".repeat(64_000),
    "=".repeat(128_000) + "\r".repeat(128_000),
  ];
  for (const text of kinds) {
    const event = ran("npm test", text);
    const once = () => {
      const start = performance.now();
      of(event);
      return performance.now() - start;
    };
    const best = Math.min(...Array.from({ length: 5 }, once));
    expect(best).toBeLessThan(60);
  }
});
