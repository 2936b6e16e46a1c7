// Every way by which text of somebody else comes in: what hosts send, what agents and people store, what they call, what
// files say. Each door also does what follows: the jobs, and the questions that read what was stored.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { parseBounded } from "../../../src/agents/bounded-json.ts";
import { adapterOf } from "../../../src/agents/hosts.ts";
import { type OperationName, operationNames, operationTable } from "../../../src/areas/contracts.ts";
import { isPath } from "../../../src/areas/operation.ts";
import { perform } from "../../../src/areas/perform.ts";
import { answerTo } from "../../../src/journeys/followers.ts";
import { importExport } from "../../../src/journeys/import/import-tellback.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import { enqueue } from "../../../src/store/jobs.ts";
import { runDueJobs } from "../../support/due-jobs.ts";
import { gitProject } from "../../support/temp.ts";
import type { Door } from "./growth.ts";
import type { World } from "./world.ts";

export type Doors = Readonly<Record<string, Door>>;

let made = 0;

/** Runs what follows from it. */
async function follow({ memory }: World): Promise<void> {
  await runDueJobs(memory, 50);
}

/** A refusal is an answer. */
const anyway = (work: Promise<unknown>) => work.catch(() => {});

type Payload = Record<string, unknown>;

/** A call of a tool from its start to its end; a text is an error. */
function use(tool: string, input: Payload, response: unknown): Payload[] {
  const call = { tool_name: tool, tool_input: input, tool_use_id: `use-${++made}` };
  return [
    { ...call, hook_event_name: "PreToolUse" },
    typeof response === "string"
      ? { ...call, hook_event_name: "PostToolUseFailure", error: response }
      : { ...call, hook_event_name: "PostToolUse", tool_response: response },
  ];
}

/** Hook payloads, each answered, stored, and followed by its jobs. */
export function hookDoors(world: World): Doors {
  const { context, memory, project } = world;
  const file = join(project, "src/a.ts");
  const prompt = { hook_event_name: "UserPromptSubmit", prompt: "Do it" };
  const end = { hook_event_name: "SessionEnd", reason: "other" };
  const sent = async (...payloads: Payload[]) => {
    const adapter = await adapterOf("claude-code");
    const head = { session_id: `session-${++made}`, cwd: project, prompt_id: "p" };
    const seen = { projectDir: project, at: new Date().toISOString() };
    const events = [...payloads, end].flatMap((payload) => {
      const parsed = parseBounded(Buffer.from(JSON.stringify({ ...head, ...payload })));
      const event = parsed.ok ? adapter?.fromHook(parsed.value, seen) : null;
      return event ? [event] : [];
    });
    for (const event of events) await anyway(answerTo(memory, event, 60_000));
    await capture(memory, events);
    await follow(world);
  };
  return {
    "payload that is no JSON": async (text) => {
      parseBounded(Buffer.from(text));
      parseBounded(Buffer.from(`{"a":${text}`));
    },
    prompt: (text) => sent({ ...prompt, prompt: text }, { hook_event_name: "Stop" }),
    replies: (text) =>
      sent(
        prompt,
        {
          ...{ hook_event_name: "SubagentStop", agent_id: "a", agent_type: text },
          last_assistant_message: `${text}.`,
        },
        { hook_event_name: "Stop", last_assistant_message: text },
      ),
    commands: (text) =>
      sent(
        ...use("Bash", { command: text, description: text }, { stdout: text, stderr: text }),
        ...use("Bash", { command: "npm test" }, { stdout: text, stderr: "" }),
        ...use("Bash", { command: "npm test" }, text),
      ),
    files: async (text) => {
      writeFileSync(file, text);
      const patch = [{ lines: text.split("\n") }];
      const edited = { oldString: text, newString: `${text}x`, originalFile: text, structuredPatch: patch };
      await sent(
        ...use(
          "Write",
          { file_path: file, content: text },
          { type: "create", filePath: file, content: text },
        ),
        ...use("Read", { file_path: file }, { type: "text", file: { filePath: file, content: text } }),
        ...use("Read", { file_path: text }, { type: "text", file: { filePath: text, content: "" } }),
        ...use(
          "Edit",
          { file_path: file, old_string: text, new_string: `${text}x` },
          { filePath: file, ...edited },
        ),
      );
      await perform(context, "search", { query: "same name1", folder: project });
      await perform(context, "context", { for: "What does same do?", folder: project });
      await perform(context, "map.show", { folder: project });
      await anyway(perform(context, "symbol", { name: "same", folder: project }));
      await anyway(perform(context, "impact", { name: "same", folder: project }));
    },
    "other tools": (text) =>
      sent(
        ...use("Grep", { pattern: text, path: text }, { mode: "content", content: text, filenames: [text] }),
        ...use("WebFetch", { url: text, prompt: text }, { result: text, url: text }),
        ...use("Agent", { prompt: text, description: text }, { content: [{ type: "text", text }] }),
        ...use("mcp__a__b", { a: text, [text.slice(0, 500)]: 1 }, [{ type: "text", text }]),
        ...use("TodoWrite", { todos: [{ content: text, status: "pending" }] }, {}),
        ...use(text, { a: text }, { b: [text, { c: text }] }),
      ),
    compaction: (text) =>
      sent(
        prompt,
        { hook_event_name: "PreCompact", trigger: text, custom_instructions: text },
        { hook_event_name: "PostCompact", trigger: "auto", compact_summary: text },
      ),
    "ids and folders": (text) =>
      sent({
        ...{ ...prompt, session_id: text, cwd: text, prompt_id: text, transcript_path: text },
        ...{ agent_id: text, agent_type: text },
      }),
  };
}

