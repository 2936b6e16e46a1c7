// The files of the page, from dist/web. They hold no data, so they need no token; each has a hash in its name, except
// the page itself. Nothing outside of the list of files can be asked for.

import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { TellbackError } from "../../protocol/errors.ts";

interface PageFile {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:"],
  ...["font-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'"],
  ...["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
].join("; ");

const safety = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The file at a path of the page; null if there is none. Every state of the page has a path, and all are one file. */
export type PageFiles = (path: string) => PageFile | null;

export function openPageFiles(folder: string): PageFiles {
  const read = new Map<string, PageFile>();
  const names = new Set(listed(folder));
  const file = (name: string, cache: string): PageFile => {
    const known = read.get(name);
    if (known) return known;
    const headers = {
      ...safety,
      "content-type": types[extname(name)] ?? "application/octet-stream",
      "cache-control": cache,
    };
    const made = { bytes: new Uint8Array(readFileSync(join(folder, name))), headers };
    read.set(name, made);
    return made;
  };
  return (path) => {
    const [, asset] = /^\/assets\/([\w.-]+)$/.exec(path) ?? [];
    if (asset !== undefined)
      return names.has(asset) ? file(asset, "public, max-age=31536000, immutable") : null;
    return /^\/[\w./:%@~-]*$/.test(path) &&
      !/^\/(v1|hook|mcp|page|chat-api)(\/|$)/.test(path) &&
      !path.includes("..")
      ? file("index.html", "no-store")
      : null;
  };
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new TellbackError("unavailable", "the page is not built", { hint: "Run `npm run build`.", cause });
  }
}
