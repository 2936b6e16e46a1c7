// 100,000 random questions, on SQLite and on PostgreSQL: search answers each of them, never with an error.

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSearch } from "../src/indexes/search/search.ts";
import { openMemory } from "../src/journeys/followers.ts";
import type { Memory } from "../src/memory/memory.ts";
import { trackRecordsOf } from "../src/memory/owners.ts";
import { openEmbedder } from "../src/models/embed/open.ts";
import { everywhere } from "../src/protocol/scope.ts";
import { aSession, seen } from "../test/contract/samples.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { record } from "../test/support/record.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  count: { value: "N", default: "100000", about: "questions on each store" },
  seed: { value: "TEXT", default: "tellback", about: "another one, other questions" },
  url: { value: "URL", about: "a PostgreSQL to use; else one of its own, for as long as it runs" },
});

const count = Number(flags.count);
const encodings = ["latin1", "utf8", "utf16le"] as const;
/** Characters with a meaning in databases and in our own syntax. */
const marks = [
  '"',
  "'",
  "-",
  "*",
  ":",
  "(",
  ")",
  "^",
  "&",
  "|",
  "!",
  "<->",
  " AND ",
  " NOT ",
  " NEAR(",
  "{",
  "}",
  "\\",
  "\0",
  ' -"',
  "“",
];

/** The same questions every time: bytes of a hash, read as text, some of them between quotes and dashes. */
function question(n: number): string {
  const bytes: Buffer[] = [];
  for (let part = 0; part < 1 + (n % 4); part++) {
    bytes.push(createHash("sha256").update(`${flags.seed} ${n} ${part}`).digest());
  }
  const raw = Buffer.concat(bytes).subarray(0, 1 + (n % 120));
  const text = raw.toString(encodings[n % 3]);
  if (n % 5 > 0) return text;
  return Array.from(text, (sign, i) =>
    (raw[i % raw.length] ?? 0) % 3 === 0 ? marks[(n + i) % marks.length] : sign,
  ).join("");
}

async function fuzz(name: string, memory: Memory): Promise<number> {
  const place = await aSession(memory.db);
  await memory.db.transaction().execute(async (tx) => {
    for (let n = 0; n < 200; n++) {
      await record(
        tx,
        seen(place, { title: question(n * 31), summary: question(n * 17), detail: question(n) }),
      );
    }
  });
  const search = openSearch(memory.db, openEmbedder({ provider: "off" }), "", trackRecordsOf);
  const started = performance.now();
  let [errors, found] = [0, 0];
  for (let n = 0; n < count; n++) {
    try {
      found += (await search.find(question(n), { scope: { projects: everywhere }, limit: 5 })).length;
    } catch (error) {
      if (errors++ < 5) console.log(`${name}: question ${n} ${JSON.stringify(question(n))}: ${error}`);
    }
  }
  const seconds = (performance.now() - started) / 1000;
  const each = ((1000 * seconds) / count).toFixed(2);
  console.log(
    `${name}: ${count} questions, ${errors} errors, ${found} results, ${seconds.toFixed(0)} s (${each} ms each)`,
  );
  return errors;
}

const home = mkdtempSync(join(tmpdir(), "egfuzz-"));
const server = flags.url ? null : await startPostgres();
let errors = 0;
try {
  const stores = { SQLite: "", PostgreSQL: flags.url ?? server?.url ?? "" };
  for (const [name, url] of Object.entries(stores)) {
    const env = { TELLBACK_HOME: join(home, name), TELLBACK_STORE_URL: url, TELLBACK_EMBED_PROVIDER: "off" };
    const memory = await openMemory({ env });
    errors += await fuzz(name, memory).finally(() => memory.close());
  }
} finally {
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exit(errors === 0 ? 0 : 1);
