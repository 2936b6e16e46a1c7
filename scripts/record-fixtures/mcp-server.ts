// A stdio MCP server with one tool, so that the recording shows an MCP tool call. Run by Claude Code.

import { createInterface } from "node:readline";

type Request = { id?: number; method: string; params?: { protocolVersion?: string; arguments?: object } };

const tool = {
  name: "look_up",
  description: "Looks a word up.",
  inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};

function answer({ method, params }: Request): object {
  if (method === "initialize") {
    const serverInfo = { name: "dictionary", version: "1.0.0" };
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") return { tools: [tool] };
  if (method === "tools/call") {
    return { content: [{ type: "text", text: `Found: ${JSON.stringify(params?.arguments)}` }] };
  }
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) continue; // A notification.
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, result: answer(request) })}\n`);
}
