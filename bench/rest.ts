// Whether the daemon rests after importing real histories, for tellback's maintainers: each public history is imported,
// everything that follows from it runs, and then the folder is read again as if a session had started. Nothing is new, so
// no job may follow from that. With --daemon the built program imports them, and must then write nothing and hardly use
// the processor.

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openMemory } from "../src/journeys/followers.ts";
import { importTranscripts } from "../src/journeys/import/import.ts";
import { enqueue } from "../src/store/jobs.ts";
import { runDueJobs } from "../test/support/due-jobs.ts";
import { unrest } from "../test/support/rest.ts";
import { stored, tellback, tellbackHome } from "../test/support/tellback.ts";
import { tempDir } from "../test/support/temp.ts";
import { readFlags, shared } from "./flags.ts";

const flags = readFlags({
  shared,
  archives: { value: "LIST", default: "transcripts.tar.gz,more.tar.gz", about: "archives of histories" },
  daemon: { about: "with the built daemon: what it does once everything is read" },
  open: { about: "as if the sessions were still running: an open tool use is not over" },
});

/** More than follows from any of the histories; a daemon that does not rest never ends. */
const enough = 2_000;

await using unpacked = await tempDir("rest");
for (const archive of flags.archives.split(","))
  execFileSync("tar", ["-xzf", join(flags.shared, "corpora/value", archive), "-C", unpacked.path]);
const histories = readdirSync(unpacked.path, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("manifest.json"))
  .map((path) => join(unpacked.path, path, ".."))
  .sort();
let restless = 0;
const isRestless = flags.daemon ? daemonRestless : notResting;
for (const history of histories) restless += await isRestless(history);
process.stdout.write(`${histories.length - restless} of ${histories.length} histories rest\n`);
process.exitCode = restless > 0 ? 1 : 0;

/** The transcripts of a history as a client has them. */
function unpack(history: string, to: string): string {
  const folder = join(to, "projects", basename(history));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(history).filter((one) => one.endsWith(".jsonl.gz"))) {
    const path = join(folder, name.replace(/^\d+-/, "").replace(/\.gz$/, ""));
    writeFileSync(path, gunzipSync(readFileSync(join(history, name))));
    if (!flags.open) utimesSync(path, 1e9, 1e9);
  }
  return folder;
}

async function daemonRestless(history: string): Promise<number> {
  await using files = await tempDir("rest");
  await using home = await tellbackHome();
  const folder = unpack(history, files.path);
  const { code, stderr } = await tellback(home, ["import", folder]);
  if (code !== 0) throw new Error(stderr);
  const doing = await unrest(home, 10 * 60_000);
  process.stdout.write(`${basename(history)}: ${stored(home)} stored, ${doing ?? "rests"}\n`);
  return doing === null ? 0 : 1;
}

async function notResting(history: string): Promise<number> {
  await using home = await tempDir("rest");
  const folder = unpack(history, home.path);
  const env = { TELLBACK_HOME: join(home.path, "home"), TELLBACK_EMBED_PROVIDER: "off" };
  const memory = await openMemory({ env });
  const imported = await importTranscripts(memory, folder);
  const first = await runDueJobs(memory, enough);
  await enqueue(memory.db, { kind: "catch-up-folder", key: folder, payload: { path: folder } });
  const [, ...again] = await runDueJobs(memory, 100);
  await memory.close();
  const said = first.length === enough ? "never ends" : again.length > 0 ? again.join(", ") : "rests";
  process.stdout.write(`${basename(history)}: ${imported.stored} stored, ${first.length} jobs, ${said}\n`);
  return said === "rests" ? 0 : 1;
}
