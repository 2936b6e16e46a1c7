// Memory as MCP resources, for clients that let their users attach things: each session, and anything by its id.

import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { inert } from "../../context/quote.ts";
import { EngramError } from "../../protocol/errors.ts";
import { getTool } from "./get.ts";
import { cut, pageOf, reach } from "./page.ts";
import { quoted } from "./quoted.ts";
import type { Call, Where } from "./tool.ts";

const onPage = 50;
const scheme = "engram://";
const mimeType = "text/plain";

export const resourceTemplates = [
  { uriTemplate: `${scheme}{id}`, name: "memory", description: "Anything by its id", mimeType },
];

export async function listResources(call: Call, { folder }: Where, cursor: string | undefined) {
  const page = pageOf(onPage, cursor);
  const asked = { limit: Math.min(reach(page), 1000), ...(folder ? { folder } : { allProjects: true }) };
  const { sessions } = await call("session.list", asked);
  const { items, next_cursor } = cut(sessions, page);
  return {
    resources: items.map(({ id, name, firstPrompt, lastSeenAt }) => ({
      uri: scheme + id,
      name: inert(name ?? firstPrompt ?? id, 80),
      description: `Session of ${lastSeenAt.slice(0, 16).replace("T", " ")}`,
      mimeType,
    })),
    ...(next_cursor && { nextCursor: next_cursor }),
  };
}

export async function readResource(call: Call, uri: string) {
  const id = uri.startsWith(scheme) ? decodeURIComponent(uri.slice(scheme.length)) : "";
  if (id === "") throw new ResourceNotFoundError(uri);
  const args = { id, length: "full" };
  const where: Where = { folder: undefined, session: async () => undefined };
  const { heading, lines } = await getTool.run(call, args, where).catch((thrown: unknown) => {
    throw EngramError.from(thrown).code === "not_found" ? new ResourceNotFoundError(uri) : thrown;
  });
  return { contents: [{ uri, mimeType, text: quoted(heading, lines) }] };
}
