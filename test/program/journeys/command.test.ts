// Commands in an agent's replies: executed once, in order, only outside code, and answered at the next prompt.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { handlers as graph } from "../../../src/areas/graph/handle.ts";
import { runCommands } from "../../../src/journeys/command/command.ts";
import { takeLateReply } from "../../../src/journeys/command/late-reply.ts";
import { tryReply } from "../../../src/journeys/command/try-reply.ts";
import { compact } from "../../../src/journeys/compact/compact.ts";
import { openMemory, recall } from "../../../src/journeys/followers.ts";
import { anchorNode, checkFiles } from "../../../src/journeys/graph/anchor.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import type { HookEvent, HookEventOf } from "../../../src/protocol/hook.ts";
import { everywhere } from "../../../src/protocol/scope.ts";
import { markGiven, pendingOf } from "../../../src/rooms/commands/room.ts";
import { compactionsOf } from "../../../src/rooms/compactions/room.ts";
import { findNodes, linksOf } from "../../../src/rooms/knowledge/room.ts";
import { tempDir } from "../../support/temp.ts";

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;

interface World {
  memory: Memory;
  dir: string;
  say(text: string, over?: Partial<HookEventOf<"reply">>): Promise<void>;
  nodes(): Promise<[type: string, content: string, tags: string[]][]>;
  idOf(content: string): Promise<string>;
  answersOf(session?: string): Promise<string[]>;
}

async function world(): Promise<World> {
  const home = await tempDir("egcmd");
  const dir = join(home.path, "shop");
  mkdirSync(dir);
  const env = { TELLBACK_HOME: join(home.path, "tellback"), TELLBACK_EMBED_PROVIDER: "off" };
  const memory = await openMemory({ env });
  onTestFinished(async () => {
    await memory.close();
    await home[Symbol.asyncDispose]();
  });
  let count = 0;
  const say: World["say"] = async (text, over = {}) => {
    count++;
    const reply: HookEvent = {
      type: "reply",
      host: "claude-code",
      sessionId: "s1",
      projectDir: dir,
      cwd: dir,
      at: at(count),
      promptId: `p${count}`,
      messageId: `m${count}`,
      text,
      ...over,
    };
    await capture(memory, [reply]);
    await runCommands(memory, reply.sessionId);
  };
  const all = async () =>
    (await findNodes(memory.db, { query: null, projects: everywhere, limit: 100 })).reverse();
  return {
    memory,
    dir,
    say,
    nodes: async () => (await all()).map(({ type, content, tags }) => [type, content, tags]),
    idOf: async (content) => (await all()).find((node) => node.content === content)?.id ?? "",
    answersOf: async (session = "s1") => {
      const waiting = await pendingOf(memory.db, session);
      await markGiven(
        memory.db,
        waiting.map(({ seq }) => seq),
        at(59),
      );
      return waiting.flatMap(({ about, items }) => [about, ...items.map(({ text }) => text)]);
    },
  };
}

test("each of the eight commands does its work", async () => {
  const { memory, say, nodes, idOf, answersOf } = await world();
  await say(`Noted.
<ctx:task name="Login page" action="start"/>
- <ctx:remember type="decision" tags="tier:working,area:auth">Use OAuth</ctx:remember>
- <ctx:remember type="fact" tags="project:global">Ports below 1024 need root</ctx:remember>`);
  expect(await nodes()).toEqual([
    ["task", "Login page", ["agent:claude-code", "project:shop", "session:s1", "status:open"]],
    [
      "decision",
      "Use OAuth",
      ["agent:claude-code", "area:auth", "project:shop", "task:Login-page", "tier:working"],
    ],
    ["fact", "Ports below 1024 need root", ["agent:claude-code", "project:global"]],
  ] as never);
  const [oauth, ports] = [await idOf("Use OAuth"), await idOf("Ports below 1024 need root")];
  await say(`<ctx:link from="${oauth}" to="${ports.slice(4)}" type="depends-on"/>
<ctx:summarize nodes="${oauth} ${ports}">OAuth, and ports</ctx:summarize>
<ctx:recall query="type:decision"/> <ctx:status/> <ctx:expand node="${oauth}"/>`);
  const summary = await idOf("OAuth, and ports");
  expect((await linksOf(memory.db, oauth)).map(({ type, direction, id }) => [type, direction, id])).toEqual([
    ["DEPENDS_ON", "from", ports],
    ["DERIVED_FROM", "to", summary],
  ]);
  const answers = await answersOf();
  expect(answers).toEqual([
    "Answer to recall type:decision: 1 found",
    "Use OAuth",
    "Status of the graph",
    expect.stringMatching(/^4 nodes .*tiers: reference 1 .*working 1 .*current task: Login page$/),
    `Node ${oauth} in full`,
    "Use OAuth",
  ]);
  await say(
    '<ctx:task name="Login page" action="end"/><ctx:remember type="decision">Use passkeys</ctx:remember>',
  );
  const passkeys = await idOf("Use passkeys");
  await say(`<ctx:supersede old="${oauth}" new="${passkeys}"/>`);
  expect((await nodes()).map(([, content]) => content)).not.toContain("Use OAuth");
  expect(await answersOf()).toEqual([]);
});

