// A small memory with something in every view of the page: two projects, sessions, knowledge, a task, functions, a code
// map, injections. For the tests of the page and for its screenshots.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { InputOf, OutputOf } from "../../src/areas/contracts.ts";
import { recall } from "../../src/journeys/followers.ts";
import { mapProject } from "../../src/journeys/map/map.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { queryNodes } from "../../src/memory/query-nodes.ts";
import { reserve } from "../../src/models/spend.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { addEvidence, addNode, linkNodes } from "../../src/rooms/knowledge/room.ts";
import { ask, type EmbeddedOperation } from "../../src/sdk.ts";
import { gitProject } from "./temp.ts";

export const sessions = {
  first: "5eed0100-0000-4000-8000-000000000001",
  second: "5eed0100-0000-4000-8000-000000000002",
};

const invoice = `import { taxOf } from "./tax.ts";

/** One line of an invoice. */
export interface Line {
  price: number;
  count: number;
}

export function totalOf(lines: readonly Line[], country: string): number {
  const net = lines.reduce((sum, line) => sum + line.price * line.count, 0);
  return net + taxOf(net, country);
}
`;
const tax = `const rates: Record<string, number> = { de: 0.19, fr: 0.2 };

/** Tax on a net amount, rounded to cents. */
export function taxOf(net: number, country: string): number {
  return Math.round(net * (rates[country] ?? 0) * 100) / 100;
}
`;
const checkout = `import { type Line, totalOf } from "./invoice.ts";

export function pay(lines: readonly Line[], country: string): string {
  return \`You pay \${totalOf(lines, country)}\`;
}
`;

/** The folder of the main project. */
export async function fillMemory(memory: Memory, folder: string, now = new Date()): Promise<string> {
  const project = await gitProject(join(folder, "shop"), {
    "src/invoice.ts": invoice,
    "src/tax.ts": tax,
    "src/checkout.ts": checkout,
    "package.json": '{ "name": "shop", "scripts": { "test": "node --test" } }\n',
  });
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
  await capture(memory, conversation(project, sessions.first, at, 26 * 60));
  await capture(memory, laterConversation(project, sessions.second, at, 90));
  const other = await gitProject(join(folder, "website"));
  await capture(memory, elsewhere(other, at));
  await know(memory, project);
  await mapProject(memory, { folder: project });
  await work(memory, project);
  await reflect(memory, sessions.first);
  await doubt(memory, at);
  await inject(memory, project, at);
  await pay(memory, at);
  return project;
}

type At = (minutesAgo: number) => string;

function events(project: string, sessionId: string, at: At, start: number) {
  let minute = start;
  let number = 0;
  const seen = () => ({
    host: "claude-code",
    sessionId,
    projectDir: project,
    cwd: project,
    branch: "main",
    at: at(minute--),
  });
  const promptId = () => `${sessionId}-${number}`;
  return {
    prompt: (text: string): HookEvent => {
      number++;
      return { ...seen(), type: "prompt", text, promptId: promptId() };
    },
    reply: (text: string): HookEvent => ({
      ...{ ...seen(), type: "reply", text, promptId: promptId() },
      messageId: `${sessionId}-m${minute}`,
    }),
    tool: (tool: string, input: object, output: unknown, status: "ok" | "failed" = "ok"): HookEvent => ({
      ...{ ...seen(), type: "tool", tool, input, output, status, promptId: promptId() },
      toolUseId: `${sessionId}-t${minute}`,
      durationMs: 40,
    }),
  };
}

const bash = (command: string, stdout: string) =>
  [{ command }, { stdout, stderr: "", interrupted: false }] as const;

function conversation(project: string, sessionId: string, at: At, start: number): HookEvent[] {
  const { prompt, reply, tool } = events(project, sessionId, at, start);
  const edit = {
    file_path: join(project, "src/tax.ts"),
    old_string: "return net * (rates[country] ?? 0);",
    new_string: "return Math.round(net * (rates[country] ?? 0) * 100) / 100;",
  };
  return [
    prompt("Customers in France see totals like 11.999999. Please find out why and fix it."),
    tool(
      "Grep",
      { pattern: "taxOf", path: join(project, "src") },
      { mode: "files_with_matches", filenames: ["src/invoice.ts", "src/tax.ts"], numFiles: 2 },
    ),
    tool(
      "Read",
      { file_path: join(project, "src/tax.ts") },
      {
        type: "text",
        file: {
          filePath: join(project, "src/tax.ts"),
          content: tax,
          numLines: 6,
          startLine: 1,
          totalLines: 6,
        },
      },
    ),
    reply(
      "The tax is never rounded: `net * rate` leaves fractions of a cent. I will round in `taxOf`, where the amount is made.",
    ),
    tool("Edit", edit, {
      filePath: edit.file_path,
      oldString: edit.old_string,
      newString: edit.new_string,
      structuredPatch: [],
    }),
    tool(
      "Bash",
      ...bash("npm test", "# tests 12\n# pass 11\n# fail 1\nnot ok 7 - rounds half up\n"),
      "failed",
    ),
    reply(
      "One test expects rounding half up for negative amounts. I correct the test: refunds round like payments.",
    ),
    tool("Bash", ...bash("npm test", "# tests 12\n# pass 12\n# fail 0\n")),
    reply(
      "Fixed. **Decision: money is rounded once, where the tax is made**, because rounding at display hid the error.",
    ),
    prompt("Good. Never round anywhere else, please, and always write a test for a new country."),
    tool(
      "Bash",
      ...bash(
        'git commit -am "tax: round once"',
        "[main 1f3a9c2] tax: round once\n 2 files changed, 4 insertions(+), 2 deletions(-)\n",
      ),
    ),
    reply(
      "Committed as 1f3a9c2. Noted: rounding happens only in `taxOf`, and every new country gets a test.",
    ),
  ];
}

