// The same MCP server over the daemon's HTTP door (streamable HTTP, stateless), for clients that do not start it on
// stdio. The guard checks access before; ?folder=… in the URL names the project.

import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcpServer, type World } from "./server.ts";

export function mcpOverHttp(
  call: World["call"],
  forShell: World["forShell"],
): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(({ requestInfo }) => {
    const folder = requestInfo && new URL(requestInfo.url).searchParams.get("folder");
    const where = { folder: folder || undefined, session: async () => undefined };
    const toolsIn = () => ({ folder: where.folder });
    return createMcpServer({ call, forShell, toolsIn, where: async () => where });
  });
  return (request) => handler.fetch(request);
}
