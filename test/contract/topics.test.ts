// What is known about a topic: pinned decisions and learned statements are found by stem, abbreviation, and meaning.

import { expect, test } from "vitest";
import type { Knowledge } from "../../src/areas/knowledge/contract.ts";
import { rememberByUser } from "../../src/journeys/graph/graph.ts";
import { projectKnowledge } from "../../src/journeys/graph/knowledge.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { forEachStore } from "../support/databases.ts";

const folder = "/nowhere/a-project";

async function learned(memory: Memory, ...prompts: string[]): Promise<void> {
  for (const [n, text] of prompts.entries()) {
    const seen = { host: "claude-code", sessionId: `s${n}`, projectDir: folder, cwd: folder };
    const at = `2026-03-01T10:0${n}:00.000Z`;
    await capture(memory, [{ ...seen, type: "prompt", text, promptId: `p${n}`, at }]);
    await reflect(memory, seen.sessionId);
  }
}

const kinds = [
  "decisions",
  "conventions",
  "gotchas",
  "architecture",
  "patterns",
  "dependencies",
  "facts",
] as const;
const statements = (known: Knowledge) =>
  kinds.flatMap((kind) => known[kind].map(({ statement }) => statement));

forEachStore((open) => {
  test("a topic finds the pinned decision and what was learned, whatever form of the word they use", async () => {
    const memory = await open();
    const said = { type: "decision", tags: "tier:pinned", folder } as const;
    await rememberByUser(memory, { ...said, content: "Use JWT for auth, because sessions do not scale" });
    await learned(
      memory,
      "Every error answer carries a JSON body.",
      "Always deploy with make deploy.",
      "Webhooks are always handled in the queue.",
    );
    const asked = async (topic: string) =>
      statements(await projectKnowledge(memory, { topic, projects: everywhere }));
    expect(await asked("authentication")).toEqual(["Use JWT for auth"]);
    for (const topic of ["error handling", "our conventions for error handling?", "errors"])
      expect(await asked(topic), topic).toEqual(["Every error answer carries a JSON body"]);
    expect(await asked("deployment")).toEqual(["Always deploy with make deploy"]);
    expect(await asked("payments")).toEqual([]);
    const content = "We decided that the queue retries three times";
    await rememberByUser(memory, { ...said, content, tags: "" });
    expect(await asked("What did we decide about authentication?")).toEqual(["Use JWT for auth"]);
    expect(await asked("What did we decide about payments?")).toEqual([]);
  });
});