test("a message counts once, however often and by whom it is reported", async () => {
  const { memory, say, nodes } = await world();
  const text = '<ctx:remember type="fact">Once</ctx:remember>';
  await say(text, { messageId: "m", promptId: "p" });
  await say(text, { messageId: "m", promptId: "p" });
  await say(text, { messageId: "m", promptId: "another", sessionId: "a-fork" });
  const said = { sessionId: "s1", host: "claude-code", promptId: "p", at: at(1) };
  await takeLateReply(memory, { said, text });
  await runCommands(memory, "s1");
  await Promise.all([runCommands(memory, "s1"), runCommands(memory, "s1")]);
  expect(await nodes()).toHaveLength(1);
  const [row] = await memory.db.selectFrom("nodes").select(["times_seen", "message"]).execute();
  expect(row).toEqual({ times_seen: 1, message: "m" });
});

test("a reply that is missing in the transcript is taken from the hook, once, even if the transcript contains it later", async () => {
  const { memory, dir, say, nodes, answersOf } = await world();
  const text = 'Done. <ctx:remember type="fact">Late</ctx:remember><ctx:status/>';
  const seen = { host: "claude-code", sessionId: "s1", projectDir: dir, cwd: dir, at: at(1), promptId: "p" };
  await capture(memory, [{ ...seen, type: "turn-end", reply: text }]);
  const [job] = await memory.db.selectFrom("jobs").selectAll().where("kind", "=", "late-reply").execute();
  await takeLateReply(memory, JSON.parse(job?.payload ?? ""));
  await runCommands(memory, "s1");
  expect((await nodes()).map(([, content]) => content)).toEqual(["Late"]);
  await say(text, { promptId: "p", messageId: "real" });
  expect(await answersOf()).toHaveLength(2);
  expect(await memory.db.selectFrom("jobs").select("id").where("kind", "=", "late-reply").execute()).toEqual(
    [],
  );
});

test("a compaction that came before such a reply is summarised again, with it", async () => {
  const { memory, dir } = await world();
  const seen = { host: "claude-code", sessionId: "s1", projectDir: dir, cwd: dir };
  const reply =
    "The cache keeps answers for five minutes. Decided: a TTL of five minutes, because the endpoints are hot.";
  const transcriptPath = join(dir, "nowhere.jsonl");
  await capture(memory, [
    { ...seen, type: "prompt", text: "Cache the answers of the API", promptId: "p", at: at(1) },
    { ...seen, type: "turn-end", reply, promptId: "p", at: at(2), transcriptPath },
    { ...seen, type: "compact-before", trigger: "auto", at: at(3) },
  ]);
  const summary = async () => {
    await compact(memory, "s1");
    return (await compactionsOf(memory.db, "s1"))[0]?.made?.summary;
  };
  expect((await summary())?.key_decisions).toEqual([]);
  const jobs = () => memory.db.selectFrom("jobs").select(["kind", "payload"]).execute();
  const late = (await jobs()).find(({ kind }) => kind === "late-reply");
  await memory.db.deleteFrom("jobs").execute();
  await takeLateReply(memory, JSON.parse(late?.payload ?? ""));
  expect((await jobs()).map(({ kind }) => kind)).toContain("compact");
  expect((await summary())?.key_decisions).toMatchObject([
    { decision: expect.stringContaining("five minutes") },
  ]);
});