/** What agents and people store, with the questions that read it afterwards. */
export function storedDoors(world: World): Doors {
  const { context, project } = world;
  const stored: Door = async (text) => {
    const one = { task: `task-${++made}`, folder: project };
    await anyway(perform(context, "remember", { content: text.slice(0, 20_000), folder: project }));
    await anyway(perform(context, "learnings.add", { content: text.slice(0, 1_000), folder: project }));
    await anyway(perform(context, "scratchpad", { ...one, content: text }));
    await anyway(perform(context, "plan", { ...one, content: text }));
    await anyway(perform(context, "append", { ...one, text }));
    const seen = { host: "claude-code", sessionId: one.task, projectDir: project, cwd: project };
    const said = `<ctx:remember type="fact" tags="a:b">${text}</ctx:remember>`;
    const at = new Date().toISOString();
    await capture(world.memory, [{ ...seen, at, type: "reply", messageId: one.task, text: said }]);
    await follow(world);
    await perform(context, "search", { query: "same word", folder: project });
    await perform(context, "context", { for: "What about the same word?", folder: project });
    await perform(context, "knowledge", { topic: "word", folder: project });
    await perform(context, "query", { query: "", folder: project });
    await perform(context, "report", { folder: project });
    await anyway(perform(context, "task.show", one));
  };
  const chat: Door = async (text) => {
    for (const said of [text, `/remember ${text}`])
      await anyway(perform(context, "chat.send", { text: said.slice(0, 20_000), folder: project }));
    await follow(world);
  };
  return { "what is stored": stored, chat };
}

/** The code of a function, saved twice, compared and shown. */
export function functionDoors(world: World): Doors {
  return {
    JavaScript: functionIn(world, "javascript"),
    TypeScript: functionIn(world, "typescript"),
    Python: functionIn(world, "python"),
  };
}

function functionIn({ context }: World, language: "javascript" | "typescript" | "python"): Door {
  const start = language === "python" ? "def same(a): return a\n" : "function same(a) { return a; }\n";
  return async (text) => {
    const saved = { name: "same", language, force: true };
    await anyway(perform(context, "fn.save", { ...saved, code: start + text }));
    await anyway(perform(context, "fn.save", { ...saved, code: `${text}\n${start}` }));
    await anyway(perform(context, "fn.diff", { name: "same" }));
    await anyway(perform(context, "fn.show", { name: "same" }));
  };
}

type Field = z.ZodType & { def: { type: string }; unwrap?(): Field; maxLength?: number | null };

/** A value for a field, with as much of the text as it takes; undefined if it takes no text. */
function valueWith(field: Field, text: string): unknown {
  const { type } = field.def;
  if (field.unwrap) return valueWith(field.unwrap(), text);
  if (type === "pipe") return valueWith((field as unknown as z.ZodPipe).in as Field, text);
  if (type === "union") return valueWith((field as unknown as z.ZodUnion).options[0] as Field, text);
  return type === "string" ? text.slice(0, field.maxLength ?? undefined) : undefined;
}

/** Fields without which an operation refuses the rest. */
const needed: Partial<Record<OperationName, object>> = {
  "fn.save": { name: "same", from: undefined, language: "javascript", needs: undefined, tests: undefined },
  "config.set": { key: "llm.url" },
  task: { action: "plan" },
};
/** The first three wait, and an import is a door of its own. */
const left: ReadonlySet<OperationName> = new Set(["daemon.stop", "feed", "doctor", "import.start"]);

