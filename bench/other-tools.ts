// The import of a store that the real claude-mem has written, for tellback's maintainers: does everything come in, once, is
// it found, and what does it cost beside a bare read of the same rows? claude-mem needs Bun, and its package does not
// install everywhere, so both are named: unpack `npm pack claude-mem` and `npm pack @oven/bun-linux-x64`.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openMemory } from "../src/journeys/followers.ts";
import { importFromTool } from "../src/journeys/import/tools/tools.ts";
import { everywhere } from "../src/protocol/scope.ts";
import { tempDir } from "../test/support/temp.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  package: { value: "FOLDER", default: "claude-mem", about: "the unpacked package of claude-mem" },
  bun: { value: "PATH", default: "bun", about: "the Bun that runs it" },
  sessions: {
    value: "N",
    default: "50",
    about: "sessions of 5 prompts, 45 observations and 5 summaries each",
  },
});

const sessions = Number(flags.sessions);
await using folder = await tempDir("egb");
await using home = await tempDir("egb");
const store = join(folder.path, "claude-mem.db");
const script = join(folder.path, "make.cjs");
writeFileSync(script, writer());
execFileSync(String(flags.bun), [script, store, String(sessions)], {
  stdio: ["ignore", "ignore", "inherit"],
});

const bare = cpuOf(() => {
  const db = new DatabaseSync(store, { readOnly: true });
  for (const table of ["sdk_sessions", "user_prompts", "observations", "session_summaries"])
    db.prepare(`select * from ${table}`).all();
  db.close();
});
await using memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } });
const before = process.threadCpuUsage();
const done = await importFromTool("claude-mem", memory, { path: store });
const used = process.threadCpuUsage(before);
const seconds = (used.user + used.system) / 1e6;
const again = await importFromTool("claude-mem", memory, { path: store });
const scope = { projects: everywhere, kind: "observation" };
const found = await memory.search.find("Change 3.2.1", { scope, limit: 1 });

const expected = sessions * 55;
console.log(
  `stored ${done.stored} of ${expected}, again ${again.stored}, unknown ${JSON.stringify(done.unknown)}`,
);
console.log(`found: ${found[0]?.document.title}`);
console.log(
  `${Math.round(done.stored / seconds)} a second of CPU; a bare read takes ${(bare / seconds).toFixed(4)} of it`,
);
if (done.stored !== expected || again.stored !== 0 || !found[0]?.document.title.startsWith("Change 3.2.1 "))
  process.exitCode = 1;

function cpuOf(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1e6;
}

/** Runs in Bun, with claude-mem's own code: no word of its schema is ours. */
function writer(): string {
  const code = JSON.stringify(resolve(String(flags.package), "plugin/sqlite/SessionStore.js"));
  return `
    const { SessionStore } = require(${code});
    const store = new SessionStore(process.argv[2]);
    const words = "parser queue limiter token cache retry socket schema worker index buffer lease".split(" ");
    let next = 1;
    const some = (n) => Array.from({ length: n }, () => words[(next = (next * 48271) % 2147483647) % words.length]).join(" ");
    for (let s = 0; s < Number(process.argv[3]); s++) {
      const id = store.createSDKSession("session-" + s, "todo-api", "first");
      store.ensureMemorySessionIdRegistered(id, "memory-" + s);
      for (let p = 1; p <= 5; p++) {
        store.saveUserPrompt("session-" + s, p, "Prompt " + s + "." + p + ": " + some(12), id);
        for (let o = 0; o < 9; o++)
          store.storeObservation("memory-" + s, "todo-api", {
            type: o === 8 ? "decision" : "change", title: "Change " + s + "." + p + "." + o + " of the " + some(3),
            subtitle: some(10), facts: [some(12), some(9)], narrative: some(60), concepts: [],
            files_read: ["src/a.ts"], files_modified: ["src/b.ts"],
          }, p, 1);
        store.storeSummary("memory-" + s, "todo-api", {
          request: some(6), investigated: some(20), learned: some(20), completed: "Finished " + s + "." + p + ": " + some(20),
          next_steps: some(12), notes: null,
        }, p, 1);
      }
    }
    store.close();
  `;
}
