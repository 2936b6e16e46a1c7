// A page on loopback for the recorded WebFetch. The client fetches https only, so the page gets a
// temporary certificate (needs `openssl`), which the client is configured to trust.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

export type WebPage = { url: string; certificate: string; [Symbol.asyncDispose](): Promise<void> };

export async function startWebPage(folder: string): Promise<WebPage> {
  const certificate = join(folder, "certificate.pem");
  const key = join(folder, "key.pem");
  const kind = ["-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  await promisify(execFile)("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", certificate]);
  const identity = { key: await readFile(key), cert: await readFile(certificate) };
  const server = createServer(identity, (_, response) => {
    response.setHeader("content-type", "text/html").end("<h1>Sum</h1><p>A sum adds its terms.</p>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
