// MCP over the daemon's HTTP door, tested by the official tools: the conformance suite, and the Inspector over both
// transports.
// Scenarios of the suite that need its own tools (test_simple_text and the like) say nothing about tellback.

import { execFile, spawn } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolList } from "../../../src/doors/mcp/tool-list.ts";
import { title } from "../../support/available.ts";
import { npmProgram } from "../../support/npm-program.ts";
import {
  entry,
  environment,
  type Home,
  stop,
  tellback,
  tellbackHome,
  until,
} from "../../support/tellback.ts";

const execute = promisify(execFile);
const conformance = await npmProgram(
  "@modelcontextprotocol/conformance",
  "0.1.16",
  "@modelcontextprotocol/conformance/dist/index.js",
);
const inspector = await npmProgram(
  "@modelcontextprotocol/inspector",
  "2.12.0",
  "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

let home: Home;
let url: string;
let token: string;

beforeAll(async () => {
  home = await tellbackHome();
  ({ url, token } = await serve());
});
afterAll(async () => {
  await stop(home);
  await home[Symbol.asyncDispose]();
});

/** What `tellback serve` prints when it listens; it runs until it is stopped. */
async function serve(): Promise<{ url: string; token: string }> {
  const child = spawn(process.execPath, [entry, "serve", "--json"], {
    cwd: home.path.replace(/\/h$/, ""),
    env: environment(home),
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await until("it listens", () => said.trimEnd().endsWith("}"));
  return JSON.parse(said);
}

function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL("mcp", url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("the HTTP door", () => {
  test("lists the tools only to a caller with the token", async () => {
    const answer = await (await post(list)).text();
    for (const tool of toolList) expect(answer).toContain(`"${tool.name}"`);
    expect((await post(list, { authorization: "Bearer no" })).status).toBe(401);
    expect((await post(list, { origin: "https://example.test" })).status).toBe(403);
  });

  test("runs an operation, and refuses an input that the operation refuses", async () => {
    const call = (name: string, args: object) =>
      post({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args } });
    expect(await (await call("remember", { content: "Told over HTTP", global: true })).text()).toContain(
      "nod_",
    );
    expect(await (await call("get", { id: "" })).text()).toContain("isError");
    const listed = { content: "Tagged over HTTP", tags: ["area:http"] };
    expect(await (await call("remember", listed)).text()).toContain("nod_");
    expect(await (await call("recall", { query: "tag:area:http" })).text()).toContain("Tagged over HTTP");
    expect(await (await call("search_memory", { query: "told", session: "one" })).text()).toContain(
      "isError",
    );
  });

  test("keeps its token across starts", async () => {
    await stop(home);
    const again = await serve();
    expect(again.token).toBe(token);
    url = again.url;
  });
});

describe.skipIf(!conformance.ok)(title("the official conformance suite", conformance), () => {
  test.each([
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ])("%s", async (scenario) => {
    if (!conformance.ok) return;
    await using door = await openDoor();
    const args = [conformance.path, "server", "--url", `${door.url}mcp`, "--scenario", scenario];
    const { stdout } = await execute(process.execPath, args, { cwd: home.path });
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  });
});

describe.skipIf(!inspector.ok)(title("the official Inspector", inspector), () => {
  const inspect = async (...args: string[]): Promise<string> => {
    if (!inspector.ok) return "";
    const { stdout } = await execute(process.execPath, [inspector.path, "--cli", ...args], {
      cwd: home.path,
      env: environment(home),
    });
    return stdout;
  };
  const overStdio = [process.execPath, entry, "mcp"];
  const overHttp = () => [
    new URL("mcp", url).href,
    "--transport",
    "http",
    "--header",
    `Authorization: Bearer ${token}`,
  ];

  test.each([
    ["stdio", () => overStdio],
    ["HTTP", overHttp],
  ])("lists and calls tools over %s", async (_, server) => {
    const listed = JSON.parse(await inspect(...server(), "--method", "tools/list"));
    expect(listed.tools.map((tool: { name: string }) => tool.name)).toEqual(
      toolList.map((tool) => tool.name),
    );
    const called = ["--method", "tools/call", "--tool-name", "search_memory", "--tool-arg", "query=anything"];
    expect(JSON.parse(await inspect(...server(), ...called))).toHaveProperty("structuredContent.results");
    expect(JSON.parse(await inspect(...server(), "--method", "prompts/list"))).toHaveProperty("prompts");
    expect(JSON.parse(await inspect(...server(), "--method", "resources/list"))).toHaveProperty("resources");
  });

  test("the daemon is still running", async () => {
    expect((await tellback(home, ["daemon", "status"])).stdout).toContain(String(home.paths.home));
  });
});

/** The suite cannot send a token: a proxy that adds it, and keeps foreign names in Host and Origin. */
async function openDoor() {
  const target = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const own = `:${(server.address() as AddressInfo).port}`;
    const named = (name: string | undefined) => name?.replace(own, `:${target.port}`);
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
      host: named(incoming.headers.host),
    };
    if (incoming.headers.origin) Object.assign(headers, { origin: named(incoming.headers.origin) });
    const onward = request(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
