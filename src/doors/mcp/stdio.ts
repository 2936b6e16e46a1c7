// tellback mcp: the MCP server on stdin and stdout, for the client that started it. The daemon does the work; it is
// found or started for each call, because it exits when idle and a session may last for days.

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { OperationName } from "../../areas/contracts.ts";
import { forShell } from "../../areas/for-shell.ts";
import { connect } from "../../client/connect.ts";
import { mcpEnvironment } from "../../config/environment.ts";
import { toolFolders } from "../../config/own-tool-folders.ts";
import { pathsOf } from "../../config/paths.ts";
import { callingSession, projectFolder } from "./caller.ts";
import { createMcpServer, type World } from "./server.ts";

const sessionsLookedAt = 20;

export async function runMcp(options: { instructions?: unknown } = {}): Promise<void> {
  const paths = pathsOf();
  const env = mcpEnvironment();
  const call = async (name: OperationName, input: never, signal?: AbortSignal) => {
    const { client } = await connect(paths);
    return client.call(name, input, signal);
  };
  const world: World = {
    call,
    toolsIn() {
      const folder = env.projectDir ?? env.cwd;
      return toolFolders(paths, folder).length === 0 ? null : { folder };
    },
    forShell: (answer) => forShell(paths, answer),
    async where(server) {
      const folder = await projectFolder(server, env);
      const session = async () => {
        const asked = { folder, limit: sessionsLookedAt };
        const { client } = await connect(paths);
        return callingSession((await client.call("session.list", asked)).sessions, env.sessionId);
      };
      return { folder, session, ...(env.sessionId !== undefined && { askedIn: session }) };
    },
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const createServer = () => {
    const server = createMcpServer(world, { isGuided: options.instructions === false });
    // The first call should not wait for the daemon to start; if the start fails, the call reports why.
    server.oninitialized = () => {
      connect(paths).catch(() => {});
    };
    return server;
  };
  const handle = serveStdio(createServer, {
    onerror: (error) => process.stderr.write(`tellback mcp: ${error.message}\n`),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  process.stdin.once("end", end);
  process.stdin.once("close", end);
  await ended;
  await handle.close();
  // A running call would keep the process alive although nobody waits for its answer.
  process.exit(0);
}
