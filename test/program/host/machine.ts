// A test machine with the real client and tellback on it: a project, the client's home, tellback's home.
// For the tests of this folder: run a session, wait for tellback, then check what it stored and what the client printed.

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findDaemon } from "../../../src/client/connect.ts";
import { pathsOf } from "../../../src/config/paths.ts";
import { type ClaudeResult, runClaude } from "../../support/claude-code.ts";
import {
  type Model,
  type Route,
  startModel,
  type ToolCall,
  type Turn,
} from "../../support/model-stand-in.ts";
import { freshId } from "../../support/model-wire.ts";
import { entry } from "../../support/tellback.ts";
import { gitProject, tempDir } from "../../support/temp.ts";

const execute = promisify(execFile);
/** The embedding model would take CPU from the client. */
const withoutVectors = { TELLBACK_EMBED_PROVIDER: "off" };

export const pluginDir = join(import.meta.dirname, "../../../plugin");

const settleWithinMs = 30_000;

/** A prompt with this word in it is answered by the script of the sub-agent. */
const subtask = "SUBTASK";

export interface SessionScript {
  /** One prompt, or several that are said one after the other. */
  prompt: string | readonly string[];
  turns: Turn[];
  /** What the sub-agent does, if a turn starts one. */
  agentTurns?: Turn[];
  args?: string[];
  env?: Record<string, string>;
  /** How tellback is installed; "none" is a user who removed it for a while. */
  hooks?: "plugin" | "none" | { settings: object };
}

interface SessionRun extends ClaudeResult {
  model: Model;
}

export interface ToolRow {
  id: string;
  tool: string;
}

interface SessionRow {
  id: string;
  status: string;
  started_at: string;
  ended_at: string | null;
}

export interface Machine {
  project: string;
  tellbackHome: string;
  file(name: string): string;
  tellback(...args: string[]): Promise<string>;
  /** Runs one session; the tool uses of its script count as done. */
  session(script: SessionScript): Promise<SessionRun>;
  /** Every tool use that was scripted so far, in the form of `toolsKept`. */
  done: ToolRow[];
  /** Waits until the daemon has captured everything and has no work left. */
  settled(): Promise<void>;
  daemonPid(): Promise<number>;
  toolsKept(): ToolRow[];
  promptsKept(): string[];
  sessions(): SessionRow[];
  rows<Row>(sql: string): Row[];
  /** What the client's transcripts report about failed hooks. */
  hookErrors(): Promise<string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openMachine(files: Record<string, string> = {}): Promise<Machine> {
  const place = await tempDir("egh");
  const project = await gitProject(join(place.path, "project"), files);
  const tellbackHome = join(place.path, "tellback");
  const clientHome = join(place.path, "home");
  const done: ToolRow[] = [];
  const models: Model[] = [];

  const tellback = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env.PATH, HOME: clientHome, TELLBACK_HOME: tellbackHome, ...withoutVectors };
    const ran = await execute(process.execPath, [entry, ...args], { cwd: project, env }).catch((error) => {
      throw new Error(`${error.message}\n${daemonLog()}`, { cause: error });
    });
    return ran.stdout;
  };

  const daemonLog = (): string => {
    const path = join(tellbackHome, "logs/daemon.log");
    return existsSync(path) ? readFileSync(path, "utf8").slice(-4_000) : "";
  };

  const rows = <Row>(sql: string): Row[] => {
    const db = new DatabaseSync(join(tellbackHome, "tellback.db"), { readOnly: true });
    try {
      return db
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }) as Row);
    } finally {
      db.close();
    }
  };

  return {
    project,
    tellbackHome,
    done,
    tellback,
    rows,
    file: (name) => join(project, name),

    async session({ prompt, turns, agentTurns = [], args = [], env = {}, hooks = "plugin" }) {
      const model = await startModel(routes(withIds(turns), withIds(agentTurns)));
      models.push(model);
      const isOne = typeof prompt === "string";
      const plugin = hooks === "plugin" ? ["--plugin-dir", pluginDir] : [];
      const run = await runClaude({
        model,
        cwd: project,
        home: clientHome,
        args: [...(isOne ? ["-p", prompt] : ["-p"]), "--dangerously-skip-permissions", ...args, ...plugin],
        ...(!isOne && { prompts: prompt }),
        env: { TELLBACK_HOME: tellbackHome, ...withoutVectors, ...env },
        ...(typeof hooks === "object" && { settings: hooks.settings }),
      });
      return { ...run, model };
    },

    async settled() {
      const end = Date.now() + settleWithinMs;
      for (let quiet = 0; quiet < 2; await pause(50)) {
        const paths = pathsOf({ TELLBACK_HOME: tellbackHome });
        const found = await findDaemon(paths);
        if (!found) await tellback("daemon", "start");
        const state = await found?.client.call("status", {});
        const left = state ? state.inbox.waiting + state.jobs.pending + state.jobs.running : 1;
        quiet = left === 0 ? quiet + 1 : 0;
        if (Date.now() > end)
          throw new Error(`tellback has work left: ${JSON.stringify(state)}\n${daemonLog()}`);
      }
    },

    async daemonPid() {
      return Number((await readFile(join(tellbackHome, "daemon"), "utf8")).split("\n", 1)[0]);
    },

    toolsKept: () =>
      rows<{ host_key: string; tool: string }>(
        "select host_key, tool from observations where kind = 'tool' order by seq",
      ).map(({ host_key: key, tool }) => ({ id: key.replace(/^tool:|@.*$/g, ""), tool })),

    promptsKept: () =>
      rows<{ summary: string }>(
        "select summary from observations where kind = 'prompt' order by happened_at",
      ).map(({ summary }) => summary),

    sessions: () =>
      rows<SessionRow>("select id, status, started_at, ended_at from sessions order by started_at"),

    async hookErrors() {
      const projects = join(clientHome, ".claude/projects");
      const names = await readdir(projects, { recursive: true });
      const transcripts = names.filter((name) => name.endsWith(".jsonl"));
      const texts = await Promise.all(transcripts.map((name) => readFile(join(projects, name), "utf8")));
      return texts.flatMap((text) => text.split("\n").filter(Boolean).flatMap(errorsIn));
    },

    async [Symbol.asyncDispose]() {
      await tellback("daemon", "stop").catch(() => {});
      for (const model of models) await model.close();
      await place[Symbol.asyncDispose]();
    },
  };

  function withIds(turns: Turn[]): Turn[] {
    return turns.map((turn) => {
      if (!turn.tools) return turn;
      const tools = turn.tools.map((tool) => ({ ...tool, id: freshId("toolu") }));
      done.push(...tools.map(({ id, name }) => ({ id, tool: name })));
      return { ...turn, tools };
    });
  }
}