/** Every operation, with the text in all its fields, whoever calls it. */
export function operationDoors({ context, project, folder }: World): Doors {
  const doors = operationNames.flatMap((name) => {
    const fields = Object.entries(operationTable[name].input.shape) as [string, Field][];
    const takesText = fields.some(([, field]) => !isPath(field) && valueWith(field, "a") !== undefined);
    if (left.has(name) || !takesText) return [];
    const door: Door = (text) => {
      const given = fields.map(([field, type]): [string, unknown] => {
        if (!isPath(type)) return [field, valueWith(type, text)];
        return [field, field === "folder" ? project : join(folder, "file.json")];
      });
      const all = Object.entries({ ...Object.fromEntries(given), ...needed[name] });
      return anyway(
        perform(context, name, Object.fromEntries(all.filter(([, value]) => value !== undefined))),
      );
    };
    return [[name, door] as const];
  });
  return Object.fromEntries(doors);
}

const projectFiles = [
  ...["package.json", "pyproject.toml", "setup.cfg", "go.mod", "go.work", "Cargo.toml", "pom.xml"],
  ...["build.gradle", "Gemfile", "composer.json", "mix.exs", "CMakeLists.txt", "meson.build", "Makefile"],
  ...["pnpm-workspace.yaml", "tsconfig.json", "README.md", "CLAUDE.md", "AGENTS.md", ".env", ".gitignore"],
  ...[".tellback/config.json", ".git/config", ".git/HEAD"],
];

/** What files say: of a project, of a host, of another tellback. */
export function fileDoors(world: World): Doors {
  const { context, folder, memory, project } = world;
  const exported = exporter(world);
  let own: Promise<string> | undefined;
  let empty: Promise<string> | undefined;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const lines = (records: readonly object[]) =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  return {
    "files of a project": async (text) => {
      // Of the door's own: what it writes breaks what git says of it.
      own ??= gitProject(join(folder, "own"));
      const dir = await own;
      for (const name of projectFiles) write(join(dir, name), text);
      await anyway(perform(context, "project.context", { folder: dir, refresh: true }));
      await anyway(perform(context, "bridge.pull", { folder: dir }));
      await follow(world);
    },
    "code of a project": async (text) => {
      empty ??= gitProject(join(folder, "empty"));
      const code = join(folder, `mapped-${++made}`);
      cpSync(await empty, code, { recursive: true });
      for (const more of ["", "\n"]) {
        for (const name of ["a.js", "b.py", "c.md"]) write(join(code, "src", name), text + more);
        await perform(context, "map.start", { path: code });
        await follow(world);
      }
      await perform(context, "search", { query: "same name1", folder: code });
      await perform(context, "map.show", { folder: code });
      await anyway(perform(context, "symbol", { name: "same", folder: code }));
      await anyway(perform(context, "impact", { name: "same", folder: code }));
    },
    transcript: async (text) => {
      const history = join(folder, "history");
      write(join(history, `${session}.jsonl`), lines(transcriptOf(project, text)));
      await enqueue(memory.db, { kind: "catch-up-folder", key: history, payload: { path: history } });
      await follow(world);
    },
    "import of another tellback": async (text) => {
      const inner = JSON.stringify(text).slice(1, -1);
      for (const content of [(await exported()).replaceAll(marked, () => inner), text]) {
        await anyway(importExport(memory, write(join(folder, "export.jsonl"), content)));
        const path = write(join(folder, "import.json"), content);
        await anyway(perform(context, "fn.import", { path }));
        await anyway(perform(context, "knowledge.import", { path, folder: project }));
      }
      await follow(world);
    },
  };
}

const marked = "THE-TEXT";

/** What another tellback exports that remembers one text in several rooms. */
function exporter({ context, folder, project }: World): () => Promise<string> {
  let lines: Promise<string> | undefined;
  const make = async () => {
    const path = join(folder, "exported.jsonl");
    await perform(context, "remember", { content: marked, folder: project, tags: "a:b" });
    await perform(context, "learnings.add", { content: marked, folder: project });
    await perform(context, "plan", { task: "a-task", content: marked, folder: project });
    const code = `function same() { return "${marked}"; }`;
    await perform(context, "fn.save", { name: "same", language: "javascript", code });
    await perform(context, "export", { path, format: "jsonl", force: true });
    return readFileSync(path, "utf8");
  };
  return () => {
    lines ??= make();
    return lines;
  };
}

const session = "5eed0001-0c4f-4d6e-9a57-1b2c3d4e5f60";

function transcriptOf(cwd: string, text: string): object[] {
  const seen = { sessionId: session, cwd, version: "2.0.0", gitBranch: text, isSidechain: false };
  const said = (uuid: string, type: string, content: unknown) => ({
    ...{ ...seen, uuid, type, timestamp: "2026-01-01T10:00:00.000Z", parentUuid: null },
    message: { id: uuid, role: type, content },
  });
  const call = { type: "tool_use", id: "t1", name: "Bash", input: { command: text } };
  return [
    said("u1", "user", text),
    said("a1", "assistant", [{ type: "text", text }, call]),
    said("u2", "user", [{ type: "tool_result", tool_use_id: "t1", content: text }]),
  ];
}
