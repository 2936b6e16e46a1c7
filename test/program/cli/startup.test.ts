// What a command loads before it answers. bench/cli.ts measures the times.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProgram } from "../../../src/doors/cli/program.ts";
import { version } from "../../../src/platform/version.ts";
import { type Home, stop, tellback, tellbackHome } from "../../support/tellback.ts";
import { mcpClient } from "../mcp/stdio-client.ts";

let home: Home;
beforeAll(async () => {
  home = await tellbackHome();
  await tellback(home, ["daemon", "start"]);
});
afterAll(async () => {
  await stop(home);
  await home[Symbol.asyncDispose]();
});

/** Runs in the command's process: records every file and every part of Node that it has loaded so far. */
const spy = `
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
const before = new Set(process.moduleLoadList);
const files = [];
registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
const write = () => writeFileSync(process.env.LOADED, JSON.stringify({
  files: files.filter((url) => url.startsWith("file:")),
  builtins: process.moduleLoadList.filter((name) => !before.has(name)),
}));
process.on("exit", write);
`;

interface Loaded {
  files: string[];
  builtins: string[];
}

const spied = (file: string) => ({
  LOADED: file,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(spy)}`,
});

async function loadedBy(...args: string[]): Promise<Loaded> {
  const file = join(home.path, `${args.join("-")}.json`);
  const ran = await tellback(home, args, { env: spied(file) });
  expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: "" });
  return JSON.parse(readFileSync(file, "utf8")) as Loaded;
}

/** Sources and packages in the loaded files. */
function sourcesIn({ files }: Loaded): string[] {
  return files.flatMap((url) =>
    [...readFileSync(fileURLToPath(url), "utf8").matchAll(/^\/\/ ((?:src|node_modules)\/\S+)$/gm)].map(
      ([, path = ""]) => path,
    ),
  );
}

const isContract = (path: string) => /^src\/areas\/(?:contracts|[^/]+\/contract)\.ts$/.test(path);

test("`tellback --version` loads little more than the version", async () => {
  const loaded = await loadedBy("--version");
  const own = sourcesIn(loaded).filter((path) => path !== "src/platform/version.ts");
  expect(own).toEqual(["src/doors/cli/main.ts"]);
});

test.each([["status"], ["search", "login"], ["--help"], ["daemon", "status"]])(
  "tellback %s %s loads no schema, and of Node only what it uses",
  async (...args) => {
    const loaded = await loadedBy(...args.filter((arg) => arg !== undefined));
    const schemas = sourcesIn(loaded).filter(
      (path) => path.startsWith("node_modules/zod") || isContract(path),
    );
    expect(schemas).toEqual([]);
    const unused = loaded.builtins.filter((name) => /undici|_http|sqlite|crypto|worker_threads/.test(name));
    expect(unused).toEqual([]);
  },
);

test("an MCP server answers initialize and tools/list before it loads the operations", async () => {
  const file = join(home.path, "mcp.json");
  const client = await mcpClient(home, { env: spied(file) });
  const { result } = await client.request("tools/list");
  expect(result.tools.length).toBeGreaterThan(5);
  await client.end();
  const sources = sourcesIn(JSON.parse(readFileSync(file, "utf8")) as Loaded);
  expect(sources).toContain("src/doors/mcp/server.ts");
  expect(sources.filter(isContract)).toEqual([]);
});

test("a command built alone equals the one in the whole tree", () => {
  for (const whole of createProgram().commands) {
    const program = createProgram(whole.name());
    expect(program.commands.map((command) => command.name())).toEqual([whole.name()]);
    const helpOf = (command: typeof whole): string =>
      [command.helpInformation(), ...command.commands.map(helpOf)].join("\n");
    expect(helpOf(program.commands[0] as typeof whole)).toBe(helpOf(whole));
  }
});

/** As for users: other tests share the compiled code of all homes. */
const ownCache = { env: { NODE_COMPILE_CACHE: "" } };

test("V8's compiled code is kept in the home, and that of another version is removed", async () => {
  await using fresh = await tellbackHome();
  mkdirSync(join(fresh.paths.compiled, "0.0.1"), { recursive: true, mode: 0o700 });
  chmodSync(fresh.path, 0o700);
  await tellback(fresh, ["--help"], ownCache);
  expect(readdirSync(fresh.paths.compiled)).toEqual([version]);
  expect(readdirSync(join(fresh.paths.compiled, version))).not.toEqual([]);
});

test("no compiled code is kept without a home, or in a home that others could write to", async () => {
  await using other = await tellbackHome();
  expect(await tellback(other, ["--help"], ownCache)).toMatchObject({ code: 0 });
  expect(existsSync(other.path)).toBe(false);
  mkdirSync(other.path);
  chmodSync(other.path, 0o777);
  expect(await tellback(other, ["--help"], ownCache)).toMatchObject({ code: 0 });
  expect(readdirSync(other.path)).toEqual([]);
});
