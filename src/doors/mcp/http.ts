// The same MCP server behind the daemon's HTTP door (streamable HTTP, stateless), for clients that are not started on
// this machine's stdio. Who may come in is decided before; ?folder=… in the address names the project.

import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer, type World } from "./server.ts";

export function mcpOverHttp(call: World["call"]): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(({ requestInfo }) => {
    const folder = requestInfo && new URL(requestInfo.url).searchParams.get("folder");
    const where = { folder: folder || undefined, session: async () => undefined };
    return createMcpServer({ call, where: async () => where });
  });
  return (request) => handler.fetch(request);
}
