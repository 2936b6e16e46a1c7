// Who may use tellback over HTTP: a caller with the token, from this machine, and no web page of another site.

import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { TellbackError } from "../../protocol/errors.ts";

export interface GuardOptions {
  token: string;
  /** Host names under which the server may be called; a rebound DNS name is not among them. */
  hosts: readonly string[];
}

/** From this machine, and not from a page of another site. */
export function fromHere(hosts: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-store");
    const host = c.req.header("host");
    if (!host || !hosts.includes(host)) throw new TellbackError("forbidden", "unknown host name");
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}`) {
      throw new TellbackError("forbidden", "foreign origin");
    }
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none" && !isNavigation(c)) {
      throw new TellbackError("forbidden", "request from another site");
    }
    await next();
  };
}

/** A link in another page that leads here: a GET shows the page, which holds no data. */
function isNavigation(c: Context): boolean {
  const { method } = c.req;
  const [mode, target] = [c.req.header("sec-fetch-mode"), c.req.header("sec-fetch-dest")];
  return method === "GET" && mode === "navigate" && target === "document";
}

export function withToken(token: string, alsoAccepts: (authorization: string) => boolean): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header("authorization") ?? "";
    if (!isSame(given, `Bearer ${token}`) && !alsoAccepts(given)) {
      throw new TellbackError("unauthorized", "wrong or missing token", {
        hint: "`tellback serve` prints the token; it is kept in tellback's home folder. `tellback open` opens the page.",
      });
    }
    await next();
  };
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
