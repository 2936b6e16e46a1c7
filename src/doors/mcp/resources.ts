// Memory as MCP resources, for clients whose users can attach them: each session, and anything by its id.

import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { toolNamed } from "../../areas/agent-tools.ts";
import type { Call, Where } from "../../areas/contracts.ts";
import { inert } from "../../context/quote.ts";
import { quoted } from "../../context/quoted-data.ts";
import { TellbackError } from "../../protocol/errors.ts";

const onPage = 50;
const scheme = "tellback://";
const mimeType = "text/plain";

export const resourceTemplates = [
  { uriTemplate: `${scheme}{id}`, name: "memory", description: "Anything by its id", mimeType },
];

export async function listResources(call: Call, where: Where, cursor: string | undefined) {
  const page = { limit: onPage, ...(cursor !== undefined && { cursor }) };
  const { sessions, next_cursor } = (await toolNamed("list_sessions").run(
    call,
    page,
    where,
  )) as unknown as SessionPage;
  return {
    resources: sessions.map(({ id, at, about }) => ({
      uri: scheme + id,
      name: inert(about || id, 80),
      description: `Session of ${at.slice(0, 16).replace("T", " ")}`,
      mimeType,
    })),
    ...(next_cursor && { nextCursor: next_cursor }),
  };
}

interface SessionPage {
  sessions: { id: string; at: string; about: string }[];
  next_cursor?: string;
}

export async function readResource(call: Call, uri: string) {
  const id = uri.startsWith(scheme) ? decodeURIComponent(uri.slice(scheme.length)) : "";
  if (id === "") throw new ResourceNotFoundError(uri);
  const found = await call("get", { id }).catch((thrown: unknown) => {
    throw TellbackError.from(thrown).code === "not_found" ? new ResourceNotFoundError(uri) : thrown;
  });
  return { contents: [{ uri, mimeType, text: quoted(found) }] };
}
