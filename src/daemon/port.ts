// The loopback port: for the page in a browser and for programs with the token. It is closed until somebody asks for it.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { HandlerContext } from "../areas/context.ts";
import { packageRoot } from "../client/entry.ts";
import type { Paths } from "../config/paths.ts";
import { writePrivateFile } from "../config/private-files.ts";
import { createApp } from "../doors/http/app.ts";
import { openPageFiles } from "../doors/web/files.ts";
import { codeValidMs, createPageKeys } from "../doors/web/keys.ts";
import { TellbackError } from "../protocol/errors.ts";
import { removeBrowserFiles, writeBrowserFile } from "./browser-file.ts";
import { listen } from "./listen.ts";

export interface OpenPort {
  server: Server;
  /** For programs. */
  token: string;
  url: string;
  /** For one browser: a code, and a file that leads there. Both are void once the code is used, or too old. */
  newCode(query: string): { code: string; file: string };
}

/** Without a port, the one of the last time, so that open pages find the daemon again; else any free one. */
export async function openPort(context: HandlerContext, port: number | undefined): Promise<OpenPort> {
  const { paths } = context.memory;
  const token = keptToken(paths.serveToken);
  const kept = readPage(paths);
  const files = new Map<string, string>();
  const dropFile = (code: string) => {
    const file = files.get(code);
    files.delete(code);
    if (file !== undefined) rmSync(file, { force: true });
  };
  removeBrowserFiles(paths.home);
  const keys = createPageKeys(kept.secret);
  const hosts: string[] = [];
  const exchange = (code: string) => {
    dropFile(code);
    return keys.exchange(code);
  };
  const page = { keys: { ...keys, exchange }, files: openPageFiles(join(packageRoot, "dist", "web")) };
  const app = createApp(context, { token, hosts, page });
  const answer = getRequestListener(app.fetch);
  const server = await listenOn(() => boundedServer(answer), port, kept.port);
  const address = server.address();
  const actual = typeof address === "object" && address ? address.port : 0;
  hosts.push(`127.0.0.1:${actual}`, `localhost:${actual}`);
  writePrivateFile(paths.page, `${actual}\n${kept.secret}\n`);
  const url = `http://127.0.0.1:${actual}/`;
  return {
    server,
    token,
    url,
    newCode(query) {
      const code = keys.newCode();
      const file = writeBrowserFile(paths.home, `${url}${query}#k=${code}`);
      files.set(code, file);
      setTimeout(() => dropFile(code), codeValidMs).unref();
      return { code, file };
    },
  };
}

/** Anybody on this machine can connect: silent or slow callers hold a bounded number of connections, and not for long. */
function boundedServer(answer: RequestListener): Server {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, answer);
  server.maxConnections = 200;
  return server;
}

async function listenOn(create: () => Server, wanted: number | undefined, last: number): Promise<Server> {
  const host = "127.0.0.1";
  if (wanted !== undefined) return listen(create(), { port: wanted, host });
  try {
    return await listen(create(), { port: last, host });
  } catch (thrown) {
    if (TellbackError.from(thrown).code !== "conflict") throw thrown;
    return listen(create(), { port: 0, host });
  }
}

function keptToken(path: string): string {
  const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (isSecret(kept)) return kept;
  const token = randomBytes(32).toString("hex");
  writePrivateFile(path, `${token}\n`);
  return token;
}

function readPage({ page }: Paths): { port: number; secret: string } {
  const [port = "", secret = ""] = existsSync(page) ? readFileSync(page, "utf8").split("\n") : [];
  return {
    port: /^\d{1,5}$/.test(port) ? Number(port) : 0,
    secret: isSecret(secret) ? secret : randomBytes(32).toString("hex"),
  };
}

const isSecret = (text: string) => /^[0-9a-f]{64}$/.test(text);
