// A program that records observations in a loop, one transaction each, and prints which of them are committed.
// Run by suites that need several writers, or one to kill: node writer.ts <session> <how many>

import { writeSync } from "node:fs";
import { openMemory } from "../../src/journeys/followers.ts";
import { openSession } from "../../src/memory/open-session.ts";
import { record } from "../support/record.ts";
import { seen, sessionStart } from "./samples.ts";

const [session = "", count = "0"] = process.argv.slice(2);
const memory = await openMemory();
for (let n = 0; n < Number(count); n++) {
  const recorded = await memory.db.transaction().execute(async (tx) => {
    const place = await openSession(tx, sessionStart({ sessionId: session }));
    return record(tx, seen(place, { hostKey: `tool:${n}`, title: `${session} wrote ${n}` }));
  });
  if (recorded.status === "stored") writeSync(1, `${recorded.id}\n`);
}
await memory.close();