function laterConversation(project: string, sessionId: string, at: At, start: number): HookEvent[] {
  const { prompt, reply, tool } = events(project, sessionId, at, start);
  return [
    prompt("Add Spain with 21 % tax to the checkout."),
    tool(
      "Read",
      { file_path: join(project, "src/checkout.ts") },
      {
        type: "text",
        file: {
          filePath: join(project, "src/checkout.ts"),
          content: checkout,
          numLines: 5,
          startLine: 1,
          totalLines: 5,
        },
      },
    ),
    tool(
      "Write",
      { file_path: join(project, "src/tax.test.ts"), content: "test('es', () => {});\n" },
      {
        type: "create",
        filePath: join(project, "src/tax.test.ts"),
        content: "test('es', () => {});\n",
        structuredPatch: [],
      },
    ),
    tool("Bash", ...bash("npm test", "# tests 13\n# pass 13\n# fail 0\n")),
    reply(
      "Spain is there, with its test. The deploy script still needs the new rate table; I have not touched it.",
    ),
  ];
}

function elsewhere(project: string, at: At): HookEvent[] {
  const { prompt, reply } = events(project, "5eed0100-0000-4000-8000-000000000003", at, 3 * 24 * 60);
  return [
    prompt("Which font does the landing page use?"),
    reply("It uses the fonts of the system, so nothing is downloaded."),
  ];
}

function run<N extends EmbeddedOperation>(memory: Memory, name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  return ask(memory, name, input);
}

async function know(memory: Memory, folder: string): Promise<void> {
  const say = async (content: string, type: InputOf<"remember">["type"], tags: string) =>
    (await run(memory, "remember", { content, type, tags, folder })).node.id;
  const round = await say(
    "Money is rounded once, in taxOf, because rounding at display hid an error",
    "decision",
    "area:money",
  );
  const cents = await say("Amounts are numbers in euros; the database holds cents", "fact", "area:money");
  const rates = await say("Tax rates live in one table in src/tax.ts", "pattern", "area:money");
  const open = await say("Does the deploy script read the rate table?", "open-question", "area:deploy");
  await run(memory, "link", { from: round, to: cents, type: "DEPENDS_ON" });
  await run(memory, "link", { from: rates, to: round, type: "RELATES_TO" });
  await run(memory, "link", { from: open, to: rates, type: "RELATES_TO" });
  await run(memory, "node.anchor", { id: rates, place: "src/tax.ts" });
  writeFileSync(join(folder, "src/tax.ts"), tax.replace("fr: 0.2", "fr: 0.2, es: 0.21"));
  await run(memory, "stale", { folder });
  await run(memory, "learnings.add", {
    content: "Every new country gets a test",
    category: "convention",
    folder,
  });
}

/** What an agent said once waits, and contradicts what is known. */
async function doubt(memory: Memory, at: At): Promise<void> {
  const [rates] = await queryNodes(memory, { query: "type:pattern", projects: everywhere, limit: 1 });
  const said = { sessionId: sessions.first, observationId: null, at: at(25 * 60) };
  const content = "Tax rates come from the database";
  const { id } = await addNode(memory.db, {
    ...{ ...said, content, projectId: rates?.projectId ?? null, type: "decision", category: "architecture" },
    ...{ confidence: 0.4, isManual: false, saidBy: "agent", state: "waiting" },
  });
  const claim = "I think the tax rates should come from the database later.";
  await addEvidence(memory.db, { ...said, nodeId: id, kind: "supports", claim });
  await linkNodes(memory.db, id, rates?.id ?? "", "CONTRADICTS", said.at);
}

async function work(memory: Memory, folder: string): Promise<void> {
  const task = "add-spain";
  await run(memory, "scratchpad", {
    task,
    folder,
    content: "Which rates? 21 % is the normal one.\n\nReduced rates later.",
  });
  const plan =
    "# Add Spain\n\n- [ ] 1. Add the rate\n- [ ] 2. Write the test\n- [ ] 3. Update the deploy script\n";
  await run(memory, "plan", { task, folder, content: plan });
  await run(memory, "append", { task, folder, text: "Added the rate of 21 %", ticks: "1" });
  await run(memory, "append", { task, folder, text: "The test passes", ticks: "2" });
  const code = (body: string) => `export function cents(euros) {\n  return ${body};\n}\n`;
  const saved = { name: "cents", language: "javascript" as const, description: "Euros as whole cents" };
  await run(memory, "fn.save", {
    ...saved,
    code: code("euros * 100"),
    tests: '[{"args": [1.5], "value": 150}]',
    change: "first",
  });
  await run(memory, "fn.save", {
    ...saved,
    code: code("Math.round(euros * 100)"),
    change: "round to whole cents",
  });
}

async function inject(memory: Memory, project: string, at: At): Promise<void> {
  const seen = { host: "claude-code", sessionId: sessions.second, projectDir: project, cwd: project };
  await recall(memory, { ...seen, at: at(80), type: "session-start", source: "startup" }, 5_000);
  await recall(
    memory,
    { ...seen, at: at(79), type: "prompt", text: "How is money rounded?", promptId: "asked" },
    5_000,
  );
}

async function pay(memory: Memory, at: At): Promise<void> {
  for (const [day, cents] of [3, 12, 7].entries()) {
    const when = new Date(at(day * 24 * 60));
    const call = { provider: "anthropic", model: "claude-haiku-4-5", purpose: "compress" };
    const caps = { dailyUsd: 1, monthlyUsd: 10 };
    await reserve(memory.db, { ...call, callKey: `day ${day}`, cost: cents * 1e7 }, caps, when);
  }
}
