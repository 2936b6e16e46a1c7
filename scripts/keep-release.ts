// Keeps what this version leaves on a user's machine, for the tests of later versions (test/contract/upgrade.test.ts): a
// store with a row in every table, an export, the hook's scripts, and the form of every operation. Run it when a version
// is released (`node scripts/keep-release.ts`), and before that when it changes; afterwards it stays as it is.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { operations as exportOperations } from "../src/areas/export/contract.ts";
import { exportMemory } from "../src/journeys/export/export.ts";
import { openMemory } from "../src/journeys/followers.ts";
import { capture } from "../src/memory/capture/capture.ts";
import { version } from "../src/platform/version.ts";
import { backupStore } from "../src/store/backup.ts";
import { loose, type Row } from "../src/store/portable.ts";
import { fillTheRest, fullStore } from "../test/support/full-store.ts";
import { operationForms } from "../test/support/operation-forms.ts";
import { fillStore } from "../test/support/random-store.ts";
import { keptWords, releasesFolder } from "../test/support/releases.ts";

const folder = join(releasesFolder, version);
const changelog = readFileSync(join(import.meta.dirname, "../CHANGELOG.md"), "utf8");
if (existsSync(folder) && !changelog.includes(`\n## ${version}, unreleased\n`)) {
  console.error(`${version} is released: what it left on users' machines does not change any more.`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const home = mkdtempSync(join(tmpdir(), "tellback-release-"));
const memory = await openMemory({ env: { TELLBACK_HOME: home, TELLBACK_EMBED_PROVIDER: "off" } });
await fillStore(memory.db, fullStore());
await fillTheRest(memory);
const seen = { host: "claude-code", sessionId: "kept-session", projectDir: "/home/dev/project" } as const;
const event = { ...seen, cwd: seen.projectDir, at: "2026-03-01T10:00:00.000Z" };
await capture(memory, [
  { ...event, type: "prompt", promptId: "kept-prompt", text: `Let the ${keptWords} follow the timetable` },
]);
const put = (table: string, row: Row) => loose(memory.db).insertInto(table).values(row).execute();
const [observation] = await loose(memory.db)
  .selectFrom("observations")
  .select(["id", "project_id"])
  .execute();
await put("command_runs", {
  ...{
    project_id: observation?.project_id,
    observation_id: observation?.id,
    command: "npm test",
    failure: "",
  },
});
await put("forget_keys", { key: "k", is_own: 0 });
await put("forgotten_phrases", { hash: "h", words: 2, at: event.at });
await put("sync_positions", { vault: "v", machine: "m", number: 1, hash: "h" });
await put("synced_records", { vault: "v", mark: "m" });
await backupStore(memory.store, join(home, "store.db"));
const path = join(home, "export.jsonl");
await exportMemory(memory, exportOperations.export.input.parse({ path }));
await memory.close();

for (const name of ["store.db", "export.jsonl"])
  writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(home, name)), { level: 9 }));
for (const name of ["hook.sh", "hook.ps1"])
  copyFileSync(join(import.meta.dirname, "../plugin/hooks", name), join(folder, name));
writeFileSync(join(folder, "operations.json"), `${JSON.stringify(operationForms(), null, 1)}\n`);
rmSync(home, { recursive: true, force: true });
console.log(`kept ${version} in ${folder}`);
