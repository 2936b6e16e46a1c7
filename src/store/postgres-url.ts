// What a URL of a PostgreSQL server says, also where a browser's URL could not: several hosts, a folder of sockets, the
// file of a certificate. Pure, but for the certificate.

import { readFileSync } from "node:fs";
import { TellbackError } from "../protocol/errors.ts";

/** Hosts and database, without the user and the password. */
export function placeIn(url: string): string {
  const [address = ""] = url.slice(url.indexOf("://") + 3).split("?");
  const folder = /[?&]host=([^&]+)/.exec(url)?.[1];
  const place = address.slice(address.lastIndexOf("@") + 1);
  return folder === undefined ? place : `${decodeURIComponent(folder)}${place}`;
}

const rootCertificate = /([?&])sslrootcert=([^&]*)(&|$)/;

/** Other clients check the server by the certificate that the URL names; the package passes it on to the server. */
export function certificateIn(url: string): {
  url: string;
  ssl?: { ca?: string; rejectUnauthorized: true };
} {
  const [, before = "", file, after = ""] = rootCertificate.exec(url) ?? [];
  if (file === undefined) return { url };
  const rest = url
    .replace(rootCertificate, after === "&" ? before : "")
    .replace(/([?&])sslmode=[^&]*(&|$)/, (_, a, b) => (b === "&" ? a : ""));
  const path = decodeURIComponent(file);
  if (path === "system") return { url: rest, ssl: { rejectUnauthorized: true } };
  try {
    return { url: rest, ssl: { ca: readFileSync(path, "utf8"), rejectUnauthorized: true } };
  } catch (cause) {
    throw new TellbackError("invalid_input", `the certificate ${path} of store.url cannot be read`, {
      cause,
    });
  }
}