test("a failed command reports the reason to the agent and does not stop the others", async () => {
  const { say, nodes, answersOf } = await world();
  await say(`<ctx:remember type="fcat">a</ctx:remember> <ctx:link from="nod_X" to="nod_Y"/>
<ctx:recall query="tpye:fact"/> <ctx:remember type="fact" tags="tier:pined">b</ctx:remember>
<ctx:forget/> <ctx:remember type="fact">kept</ctx:remember>`);
  expect((await nodes()).map(([, content]) => content)).toEqual(["kept"]);
  const complaints = (await answersOf()).join("\n");
  for (const part of [
    "`remember` in line 1 of an earlier reply failed\nunknown type `fcat`, did you mean `fact`?",
    'no node has the id "nod_X"',
    "unknown key `tpye`, did you mean `type`?",
    "unknown tier `pined`, did you mean `pinned`?",
    "unknown command `forget`",
  ])
    expect(complaints).toContain(part);
});

test("only the agent's own text counts, redacted, and answers go only to their session", async () => {
  const { memory, dir, say, nodes, answersOf } = await world();
  const command = '<ctx:remember type="fact">From elsewhere</ctx:remember>';
  const seen = { host: "claude-code", sessionId: "s1", projectDir: dir, cwd: dir, at: at(1) };
  await capture(memory, [
    { ...seen, type: "prompt", text: command },
    { ...seen, type: "tool", toolUseId: "t", tool: "Bash", input: {}, output: command, status: "ok" },
    { ...seen, type: "compact-after", trigger: "auto", summary: command },
  ]);
  await runCommands(memory, "s1");
  await say(`<tellback-memory mark="x">\n${command}\n</tellback-memory>\n> ${command}\n\n\`${command}\``);
  expect(await nodes()).toEqual([]);
  const secret = `ghp_${"q8ZrT2vLx9WmKc4JdN7bYs3HfPe6GaUt1RoE"}`;
  await say(`<ctx:remember type="fact">The token is ${secret}</ctx:remember><ctx:status/>`, {
    agent: { id: "a1", type: "Explore" },
  });
  const [node] = await nodes();
  expect(node?.[1]).toMatch(/^The token is /);
  expect(node?.[1]).not.toContain(secret);
  expect(node?.[2]).toContain("agent:Explore");
  await say("<ctx:status/>", { sessionId: "s2" });
  expect(await answersOf("s2")).toHaveLength(2);
  expect(await answersOf("s1")).toHaveLength(2);
});

test("a node is stale while the function it names is changed, and not if another function changes", async () => {
  const { memory, dir, say, idOf } = await world();
  mkdirSync(join(dir, "src"));
  const write = (total: string, tax: string) =>
    writeFileSync(
      join(dir, "src/bill.ts"),
      `export function total(items: number[]): number {\n  ${total}\n}\n\nexport function tax(n: number) {\n  ${tax}\n}\n`,
    );
  write("return items.length;", "return n * 0.2;");
  await say('<ctx:remember type="fact">total in src/bill.ts counts items</ctx:remember>');
  await say('<ctx:remember type="fact">`tax()` in src/bill.ts is a fifth</ctx:remember>');
  await say('<ctx:remember type="fact">Everything is in src/bill.ts</ctx:remember>');
  const ids = await Promise.all(
    [
      "total in src/bill.ts counts items",
      "`tax()` in src/bill.ts is a fifth",
      "Everything is in src/bill.ts",
    ].map(idOf),
  );
  for (const id of ids) await anchorNode(memory, id);
  const edited = async () => {
    const seen = { host: "claude-code", sessionId: "s1", projectDir: dir, cwd: dir, at: at(30) };
    const use = { type: "tool", toolUseId: `t${Math.random()}`, tool: "Edit", status: "ok" } as const;
    const input = { file_path: join(dir, "src/bill.ts"), old_string: "a", new_string: "b" };
    await capture(memory, [{ ...seen, ...use, input, output: {} }]);
    const jobs = await memory.db.selectFrom("jobs").selectAll().where("kind", "=", "check-anchors").execute();
    await memory.db.deleteFrom("jobs").where("kind", "=", "check-anchors").execute();
    for (const { payload } of jobs) await checkFiles(memory, JSON.parse(payload));
    const rows = await memory.db.selectFrom("nodes").select(["id", "stale_since"]).execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.stale_since ?? null);
  };
  write("return items.reduce((a, b) => a + b, 0);", "return n * 0.2;");
  expect(await edited()).toEqual([at(30), null, at(30)]);
  const [broken] = await memory.db
    .selectFrom("anchors")
    .selectAll()
    .where("broken_at", "is not", null)
    .execute();
  expect(broken).toMatchObject({
    file: "src/bill.ts",
    how: "changed",
    broken_by: expect.stringMatching(/^obs_/),
  });
  write("return items.length;", "return n * 0.2;");
  expect(await edited()).toEqual([null, null, null]);
  writeFileSync(join(dir, "src/bill.ts"), "export const nothing = 1;\n");
  expect(await edited()).toEqual([at(30), at(30), at(30)]);
});

