import { describe, expect, test } from "vitest";
import { shorten } from "../../../libs/shorten/index.ts";
import { type Compaction, compactionSummary } from "../../protocol/compaction.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import type { Observation } from "../../protocol/observations.ts";
import { lengthsOfCompaction as lengthsOf } from "../../rooms/compactions/room.ts";
import { summariseStretch, type Words } from "./summarise-stretch.ts";

const dir = "/home/ada/shop";
let clock = 0;

type ObservationEvent = Extract<HookEvent, { type: "tool" | "prompt" | "reply" }>;
const seen = () => ({
  host: "claude-code",
  sessionId: "s",
  projectDir: dir,
  cwd: dir,
  at: new Date(Date.UTC(2026, 2, 1, 10, 0, ++clock)).toISOString(),
});
const prompt = (text: string): ObservationEvent => ({ ...seen(), type: "prompt", text });
const reply = (text: string): ObservationEvent => ({
  ...seen(),
  type: "reply",
  messageId: `m${clock}`,
  text,
});
const tool = (name: string, input: object, output: unknown = {}, failed = false): ObservationEvent => ({
  ...seen(),
  type: "tool",
  toolUseId: `t${clock}`,
  tool: name,
  input,
  output,
  status: failed ? "failed" : "ok",
});
const write = (path: string, content: string) => tool("Write", { file_path: `${dir}/${path}`, content });
const edit = (path: string, from: string, to: string) =>
  tool("Edit", { file_path: `${dir}/${path}`, old_string: from, new_string: to });
const run = (command: string, says: string, failed = false) =>
  tool("Bash", { command }, failed ? `Exit code 1\n${says}` : { stdout: says, stderr: "" }, failed);

function observed(...events: ObservationEvent[]): Observation[] {
  return events.map((event, n) => {
    const { symbols: _, ...short } = shorten(event, dir);
    return {
      ...short,
      id: `obs_${n}`,
      sessionId: "s",
      projectId: "prj",
      kind: event.type,
      tool: event.type === "tool" ? event.tool : null,
      status: event.type === "tool" ? event.status : "ok",
      agentId: null,
      branch: null,
      happenedAt: event.at,
      rawBytes: 1,
      tokens: 1,
      durationMs: null,
      provider: "offline",
    };
  });
}

const signIn = observed(
  prompt("Let people sign in with tokens. They must survive a restart."),
  write("src/auth/jwt.ts", "export function makeToken(user: string) {\n  return sign(user);\n}\n"),
  edit("src/middleware/auth.ts", "open()", "verify(token)"),
  reply("I decided to use signed tokens instead of server sessions because they need no store."),
  tool("TaskCreate", { subject: "Add rate limits" }, { task: { id: "1", subject: "Add rate limits" } }),
  tool("TaskCreate", { subject: "Refresh tokens" }, { task: { id: "2", subject: "Refresh tokens" } }),
  tool("TaskUpdate", { taskId: "2", status: "completed" }),
  tool(
    "AskUserQuestion",
    { questions: [{ question: "Which signature?" }] },
    { answers: { "Which signature?": "EdDSA" } },
  ),
  prompt("Now the tests"),
  run("npm test", "Tests  2 failed | 9 passed", true),
  write("scratch.ts", "let a = 1;\n"),
  run("rm scratch.ts", ""),
  run("git commit -am 'sign in'", "[main 1a2b3c4] sign in"),
  reply("Committed. The refresh test still fails; next step: fix the clock in it."),
);

describe("the rule-made summary of a stretch", () => {
  const summary = summariseStretch(signIn);

  test("has the documented shape", () => {
    expect(compactionSummary.parse(summary)).toEqual(summary);
  });

  test("says what was asked and done", () => {
    expect(summary.executive).toMatch(/^Asked: Let people sign in with tokens\..* → Now the tests\nDone: /);
    expect(summary.executive).toContain("Wrote src/auth/jwt.ts");
  });

  test("names each decision with its topic, reason and files", () => {
    expect(summary.key_decisions).toEqual([
      {
        topic: "Let people sign in with tokens.",
        decision: "I decided to use signed tokens instead of server sessions",
        rationale: "they need no store",
        files: ["src/auth/jwt.ts", "src/middleware/auth.ts"],
      },
      { topic: "Which signature?", decision: "EdDSA", rationale: "", files: [] },
    ]);
  });

  test("lists files with action and purpose", () => {
    expect(summary.files_modified).toEqual([
      { path: "src/auth/jwt.ts", action: "created", purpose: "Let people sign in with tokens." },
      { path: "src/middleware/auth.ts", action: "modified", purpose: "Let people sign in with tokens." },
      { path: "scratch.ts", action: "deleted", purpose: "Now the tests" },
    ]);
  });

  test("keeps the definitions that were written", () => {
    expect(summary.code_snippets).toEqual([
      expect.objectContaining({
        file: "src/auth/jwt.ts",
        function: "makeToken",
        code: expect.stringContaining("return sign(user)"),
      }),
    ]);
  });

  test("separates open tasks from done ones, and counts failures as open", () => {
    expect(summary.tasks_completed).toEqual(["Refresh tokens", expect.stringContaining("sign in")]);
    expect(summary.tasks_pending).toEqual([
      "Add rate limits",
      "The refresh test still fails; next step: fix the clock in it.",
      expect.stringContaining("npm test"),
    ]);
  });

  test("lists its topics as single words", () => {
    expect(summary.topics).toContain("tokens");
    expect(summary.topics).not.toContain("the");
  });
});

