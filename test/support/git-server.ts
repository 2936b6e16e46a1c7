// A git repository on loopback HTTP, served by git itself, for clients that fetch from one.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { listenOnLoopback } from "./loopback.ts";

export interface GitServer {
  /** Of the folder that holds the repositories. */
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function serveGit(folder: string): Promise<GitServer> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://git");
    const child = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: "1",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
    });
    request.pipe(child.stdin);
    child.stdin.on("error", () => {});
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("close", () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf("\r\n\r\n");
      const lines = all.subarray(0, end).toString("latin1").split("\r\n");
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
      const { Status: status = "200", ...rest } = headers;
      response.writeHead(Number.parseInt(status, 10), rest);
      response.end(all.subarray(end + 4));
    });
  });
  return listenOnLoopback(server);
}
