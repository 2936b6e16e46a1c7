// Starts an MCP server as a client does, initialises it, and counts its tools.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { version } from "../../platform/version.ts";
import { TellbackError } from "../../protocol/errors.ts";

const withinMs = 15_000;

/** A server may print other lines too (a banner, a warning of its runtime): they are not messages. */
function messageIn(line: string): { id?: unknown; result?: { tools?: unknown[] } } {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

export async function shakeHands(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const fail = (why: string) =>
    new TellbackError("unavailable", `the MCP server ${command} ${why}`, {
      hint: "`tellback install --force` writes its entry again.",
    });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const late = setTimeout(() => reject(fail("does not answer")), withinMs);
  child.once("error", (error) => reject(fail(`cannot be started: ${error.message}`)));
  child.once("exit", (code) => reject(fail(`exited with code ${code}`)));
  child.stdin.on("error", () => {});
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  createInterface(child.stdout).on("line", (line) => {
    const { id, result } = messageIn(line);
    if (id === 1) {
      send({ method: "notifications/initialized" });
      send({ id: 2, method: "tools/list" });
    }
    if (id === 2) resolve(result?.tools?.length ?? 0);
  });
  const clientInfo = { name: "tellback-doctor", version };
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
  });
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    child.removeAllListeners("exit");
    child.stdin.end();
    child.kill();
  }
}
