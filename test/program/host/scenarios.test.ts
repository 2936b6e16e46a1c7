// What a user asks an agent with a memory, in the real client: about work that a compaction removed, about a decision of
// another session, about the project's conventions. Each is answered at the prompt, and by the tool that the agent calls.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import type { AskedRequest } from "../../support/model-stand-in.ts";
import { edit, openMachine } from "./machine.ts";

const claude = await claudeAvailable();
const tool = (name: string, input: Record<string, unknown>) => ({
  name: `mcp__plugin_tellback_tellback__${name}`,
  input,
});

/** What tellback said about the prompt, without what a session starts with. */
function toldAtPrompt(asked: AskedRequest | undefined): string {
  const parts = (asked?.text ?? "").split("UserPromptSubmit hook additional context: <tellback-memory");
  return parts.length === 1 ? "" : ((parts.at(-1) ?? "").split("</tellback-memory>", 1)[0] ?? "");
}

function answersIn(asked: AskedRequest | undefined): string[] {
  const blocks = (asked?.body.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  );
  return blocks
    .filter((block: { type: string }) => block.type === "tool_result")
    .map((block: { content: unknown }) => JSON.stringify(block.content).replaceAll('\\"', '"'));
}

describe.skipIf(!claude.ok)(title("the agent is asked", claude), () => {
  test("What was the bug we fixed earlier? after the session was compacted", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine({
      "middleware.ts": "export const check = (t) => validate(t);\n",
    });
    await machine.tellback("daemon", "start");
    await machine.session({
      prompt: "Some requests pass the login check without a valid token, find out why",
      turns: [
        { tools: [edit(machine.file("middleware.ts"), "=> validate(t)", "=> await validate(t)")] },
        {
          text: "The bug was a race in the authentication middleware: `check` did not wait for `validate`, so tokens were accepted before they were validated. It awaits the result now.",
        },
      ],
    });
    await machine.session({
      prompt: "Now rename the helper in the router, please",
      turns: [{ text: "Renamed the helper `go` in the router to `navigate`." }],
      args: ["--continue"],
    });
    await machine.session({ prompt: "/compact", turns: [], args: ["--continue"] });
    await machine.settled();
    const question = "What was the bug we fixed earlier?";
    const run = await machine.session({
      prompt: question,
      turns: [{ tools: [tool("search_memory", { query: question })] }, { text: "A race." }],
      args: ["--continue"],
    });
    const asked = run.model.askedOf("main");
    expect(asked[0]?.text).toContain("race in the authentication middleware");
    const [found] = answersIn(asked.at(-1));
    expect(found).toContain("race in the authentication middleware");
    expect(found).not.toContain(question);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("What did we decide about authentication? in another session", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await machine.tellback("config", "set", "recall.sessionStart", "false");
    await machine.session({
      prompt: "We decided to use JWT with refresh tokens for auth, because it scales without shared state.",
      turns: [{ text: "Noted: JWT with refresh tokens, in src/auth/jwt.ts." }],
    });
    await machine.session({
      prompt: "Give the footer a lighter grey",
      turns: [{ text: "The footer is #999 now." }],
    });
    await machine.settled();
    const question = "What did we decide about authentication?";
    const run = await machine.session({
      prompt: question,
      turns: [
        {
          tools: [
            tool("search_memory", {
              query: "authentication decision JWT tokens",
            }),
          ],
        },
        { tools: [tool("get_project_knowledge", { topic: "authentication" })] },
        { text: "JWT." },
      ],
    });
    const asked = run.model.askedOf("main");
    expect(toldAtPrompt(asked[0])).toContain("JWT with refresh tokens");
    expect(toldAtPrompt(asked[0])).toContain("scales without shared state");
    expect(toldAtPrompt(asked[0])).not.toContain("footer");
    const [found, known] = answersIn(asked.at(-1));
    expect(found).toContain("JWT with refresh tokens");
    expect(known).toContain("JWT with refresh tokens");
    expect(known).toContain("scales without shared state");
  });

  test("What are our conventions for error handling?", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await machine.tellback("config", "set", "recall.sessionStart", "false");
    const rules = [
      "Always throw custom error classes from src/errors/AppError.ts, never a bare Error.",
      "Async functions must use try/catch and log the error with its request id.",
    ];
    for (const rule of rules)
      await machine.session({
        prompt: `Add the next endpoint. ${rule}`,
        turns: [{ text: "Added the endpoint." }],
      });
    await machine.settled();
    const question = "What are our coding conventions for error handling?";
    const run = await machine.session({
      prompt: question,
      turns: [{ tools: [tool("get_project_knowledge", { topic: "error handling" })] }, { text: "Three." }],
    });
    const asked = run.model.askedOf("main");
    const [known = ""] = answersIn(asked.at(-1));
    for (const part of ["custom error classes", "log the error with its request id"]) {
      expect(known).toContain(part);
      expect(toldAtPrompt(asked[0])).toContain(part);
    }
  });
});
