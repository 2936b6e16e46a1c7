// A tool use that opens a file waits for one hook: it captures the use and asks what is known about the file. The hook
// knows without asking which files have nothing to inject, and everything relevant is still injected.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Home,
  type HookOptions,
  payload,
  rows,
  shellHook,
  stop,
  tellback,
  tellbackHome,
  until,
  untilStored,
  untilTakenIn,
} from "../../support/tellback.ts";
import { gitProject, tempDir } from "../../support/temp.ts";

const nowhere = "/nowhere/project";
/** Among many other processes, each answer may come after the deadline of a hook for minutes. */
const quickMs = 240_000;
const silent = { code: 0, stdout: "", stderr: "" };

/** A curl that records that it was run: if it was not, the daemon was not asked. */
function countedCurl(home: Home) {
  const tools = join(home.path, "..", "tools");
  const asked = join(tools, "asked");
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "curl"), `#!/bin/sh\necho >>'${asked}'\nPATH=\${PATH#*:}\nexec curl "$@"\n`);
  chmodSync(join(tools, "curl"), 0o755);
  const count = () => (existsSync(asked) ? readFileSync(asked, "utf8").length : 0);
  return {
    env: { PATH: `${tools}:${process.env.PATH}` },
    /** How often the daemon was asked meanwhile. */
    async during(work: () => Promise<unknown>): Promise<number> {
      const before = count();
      await work();
      return count() - before;
    },
  };
}

interface Opening {
  path: string;
  session?: string;
  agent?: string;
  tool?: string;
  more?: object;
}

let uses = 0;

function opening({ path, session = "now", agent, tool = "Read", more = {} }: Opening): string {
  const event = tool === "Task" ? { hook_event_name: "PreToolUse" } : { hook_event_name: "PostToolUse" };
  return JSON.stringify({
    session_id: session,
    transcript_path: "/nowhere/transcript.jsonl",
    cwd: nowhere,
    ...(agent === undefined ? {} : { agent_id: agent, agent_type: "explore" }),
    ...event,
    tool_name: tool,
    tool_input: { file_path: path, ...more },
    ...(tool === "Task" ? {} : { tool_response: { type: "text", file: { content: "one\n" } } }),
    tool_use_id: `toolu_${++uses}`,
  });
}

async function open(projectDir = nowhere) {
  const home = await tellbackHome();
  const curl = countedCurl(home);
  const options: HookOptions = { projectDir, env: curl.env };
  await tellback(home, ["status"]);
  const opens = (file: string | Opening, more: HookOptions = {}) => {
    const given = typeof file === "string" ? { path: `${projectDir}/${file}` } : file;
    return shellHook(home, ["ask", "5"], opening(given), { ...options, ...more });
  };
  return {
    home,
    opens,
    /** Waits until the machine is quick enough to answer within the deadline of the hook, 0.2 s. */
    async injectsFor(file: string | Opening): Promise<void> {
      const isInjected = async () => (await opens(file)).stdout.includes("From memory, about");
      await until("the knowledge is injected", isInjected, quickMs);
    },
    /** What is injected, and how often the daemon was asked for it. */
    async said(file: string | Opening, more: HookOptions = {}) {
      let ran = silent;
      const asked = await curl.during(async () => {
        ran = (await opens(file, more)) as typeof silent;
      });
      expect(ran).toMatchObject({ code: 0, stderr: "" });
      return { asked, words: ran.stdout };
    },
    /** A turn that decides something about the file, and edits it: two observations. */
    async edits(session: string, file: string, n: number) {
      const said = `We decided that ${file.split("/").at(-1)} always keeps times in UTC, never in local time.`;
      const more = {
        tool_name: "Edit",
        tool_input: { file_path: `${projectDir}/${file}`, old_string: "one", new_string: `number ${n}` },
        tool_response: { filePath: `${projectDir}/${file}` },
      };
      const prompt = { prompt_id: `${session}-${n}` };
      const payloads = [
        payload.prompt(session, said, prompt),
        payload.tool(session, `${session}-${n}`, { ...more, ...prompt }),
        payload.stop(session, prompt),
      ];
      for (const one of payloads) await shellHook(home, ["capture"], one, options);
    },
    reads(session: string, file: string, n: number) {
      const more = {
        tool_name: "Read",
        tool_input: { file_path: `${projectDir}/${file}` },
        tool_response: {},
      };
      return shellHook(home, ["capture"], payload.tool(session, `${session}-${n}`, more), options);
    },
    /** The first request of a daemon's life makes it list the files with something to inject. */
    async offered() {
      await opens("nothing.ts");
      await until("the list is published", () => existsSync(join(home.paths.openings, projectDir, "@")));
    },
    async [Symbol.asyncDispose]() {
      await stop(home);
      await home[Symbol.asyncDispose]();
    },
  };
}

