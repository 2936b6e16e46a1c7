// The page's own routes: its files, the exchange of a code for a key, and the server's proof. They come before the
// token is asked for; everything else needs it.

import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { TellbackError } from "../../protocol/errors.ts";
import type { PageFiles } from "./files.ts";
import type { PageKeys } from "./keys.ts";

export interface WebPage {
  keys: PageKeys;
  files: PageFiles;
}

const maxBodySize = 1024;

export function addPageRoutes(app: Hono, { keys, files }: WebPage): void {
  app.use("/page/*", bodyLimit({ maxSize: maxBodySize, onError: tooLarge }));

  app.post("/page/exchange", async (c) => {
    const { code } = await fieldsOf(c.req.raw, ["code"]);
    const key = keys.exchange(code);
    if (!key)
      throw new TellbackError("unauthorized", "this address was used already, or is too old", {
        hint: "Run `tellback open` again: each address works once, within a minute.",
      });
    return c.json(key);
  });

  app.post("/page/prove", async (c) => {
    const { id, nonce } = await fieldsOf(c.req.raw, ["id", "nonce"]);
    const proof = keys.prove(id, nonce, c.req.header("host") ?? "");
    if (proof === null)
      throw new TellbackError("unauthorized", "the key of this page is not valid any more", {
        hint: "Run `tellback open`.",
      });
    return c.json({ proof });
  });

  app.get("*", async (c, next) => {
    const file = files(new URL(c.req.url).pathname);
    if (!file) return next();
    return c.body(file.bytes, 200, file.headers);
  });
}

function tooLarge(): never {
  throw new TellbackError("too_large", "the request is too large");
}

/** Small texts in a JSON object: nothing else is read before a caller has shown who it is. */
async function fieldsOf<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
    throw new TellbackError("invalid_input", "the request body must be application/json");
  const text = await request.text();
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new TellbackError("invalid_input", "the request body is not valid JSON");
  }
  const found = names.map((name) => [name, (given as Record<string, unknown> | null)?.[name]] as const);
  for (const [name, value] of found)
    if (typeof value !== "string" || value === "" || value.length > 200)
      throw new TellbackError("invalid_input", `${name} must be a text`);
  return Object.fromEntries(found) as Record<Name, string>;
}
