// The viewer of claude-mem from npm, for bench/page.ts: the page of its package, with the questions that it asks answered on
// loopback in its own form, because its own server needs another runtime. It is never let out of the machine.

import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { tempDir } from "../test/support/temp.ts";

export interface Peer {
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A reason instead of a page if npm does not have it. */
export async function startPeer(version: string, rows: number): Promise<Peer | string> {
  const folder = await tempDir("peer");
  const run = promisify(execFile);
  try {
    await run("npm", ["pack", `claude-mem@${version}`, "--silent"], { cwd: folder.path, timeout: 120_000 });
    const [archive = ""] = readdirSync(folder.path);
    await run("tar", ["xzf", archive], { cwd: folder.path });
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    return (error as Error).message.split("\n")[0] ?? "";
  }
  const root = join(folder.path, "package/plugin/ui");
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://peer");
    if (pathname === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"type":"initial_load","projects":["bench"]}\n\n');
      return;
    }
    const path = join(root, pathname === "/" ? "viewer.html" : pathname);
    if (pathname.startsWith("/api/")) {
      const page = pageOf(
        pathname,
        Number(searchParams.get("offset")),
        Number(searchParams.get("limit")),
        rows,
      );
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(page));
    } else if (existsSync(path))
      response.writeHead(200, { "content-type": types[extname(path)] ?? "" }).end(readFileSync(path));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

function pageOf(path: string, offset: number, limit: number, rows: number): unknown {
  if (path !== "/api/observations")
    return path === "/api/projects" ? { projects: ["bench"] } : { items: [], hasMore: false };
  const count = Math.max(0, Math.min(limit, rows - offset));
  const items = Array.from({ length: count }, (_, i) => observation(rows - 1 - offset - i));
  return { items, offset, limit, hasMore: offset + count < rows };
}

function observation(number: number) {
  return {
    ...{ id: number + 1, type: "change", project: "bench", memory_session_id: "bench", prompt_number: 1 },
    ...{ title: `Ran the parser tests, number ${number}`, subtitle: "The parser works.", text: null },
    ...{ narrative: `parser ${number} passed`, facts: '["passed"]', concepts: '["tests"]' },
    ...{ files_read: "[]", files_modified: '["src/parser.ts"]', created_at: "2026-01-01T00:00:00.000Z" },
    created_at_epoch: Date.parse("2026-01-01") + number * 10_000,
  };
}
