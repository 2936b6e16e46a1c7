// Who calls: the project folder and the session of an MCP client.

import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";
import type { McpEnvironment } from "../../config/environment.ts";
import { chatHost } from "../../protocol/chat.ts";
import type { Session } from "../../protocol/sessions.ts";

/** First the client's roots, then the host's environment, then the working folder. */
export async function projectFolder(server: Server, env: McpEnvironment): Promise<string> {
  const [root] = await rootsOf(server);
  return root ?? env.projectDir ?? env.cwd;
}

async function rootsOf(server: Server): Promise<string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: 2_000 });
    return roots.filter(({ uri }) => uri.startsWith("file://")).map(({ uri }) => fileURLToPath(uri));
  } catch {
    return [];
  }
}

/**
 * A server outlives the conversation that started it: after /clear or /resume the session in its environment has ended.
 * In that case the caller is the project's most recent session that is still active.
 */
export function callingSession(
  sessions: readonly Session[],
  hostSession: string | undefined,
): string | undefined {
  const active = sessions.filter(({ status, host }) => status === "active" && host !== chatHost);
  return (active.find((session) => session.id === hostSession) ?? active[0])?.id;
}
