// An MCP client of a few lines on the server's stdin and stdout: tests see every message and may send any.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { entry, environment, type Home, until } from "../../support/tellback.ts";

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says, tests look into it
  result?: any;
  error?: { code: number; message: string };
}

export interface McpClient {
  messages: Message[];
  stderr(): string;
  send(message: Message): void;
  request(method: string, params?: Record<string, unknown>): Promise<Message>;
  // biome-ignore lint/suspicious/noExplicitAny: the answer's form is what the test is about
  tool(name: string, args: object): Promise<any>;
  /** Resolves with the exit code once its stdin is closed. */
  end(): Promise<number | null>;
}

export interface McpOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Folders that the client calls its roots. */
  roots?: string[];
}

export async function mcpClient(home: Home, options: McpOptions = {}): Promise<McpClient> {
  const child = spawn(process.execPath, [entry, "mcp"], {
    cwd: options.cwd ?? home.path,
    env: environment(home, options.env),
  });
  const messages: Message[] = [];
  let stderr = "";
  let asked = 0;
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const send = (message: Message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  createInterface(child.stdout).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    messages.push(message);
    if (message.method === "roots/list" && message.id !== undefined) {
      const roots = (options.roots ?? []).map((folder) => ({ uri: `file://${folder}` }));
      send({ id: message.id, result: { roots } });
    }
  });

  const request = async (method: string, params: Record<string, unknown> = {}): Promise<Message> => {
    const id = ++asked;
    send({ id, method, params });
    const answer = () => messages.find((one) => one.id === id && one.method === undefined);
    await until(`${method} is answered`, () => answer() !== undefined || child.exitCode !== null);
    return answer() ?? { error: { code: 0, message: `it ended: ${stderr}` } };
  };

  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: options.roots ? { roots: {} } : {},
    clientInfo: { name: "test", version: "1" },
  });
  send({ method: "notifications/initialized" });
  return {
    messages,
    stderr: () => stderr,
    send,
    request,
    async tool(name, args) {
      const { result, error } = await request("tools/call", { name, arguments: args });
      return result ?? { error };
    },
    end() {
      const code = new Promise<number | null>((resolve) => child.once("close", resolve));
      child.stdin.end();
      return code;
    },
  };
}