const patientMs = 60_000;

test("answers come first at the next prompt of their session, once; over the deadline they wait", async () => {
  const { memory, dir, say } = await world();
  const prompt = (text: string, sessionId = "s1"): HookEvent => ({
    ...{ host: "claude-code", sessionId, projectDir: dir, cwd: dir, at: at(40) },
    ...{ type: "prompt", text, promptId: "next" },
  });
  await say('<ctx:remember type="decision">Use <b>OAuth</b></ctx:remember>');
  await say('<ctx:recall query="type:decision"/>');
  await say("Nothing to ask.", { sessionId: "s2" });
  expect(await recall(memory, prompt("go on"), 0)).toBeNull();
  expect(await recall(memory, prompt("go on", "s2"), patientMs)).toBeNull();
  const told = (await recall(memory, prompt("go on"), patientMs))?.context ?? "";
  expect(told).toContain(
    "Answer to recall type:decision: 1 found:\n| 2026-03-01 decision · Use ‹b›OAuth‹/b›",
  );
  expect(await recall(memory, prompt("go on"), patientMs)).toBeNull();
});

test("a node that a session wanted in full is shown to the next session if its own ended before, once", async () => {
  const { memory, dir, say, idOf } = await world();
  const place = { host: "claude-code", projectDir: dir, cwd: dir };
  const start = (sessionId: string, source: "startup" | "resume" = "startup") =>
    recall(memory, { ...place, type: "session-start", sessionId, source, at: at(50) }, patientMs);
  const shown = async (answer: ReturnType<typeof start>) =>
    ((await answer)?.context ?? "").includes(`in full:\n`);
  await say('<ctx:remember type="source" tags="tier:off-context">The whole tide table</ctx:remember>');
  await say(`<ctx:expand node="${await idOf("The whole tide table")}"/>`);
  expect(await shown(start("meanwhile"))).toBe(false);
  await capture(memory, [{ ...place, type: "session-end", sessionId: "s1", reason: "exit", at: at(45) }]);
  expect(await shown(start("other", "resume"))).toBe(false);
  expect(await shown(start("next"))).toBe(true);
  expect(await shown(start("after"))).toBe(false);
});

test("a reply is kept from the hook where no transcript contains it, and not where one does", async () => {
  const { memory, dir } = await world();
  const there = join(dir, "transcript.jsonl");
  writeFileSync(there, "");
  const seen = { host: "claude-code", projectDir: dir, cwd: dir, at: at(1) };
  const said = { type: "turn-end", reply: "The tides are read from the harbour's own table." } as const;
  await capture(memory, [
    { ...seen, ...said, sessionId: "without" },
    { ...seen, ...said, sessionId: "gone", transcriptPath: join(dir, "nowhere.jsonl") },
    { ...seen, ...said, sessionId: "with", transcriptPath: there },
  ]);
  const jobs = await memory.db.selectFrom("jobs").selectAll().where("kind", "=", "late-reply").execute();
  for (const { payload } of [...jobs, ...jobs]) await takeLateReply(memory, JSON.parse(payload));
  const kept = await memory.db.selectFrom("observations").select(["session_id", "kind", "detail"]).execute();
  expect(kept.toSorted((a, b) => (a.session_id < b.session_id ? -1 : 1))).toEqual([
    { session_id: "gone", kind: "reply", detail: said.reply },
    { session_id: "without", kind: "reply", detail: said.reply },
  ]);
});