function routes(turns: Turn[], agentTurns: Turn[]): Route[] {
  return [
    { name: "agent", when: (ask) => ask.hasTools && ask.firstUser.includes(subtask), turns: agentTurns },
    {
      name: "main",
      when: (ask) => ask.hasTools && !/summary of (the|this|our) conversation/i.test(ask.lastUser),
      turns,
    },
  ];
}

function errorsIn(line: string): string[] {
  const record = JSON.parse(line) as {
    subtype?: string;
    hookErrors?: unknown[];
    attachment?: { type?: string };
  };
  const errors = record.subtype === "stop_hook_summary" ? (record.hookErrors ?? []).map(String) : [];
  return /^hook_.*(error|fail|cancel)/.test(record.attachment?.type ?? "") ? [...errors, line] : errors;
}

export const bash = (command: string): ToolCall => ({ name: "Bash", input: { command, description: "run" } });
export const read = (path: string): ToolCall => ({ name: "Read", input: { file_path: path } });
export const write = (path: string, content: string): ToolCall => ({
  name: "Write",
  input: { file_path: path, content },
});
export const edit = (path: string, from: string, to: string): ToolCall => ({
  name: "Edit",
  input: { file_path: path, old_string: from, new_string: to },
});
export const agent = (prompt: string): ToolCall => ({
  name: "Agent",
  input: {
    description: "look around",
    prompt: `${subtask}: ${prompt}`,
    subagent_type: "general-purpose",
    run_in_background: false,
  },
});

/** The same rows in any order. */
export const byId = (rows: ToolRow[]): ToolRow[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

export async function eventually(
  condition: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await Promise.resolve(condition()).catch(() => false))) {
    if (Date.now() > end) throw new Error(`still not so after ${withinMs} ms: ${condition}`);
    await pause(50);
  }
}
