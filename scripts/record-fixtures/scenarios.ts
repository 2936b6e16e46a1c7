// What the recorded sessions do: a small bug is found and fixed, with every tool we understand used
// once, then the session is resumed, forked, compacted and cleared.

import { join } from "node:path";
import {
  asksForCompaction,
  type Route,
  type ToolCall,
  type Turn,
} from "../../test/support/model-stand-in.ts";
import type { WebPage } from "./web-page.ts";

/**
 * Tools a session has only when asked for (measured with 2.1.325: without, `grep` and `find` go through
 * Bash and there is no task list; the older TodoWrite needs the environment variable too).
 */
const MORE_TOOLS = "Bash,Read,Grep,Glob,NotebookEdit,TaskCreate,TaskUpdate,WebFetch";

/** One start of the client. `session` names the transcript it writes; "-p" and permissions are added. */
export type Step = {
  session: string;
  prompt: string;
  args?: string[];
  env?: Record<string, string>;
  routes: Route[];
};

export const projectFiles = {
  "package.json":
    '{ "name": "sum", "private": true, "type": "module", "scripts": { "test": "node test.js" } }\n',
  "sum.js": "export const sum = (a, b) => a - b;\n",
  "test.js": [
    'import { sum } from "./sum.js";',
    "const got = sum(2, 3);",
    'if (got === 5) console.log(" ✓ test.js (1 test)\\n\\n Tests  1 passed (1)");',
    "else {",
    '  console.error(" FAIL  test.js > sum > adds\\nAssertionError: expected " + got + " to be 5");',
    '  console.error(" ❯ test.js:3:5\\n\\n Tests  1 failed (1)");',
    "  process.exit(1);",
    "}",
    "",
  ].join("\n"),
  "notes.ipynb": JSON.stringify({
    cells: [
      { cell_type: "code", id: "first", metadata: {}, source: "1 + 1", outputs: [], execution_count: null },
    ],
    metadata: { language_info: { name: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
  }),
};

/** A tool call whose id carries the fixture's variant name, so a recorded payload says which one it is. */
function call(name: string, input: Record<string, unknown>, variant = ""): ToolCall {
  return { name, input, id: `toolu_fixture_${[short(name), variant].filter(Boolean).join("--")}` };
}

export function variantOf(toolUseId: string): string {
  return toolUseId.replace("toolu_fixture_", "").replace("--", ".");
}

const short = (tool: string): string => (tool.startsWith("mcp__") ? "mcp" : tool);

const bash = (command: string, description: string, variant = ""): ToolCall =>
  call("Bash", { command, description }, variant);

const main = (turns: Turn[]): Route => ({
  name: "main",
  when: (ask) => ask.hasTools && !asksForCompaction(ask),
  turns,
});

const subAgent = (mark: string, turns: Turn[]): Route => ({
  name: "sub-agent",
  when: (ask) => ask.hasTools && ask.firstUser.includes(mark) && !ask.firstUser.includes("Please"),
  turns,
});

const says = (text: string): Route[] => [main([{ text }])];

export function scenarios(project: string, page: WebPage): Step[] {
  const file = (name: string): string => join(project, name);
  const agent = { description: "find callers", subagent_type: "general-purpose" };
  return [
    {
      session: "tools",
      prompt: "Please find out why the test fails and fix it.",
      routes: [
        subAgent("FIND-CALLERS", [
          { text: "Looking.", tools: [bash("grep -n sum sum.js test.js", "search", "in-subagent")] },
          { text: "sum is called in test.js only." },
        ]),
        main([
          {
            thinking: "Run it first.",
            text: "I run the tests.",
            tools: [bash("npm test", "run tests", "tests-fail")],
          },
          {
            text: "I look at both files.",
            tools: [
              call("Read", { file_path: file("sum.js") }),
              call("Read", { file_path: file("test.js") }, "parallel"),
              bash("git log --oneline", "history", "parallel"),
            ],
          },
          { tools: [call("Read", { file_path: file("missing.js") }, "missing")] },
          { tools: [call("Edit", { file_path: file("sum.js"), old_string: "a - b", new_string: "a + b" })] },
          { text: "Now again.", tools: [bash("npm test", "run tests", "tests-pass")] },
          {
            tools: [
              call("Edit", { file_path: file("sum.js"), old_string: "nowhere", new_string: "x" }, "no-match"),
            ],
          },
          {
            tools: [
              call("Write", { file_path: file("NOTES.md"), content: "sum subtracted; it adds now.\n" }),
            ],
          },
          { tools: [call("Write", { file_path: file("NOTES.md"), content: "sum adds.\n" }, "overwrite")] },
          { tools: [call("mcp__dictionary__look_up", { word: "sum" })] },
          { tools: [bash("mkdir -p sub && cd sub && pwd", "change folder", "cd")] },
          { tools: [bash("cd ..", "and back", "cd-back")] },
          {
            text: "Who calls it?",
            tools: [call("Agent", { ...agent, prompt: "FIND-CALLERS of sum", run_in_background: false })],
          },
          { text: "Fixed: sum subtracted, now it adds. The test passes." },
        ]),
      ],
    },
    {
      session: "tools",
      prompt: "Please say what you changed.",
      args: ["--continue"],
      routes: says("I changed a - b to a + b in sum.js."),
    },
    {
      session: "fork",
      prompt: "Please try another way.",
      args: ["--continue", "--fork-session"],
      routes: says("Another way would be reduce."),
    },
    {
      session: "more-tools",
      prompt: "Please use the other tools.",
      args: ["--tools", MORE_TOOLS],
      env: { NODE_EXTRA_CA_CERTS: page.certificate },
      routes: [
        main([
          {
            tools: [
              call("Grep", { pattern: "sum", path: file("test.js"), output_mode: "content" }),
              call("Glob", { pattern: "**/*.js" }),
              call("Read", { file_path: file("notes.ipynb") }, "notebook"),
            ],
          },
          {
            tools: [
              call("NotebookEdit", {
                notebook_path: file("notes.ipynb"),
                cell_id: "first",
                new_source: "2 + 2",
              }),
            ],
          },
          { tools: [call("TaskCreate", { subject: "Check callers", description: "Who calls sum?" })] },
          { tools: [call("TaskUpdate", { taskId: "1", status: "completed" })] },
          { tools: [call("WebFetch", { url: `${page.url}/sum`, prompt: "What is a sum?" })] },
          { text: "All used." },
        ]),
        {
          name: "web page",
          when: (ask) => ask.text.includes("A sum adds"),
          turns: [{ text: "A sum adds its terms." }],
        },
      ],
    },
    {
      session: "todo-list",
      prompt: "Please plan it.",
      args: ["--tools", "TodoWrite,Bash"],
      env: { CLAUDE_CODE_ENABLE_TASKS: "0" },
      routes: [
        main([
          {
            tools: [
              call("TodoWrite", { todos: [{ content: "Check", status: "pending", activeForm: "Checking" }] }),
            ],
          },
          { text: "Planned." },
        ]),
      ],
    },
    {
      session: "compact",
      prompt: "Please remember the word mulberry.",
      routes: says("Mulberry, understood."),
    },
    { session: "compact", prompt: "/compact keep the word", args: ["--continue"], routes: [] },
    {
      session: "compact",
      prompt: "Please tell me the word.",
      args: ["--continue"],
      routes: says("The word is mulberry."),
    },
    {
      session: "background",
      prompt: "Please look in the background.",
      routes: [
        subAgent("IN-BACKGROUND", [{ text: "Nothing to be found in the background.", delayMs: 1_500 }]),
        main([
          {
            tools: [
              call(
                "Agent",
                { ...agent, prompt: "IN-BACKGROUND search", run_in_background: true },
                "background",
              ),
            ],
          },
          { text: "It is running." },
          { text: "The background search found nothing." },
        ]),
      ],
    },
    {
      session: "auto-compact",
      prompt: "Please read a lot.",
      env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" },
      routes: [
        main([
          { text: "First.", tools: [bash("cat sum.js", "read", "before")], usage: { input_tokens: 20_000 } },
          {
            text: "Second.",
            tools: [bash("cat test.js", "read", "at-the-limit")],
            usage: { input_tokens: 190_000 },
          },
          { text: "Read it all.", usage: { input_tokens: 20_000 } },
        ]),
      ],
    },
    { session: "clear", prompt: "/clear", routes: [] },
  ];
}
