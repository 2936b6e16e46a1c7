// The doors that people and programs use, unmodified: command line, MCP on stdio, the client of the SDK, its embedded
// memory. A secret of a project's .env is never stored, whichever door it comes through.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { capture, openMemory } from "../../../src/index.ts";
import { findPlanted, plantedAt, writeDotenv } from "../../support/planted.ts";
import {
  daemonOf,
  type Home,
  payload,
  rows,
  shellHook,
  stop,
  tellback,
  tellbackHome,
  untilStored,
} from "../../support/tellback.ts";
import { gitProject, type TempDir, tempDir } from "../../support/temp.ts";
import { mcpClient } from "../mcp/stdio-client.ts";

const doors = ["hook", "command line", "mcp", "client", "embedded"] as const;
const said = (door: (typeof doors)[number]): string => plantedAt(door).both;

let home: Home;
let folders: TempDir;
let project: string;

beforeAll(async () => {
  home = await tellbackHome();
  folders = await tempDir();
  project = await gitProject(join(folders.path, "project"), { "src/a.ts": "export const a = 1;\n" });
  writeDotenv(project, doors);
});
afterAll(async () => {
  await stop(home);
  await folders[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

test("is redacted at the command line", async () => {
  const secret = said("command line");
  await shellHook(home, ["capture"], payload.prompt("s", "Why?", { cwd: project }), { projectDir: project });
  // From a subfolder of the project, whose .env is in a parent folder.
  const run = async (...args: string[]) => {
    const { code, stdout } = await tellback(home, [...args, "--json"], { cwd: join(project, "src") });
    expect([args[0], code]).toEqual([args[0], 0]);
    return JSON.parse(stdout);
  };
  const { node } = await run(
    "remember",
    `The key is ${secret}`,
    "--tags",
    `key:${secret}`,
    "--summary",
    secret,
  );
  expect(node.content).toMatch(/^The key is \[secret:/);
  await run("remember", "--global", `Everywhere ${secret}`);
  await run("tag", "add", node.id, `more:${secret}`);
  await run("node", "update", node.id, "--content", `It is ${secret}`);
  await run("learnings", "add", `Always use ${secret} here`);
  await run("view", "create", "keys", secret);
  await untilStored(home, 1);
  const [observation] = rows<{ id: string }>(home, "select id from observations");
  const id = observation?.id ?? "";
  await run("observation", "edit", id, "--title", secret, "--summary", secret, "--detail", secret);
}, 60_000);

test("is redacted in what an agent remembers over MCP", async () => {
  const client = await mcpClient(home, { cwd: project });
  const secret = said("mcp");
  const answer = await client.tool("remember", { content: `Log in with ${secret}`, tags: `key:${secret}` });
  expect(answer.isError).toBeUndefined();
  await client.tool("search_memory", { query: `Log in with ${secret}` });
  await client.tool("recall", { query: secret });
  await client.end();
}, 60_000);

test("is redacted in what a program sends with the client", async () => {
  const { client } = await daemonOf(home);
  const content = `The program knows ${said("client")}`;
  const { node } = await client.call("remember", { content, folder: project });
  expect(node.content).toMatch(/^The program knows \[secret:/);
});

test("is redacted in what a program captures itself", async () => {
  await using own = await tellbackHome();
  const memory = await openMemory({ env: { TELLBACK_HOME: own.path, TELLBACK_EMBED_PROVIDER: "off" } });
  const text = said("embedded");
  const seen = {
    host: text,
    sessionId: text,
    projectDir: project,
    cwd: project,
    promptId: text,
    branch: text,
  };
  await capture(memory, [{ ...seen, type: "prompt", at: "2026-01-01T10:00:00.000Z", text }]);
  await memory.close();
  expect(findPlanted(own.path, doors)).toEqual([]);
});

test("is in none of tellback's files afterwards", async () => {
  await stop(home);
  expect(rows(home, "select id from nodes")).toHaveLength(5);
  expect(findPlanted(home.path, doors)).toEqual([]);
});
