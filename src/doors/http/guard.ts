// Who may use engram over HTTP: a caller with the token, from this machine, and no web page of another site.

import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { EngramError } from "../../protocol/errors.ts";

export interface GuardOptions {
  token: string;
  /** Host names under which the server may be called; a rebound DNS name is not among them. */
  hosts: readonly string[];
}

export function guard({ token, hosts }: GuardOptions): MiddlewareHandler {
  return async (c, next) => {
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-store");
    const host = c.req.header("host");
    if (!host || !hosts.includes(host)) throw new EngramError("forbidden", "unknown host name");
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}`) {
      throw new EngramError("forbidden", "foreign origin");
    }
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none") {
      throw new EngramError("forbidden", "request from another site");
    }
    if (!isSame(c.req.header("authorization") ?? "", `Bearer ${token}`)) {
      throw new EngramError("unauthorized", "wrong or missing token", {
        hint: "`engram serve` prints the token; it is kept in engram's home folder.",
      });
    }
    await next();
  };
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