const quiet = { asked: 0, words: "" };
const inVain = { asked: 1, words: "" };

describe("hook.sh", { timeout: 2 * quickMs }, () => {
  test("does not ask about an unknown file, and injects what is known about others, once", async () => {
    await using machine = await open();
    await machine.edits("before", "src/dates.ts", 1);
    await machine.reads("before", "src/zones.ts", 2);
    await untilStored(machine.home, 3);
    await machine.offered();
    expect(await machine.said("src/unknown.ts")).toEqual(quiet);
    expect(await machine.said("src/zones.ts")).toEqual(quiet);
    await machine.injectsFor("src/dates.ts");
    expect(await machine.said("src/dates.ts")).toEqual(quiet);
    const inAgent = { path: `${nowhere}/src/dates.ts`, agent: "a1" };
    await machine.injectsFor(inAgent);
    expect(await machine.said(inAgent)).toEqual(quiet);
  });

  test("captures every opened file, whether or not something is known about it", async () => {
    await using machine = await open();
    await machine.edits("before", "src/dates.ts", 1);
    await untilStored(machine.home, 2);
    await machine.offered();
    await machine.injectsFor("src/dates.ts");
    const again = {
      path: `${nowhere}/src/dates.ts`,
      tool: "Edit",
      more: { old_string: "a", new_string: "b" },
    };
    expect(await machine.said(again)).toEqual(quiet);
    await stop(machine.home);
    expect(await machine.said("src/without-daemon.ts")).toEqual(quiet);
    await tellback(machine.home, ["status"]);
    await untilTakenIn(machine.home);
    const seen = rows<{ tool: string; files: string }>(
      machine.home,
      "select distinct tool, files from observations where session_id = 'now' order by tool, files",
    );
    expect(seen.map(({ tool, files }) => [tool, ...JSON.parse(files)])).toEqual([
      ["Edit", "src/dates.ts"],
      ["Read", "nothing.ts"],
      ["Read", "src/dates.ts"],
      ["Read", "src/without-daemon.ts"],
    ]);
  });

  test("keeps its list where a folder's name looks like a mark of the list", async () => {
    await using machine = await open();
    for (const [n, file] of ["a.ts", "a.ts@/b.ts", "c.ts@/d.ts", "c.ts", `${"q".repeat(255)}`].entries()) {
      await machine.edits("before", file, n);
    }
    await untilStored(machine.home, 10);
    await machine.offered();
    expect(await machine.said("src/unknown.ts")).toEqual(quiet);
    await machine.injectsFor("a.ts");
    // In a conversation of its own: in one, a second sentence that differs in a name alone is said once.
    await machine.injectsFor({ path: `${nowhere}/c.ts`, session: "another" });
    expect(await machine.said("src/unknown.ts")).toEqual(quiet);
  });

  test("does not ask about the session's own changes, but about changes of other sessions", async () => {
    await using machine = await open();
    await machine.edits("before", "src/dates.ts", 1);
    await untilStored(machine.home, 2);
    await machine.offered();
    await machine.edits("now", "src/new.ts", 2);
    await untilTakenIn(machine.home);
    await untilStored(machine.home, 4);
    expect(await machine.said("src/new.ts")).toEqual(quiet);
    await machine.injectsFor({ path: `${nowhere}/src/new.ts`, session: "other" });
    await machine.edits("other", "src/new.ts", 3);
    await untilTakenIn(machine.home);
    await untilStored(machine.home, 7);
    await machine.injectsFor("src/new.ts");
  });

  test("injects again after a compaction", async () => {
    await using machine = await open();
    await machine.edits("before", "src/dates.ts", 1);
    await untilStored(machine.home, 2);
    await machine.offered();
    await machine.injectsFor("src/dates.ts");
    const compacted = payload.start("now", { source: "compact" });
    await tellback(machine.home, ["config", "set", "recall.sessionStart", "false"]);
    await shellHook(machine.home, ["answer", "5"], compacted, { projectDir: nowhere });
    expect((await machine.said("src/dates.ts")).asked).toBe(1);
  });

  test("asks about a file as soon as a node is anchored to it", async () => {
    await using folder = await tempDir("egp");
    const project = await gitProject(folder.path, { "dates.ts": "export function parseDate() {}\n" });
    await using machine = await open(project);
    await machine.edits("before", "zones.ts", 1);
    await untilStored(machine.home, 2);
    await machine.offered();
    expect(await machine.said("dates.ts")).toEqual(quiet);
    const fact = "parseDate in dates.ts takes ISO week dates";
    expect(await tellback(machine.home, ["remember", fact], { cwd: project })).toMatchObject({ code: 0 });
    const isInjected = async () => (await machine.said("dates.ts")).words.includes("ISO week dates");
    await until("the knowledge is injected", isInjected, quickMs);
    expect(await machine.said("dates.ts")).toEqual(quiet);
  });

  test.each([
    ["a path that can be written in two ways", { path: `${nowhere}/src/../src/dates.ts` }],
    ["a path with signs that JSON escapes", { path: `${nowhere}/src/"dates".ts` }],
    ["a path from the working directory", { path: "src/dates.ts" }],
    ["a tool that starts a sub-agent", { path: "", tool: "Task", more: { prompt: "Look" } }],
  ])("asks about %s", async (_, file: Opening) => {
    await using machine = await open();
    await machine.edits("before", "src/other.ts", 1);
    await untilStored(machine.home, 2);
    await machine.offered();
    expect((await machine.said(file)).asked).toBe(1);
  });

  test("asks in a project folder that the daemon has not listed yet, also after a restart", async () => {
    await using machine = await open();
    await machine.edits("before", "src/dates.ts", 1);
    await untilStored(machine.home, 2);
    await machine.offered();
    expect(await machine.said("src/unknown.ts", { projectDir: "/nowhere/else" })).toEqual(inVain);
    await stop(machine.home);
    await tellback(machine.home, ["status"]);
    expect(existsSync(machine.home.paths.openings)).toBe(false);
    expect(await machine.said("src/unknown.ts")).toEqual(inVain);
  });

  test("ignores a path inside other text, and handles a payload of a megabyte", async () => {
    await using machine = await open();
    await machine.edits("before", "src/dates.ts", 1);
    await untilStored(machine.home, 2);
    await machine.offered();
    const trap = `"file_path":"${nowhere}/src/dates.ts"`;
    const content = `${trap} ${"x".repeat(1024 * 1024)}`;
    expect(await machine.said({ path: `${nowhere}/src/a.ts`, tool: "Write", more: { content } })).toEqual(
      quiet,
    );
    const late = opening({ path: "", tool: "Write" }).replace(
      '"file_path":""',
      `"content":${JSON.stringify(content)},"file_path":"${nowhere}/src/a.ts"`,
    );
    expect(await shellHook(machine.home, ["ask", "5"], late, { projectDir: nowhere })).toEqual(silent);
  });
});
