// What the offline rules guarantee for every event: an informative title, the limits, and a result for any shape.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outputs, textOf } from "../../test/samples/shorten/outputs.ts";
import { projectDir, ran, short, use } from "../../test/samples/shorten/uses.ts";
import type { ToolUse } from "./event.ts";
import { type ShortForm, shorten } from "./shorten.ts";
import { CAPS } from "./text/text.ts";

describe("a title", () => {
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
  test.each(cases)("names what was done and how it ended (%#)", (event, title) =>
    expect(short(event).title).toBe(title),
  );

  test("of a prompt or a reply is its first sentence with content", () => {
    expect(short({ cwd: projectDir, type: "prompt", text: "fix the login bug" }).title).toBe(
      "Asked: fix the login bug",
    );
    expect(
      short({
        cwd: projectDir,
        type: "reply",

        text: "Done. Sessions now expire in `src/auth.ts`. Next?",
      }).title,
    ).toBe("Replied: Sessions now expire in `src/auth.ts`.");
  });

  test("shows every failure, however long the command is", () => {
    for (const sample of outputs.filter(({ failed }) => failed)) {
      expect(short(ran(sample.command, textOf(sample), true)).title, sample.name).toMatch(/fail/);
      expect(short(ran(`${sample.command} ${"--flag ".repeat(60)}`, textOf(sample), true)).title).toMatch(
        /fail/,
      );
    }
  });
});

describe("shorten with input of any shape", () => {
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

  test("never throws, keeps the limits, and returns one-line titles of well-formed text", () => {
    const status = fc.constantFrom<ToolUse["status"]>("ok", "failed", "interrupted");
    fc.assert(
      fc.property(
        fc.constantFrom(...tools),
        shape,
        shape,
        status,
        fc.string(),
        (tool, input, output, how, dir) => {
          const shortened = shorten({ ...use(tool, input, output, how), cwd: dir }, dir);
          expectFit(shortened);
          if (how === "failed") expect(shortened.title).toMatch(/fail/);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("accepts any text as prompt and reply", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 4000 }), (text) => {
        expectFit(short({ cwd: projectDir, type: "prompt", text }));
        expectFit(short({ cwd: projectDir, type: "reply", text }));
        expectFit(short(ran(text, text)));
      }),
    );
  });

  function expectFit(shortened: ShortForm): void {
    expect(shortened.title.length).toBeLessThanOrEqual(CAPS.title);
    expect(shortened.title.length).toBeGreaterThan(0);
    expect(shortened.summary.length).toBeLessThanOrEqual(CAPS.summary);
    expect(shortened.detail.length).toBeLessThanOrEqual(CAPS.detail);
    expect(shortened.title + shortened.summary).not.toMatch(/\n/);
    for (const text of [
      shortened.title,
      shortened.summary,
      shortened.detail,
      ...shortened.files,
      ...shortened.symbols,
    ]) {
      expect(text.isWellFormed()).toBe(true);
    }
  }
});