test("counts a request as completed by what the reply says of it, where nothing is left open", () => {
  const { tasks_completed: completed } = summariseStretch(
    observed(
      prompt("The cart loses items when two tabs are open"),
      edit("src/cart.ts", "write(cart)", "await merge(cart)"),
      reply("The cart merges what both tabs added before it writes. The old version overwrote it."),
      prompt("And the total?"),
      edit("src/total.ts", "sum", "sumOf(items)"),
      reply("The total counts each item once. Still open: rounding of the tax."),
      prompt("How is the tax rounded?"),
      reply("The tax is rounded per line in src/tax.ts."),
    ),
  );
  expect(completed).toEqual([expect.stringContaining("cart merges what both tabs added")]);
});

test("prefers the full text of the transcript to the shortened observation", () => {
  const words: Words[] = [
    { by: "user", at: "2026-03-01T09:00:00.000Z", text: "Which cache should we use instead of ours?" },
    {
      by: "agent",
      at: "2026-03-01T09:01:00.000Z",
      text: "Hm.\n\nWe decided on Redis because it avoids a second store.",
    },
  ];
  const { key_decisions: decisions, executive } = summariseStretch([], words);
  expect(executive).toBe("Asked: Which cache should we use instead of ours?");
  expect(decisions).toEqual([
    {
      topic: "Which cache should we use instead of ours?",
      decision: "We decided on Redis",
      rationale: "it avoids a second store",
      files: [],
    },
  ]);
});

test("says so if nothing was observed", () => {
  const summary = summariseStretch([]);
  expect(summary.executive).toBe("Nothing was observed in this stretch.");
  expect(summary).toMatchObject({ key_decisions: [], files_modified: [], topics: [], tasks_pending: [] });
});

describe("the three lengths of a compaction", () => {
  const compaction: Compaction = {
    id: "cmp_1",
    sessionId: "s",
    sequence: 1,
    state: "done",
    trigger: "auto",
    at: "2026-03-01T11:00:00.000Z",
    messageId: null,
    tokensBefore: null,
    tokensAfter: null,
    messages: null,
    observations: 14,
    made: { at: "", provider: "offline", note: null, summary: summariseStretch(signIn) },
    hostSummary: null,
  };

  test("contain decisions and open tasks in summary and detail", () => {
    const { title, summary, detail } = lengthsOf(compaction);
    expect(title).toMatch(/^Asked: Let people sign in/);
    expect(title.length).toBeLessThanOrEqual(120);
    for (const text of [summary, detail]) expect(text).toContain("signed tokens instead of server sessions");
    expect(summary.length).toBeLessThanOrEqual(500);
    expect(detail).toContain("- Add rate limits");
    expect(detail).toContain("- created src/auth/jwt.ts\n");
    for (const once of ["Let people sign in with tokens", "signed tokens instead of server sessions"])
      expect(detail.split(once)).toHaveLength(2);
  });

  test("say decided and open without the labels of the reply's last line", () => {
    const { key_decisions: decided, tasks_pending: open } = summariseStretch(
      observed(
        prompt("Limit the requests"),
        reply(
          "Limited.\n\nDecided: a token bucket of 100 a minute, because bursts are normal. Open: the second factor.",
        ),
      ),
    );
    expect(decided).toMatchObject([
      { decision: "a token bucket of 100 a minute", rationale: "bursts are normal" },
    ]);
    expect(open).toEqual(["the second factor."]);
  });

  test("are the host's text while there is no summary", () => {
    const { title, detail } = lengthsOf({
      ...compaction,
      made: null,
      hostSummary: "Tokens were added. More.",
    });
    expect(title).toBe("Tokens were added. More.");
    expect(detail).toBe("Tokens were added. More.");
  });

  test("name the trigger if nothing else is known", () => {
    expect(lengthsOf({ ...compaction, made: null }).title).toBe("Compacted (auto)");
  });
});
