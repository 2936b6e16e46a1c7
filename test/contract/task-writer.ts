// A program that adds entries to a task and prints the number of each one that is stored. Run by suites that need many
// writers, some of them killed: node task-writer.ts <folder> <task> <writer> <how many> [until-killed]

import { writeSync } from "node:fs";
import { openMemory } from "../../src/journeys/followers.ts";
import { appendProgress } from "../../src/journeys/task/task.ts";
import { retryWhileBusy } from "../../src/store/busy.ts";

const [folder = "", task = "", writer = "", count = "0", end = ""] = process.argv.slice(2);
const memory = await retryWhileBusy(() => openMemory());
for (let n = 0; n < Number(count); n++) {
  const { entry } = await appendProgress(memory, {
    ...{ folder, task, text: `${writer} reports ${n}`, kind: "progress", ticks: [], agent: writer },
    key: `${writer}:${n}`,
    repeat: true,
  });
  writeSync(1, `${entry.number}\n`);
}
// One that is to be killed never ends by itself, however late the signal comes.
if (end === "until-killed") setInterval(() => {}, 60_000);
else await memory.close();
