// The function library with the real client: an agent saves a function with tests, a later session finds and runs it,
// an update that breaks a test is held back, and going back works. docs/functions.md tells the same story.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { bubblewrapAvailable } from "../../support/bubblewrap.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { openMachine } from "./machine.ts";

const claude = await claudeAvailable();
const bubblewrap = await bubblewrapAvailable();
const tool = (name: string, input: object) => ({
  name: `mcp__plugin_tellback_tellback__${name}`,
  input: input as Record<string, unknown>,
});
const slugify = `import re

def slugify(title):
    """Turn a title into a slug for a URL."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
`;

describe.skipIf(!claude.ok || !bubblewrap.ok)(title("functions of the real client's agent", claude), () => {
  test("are saved with tests, found and run later, and held back when they break", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const saving = await machine.session({
      prompt: "Write a slug function and keep it",
      turns: [
        {
          tools: [
            tool("save_function", {
              name: "slugify",
              language: "python",
              code: slugify,
              description: "Turn a title into a slug for a URL",
              tests: [{ args: ["Hello, World!"], value: "hello-world" }],
            }),
          ],
        },
        { text: "Saved." },
      ],
    });
    expect(lastAsked(saving)).toContain('"version":1,"failed":[]');

    await machine.settled();
    // What the hook of this prompt injects, without its deadline.
    const prompt = "Turn each title into a slug for its URL";
    expect(await machine.tellback("context", "--for", prompt)).toContain(
      "Saved python function slugify: Turn a title into a slug for a URL",
    );
    const using = await machine.session({
      prompt,
      turns: [
        { tools: [tool("search_functions", { query: "slug for a URL" })] },
        { tools: [tool("run_function", { name: "slugify", args: ["Über uns: 2026"] })] },
        { text: "Done." },
      ],
    });
    expect(lastAsked(using)).toContain('"signature":"def slugify(title)');
    expect(lastAsked(using)).toContain('"value":"ber-uns-2026"');

    const worse = await machine.session({
      prompt: "Make it shorter",
      turns: [
        {
          tools: [
            tool("save_function", {
              name: "slugify",
              language: "python",
              code: 'def slugify(title):\n    return title.replace(" ", "-")\n',
              description: "",
            }),
          ],
        },
        { text: "It was held back." },
      ],
    });
    expect(lastAsked(worse)).toContain('"held_back":"it breaks a test');
    expect(JSON.parse(await machine.tellback("fn", "run", "slugify", '["A b"]', "--json"))).toMatchObject({
      version: 1,
      run: { status: "ok", value: "a-b" },
    });
    await machine.tellback("fn", "rollback", "slugify", "--to", "2", "--force");
    await expect(machine.tellback("fn", "test", "slugify")).rejects.toMatchObject({
      cause: { stdout: expect.stringContaining("1 failed") },
    });
    await machine.tellback("fn", "rollback", "slugify", "--to", "1");
    expect(await machine.tellback("fn", "test", "slugify")).toContain("0 failed");
    expect(await machine.hookErrors()).toEqual([]);
  });
});

function lastAsked(run: { model: { askedOf(who: string): { body: unknown }[] } }): string {
  return JSON.stringify(run.model.askedOf("main").at(-1)?.body)
    .replaceAll('\\\\\\"', '"')
    .replaceAll('\\"', '"');
}