test("commands that are tried by hand run at once, with their answers and errors, and nothing else is captured", async () => {
  const { memory, dir, nodes } = await world();
  const text = '<ctx:remember type="fact">Tried</ctx:remember> <ctx:recall query="type:fact"/> <ctx:lnik/>';
  const tried = await tryReply(memory, { text, folder: dir, sessionId: null });
  expect(tried.commands.map(({ name }) => name)).toEqual(["remember", "recall", "lnik"]);
  expect(tried.answers).toMatchObject([
    { isError: false, about: "Answer to recall type:fact: 1 found", texts: ["Tried"] },
    { isError: true, texts: [expect.stringContaining("did you mean `link`?")] },
  ]);
  expect((await nodes()).map(([, content]) => content)).toEqual(["Tried"]);
  expect(await memory.db.selectFrom("observations").select("id").execute()).toEqual([]);
  expect(await memory.db.selectFrom("sessions").select("ended_at").execute()).toEqual([
    { ended_at: expect.any(String) },
  ]);
  expect((await tryReply(memory, { text, folder: dir, sessionId: null })).answers).toHaveLength(2);
});

test("the view `default` decides what a session starts with, once it is edited", async () => {
  const { memory, dir, say } = await world();
  const start = async (sessionId: string) => {
    const event = { host: "claude-code", projectDir: dir, cwd: dir, at: at(50) };
    const answer = await recall(
      memory,
      { ...event, type: "session-start", sessionId, source: "startup" },
      patientMs,
    );
    return answer?.context ?? "";
  };
  await say('<ctx:remember type="decision" tags="tier:pinned">Lamps are sodium</ctx:remember>');
  await say('<ctx:remember type="fact" tags="area:tides">High tide is at six</ctx:remember>');
  expect(await start("n1")).toMatch(/Pinned:\n\| .*Lamps are sodium/);
  expect(await start("n2")).not.toContain("High tide");
  const context = { memory } as Parameters<(typeof graph)["view.edit"]>[0];
  expect((await graph["view.render"](context, { name: "default", allProjects: true })).told).toHaveLength(1);
  const listed = async () =>
    (await graph["view.list"](context)).views.map(({ name, query }) => [name, query]);
  expect(await listed()).toEqual([["default", expect.stringContaining("tag:tier:pinned")]]);
  await expect(graph["view.delete"](context, { name: "default" })).rejects.toThrow("has not been edited");
  await graph["view.edit"](context, { name: "default", query: "tag:area:tides", budget: 100 });
  expect(await listed()).toEqual([["default", "tag:area:tides"]]);
  const chosen = await start("n3");
  expect(chosen).toMatch(/Chosen for every session:\n\| .*High tide is at six/);
  expect(chosen).not.toContain("Lamps");
  await graph["view.delete"](context, { name: "default" });
  expect(await start("n4")).toContain("Lamps are sodium");
});

test("an agent that has stored nothing is reminded once after four turns; others never", async () => {
  const { memory, dir, say } = await world();
  const place = { host: "claude-code", projectDir: dir, cwd: dir };
  const turn = async (sessionId: string, n: number) => {
    const prompt: HookEvent = {
      ...place,
      sessionId,
      at: at(n),
      type: "prompt",
      text: "go on",
      promptId: `q${n}`,
    };
    const answer = await recall(memory, prompt, patientMs);
    await capture(memory, [prompt]);
    return answer?.context.includes("Nothing from this session is in the graph yet") ?? false;
  };
  await say('<ctx:remember type="fact">Stored</ctx:remember>', { sessionId: "busy" });
  const reminded = { idle: [] as boolean[], busy: [] as boolean[] };
  for (let n = 0; n < 8; n++) {
    reminded.idle.push(await turn("idle", n));
    reminded.busy.push(await turn("busy", n));
  }
  expect(reminded.idle).toEqual([false, false, false, false, true, false, false, false]);
  expect(reminded.busy).not.toContain(true);
});
