// One import in a process of its own, for bench/import.ts: the built program, as the daemon runs it. Prints its figures.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const built = join(import.meta.dirname, "../dist/index.mjs");
const { openMemory, importTranscripts } = (await import(
  pathToFileURL(built).href
)) as typeof import("../src/index.ts");

const memory = await openMemory();
const cpu = process.cpuUsage();
const own = process.threadCpuUsage();
const began = performance.now();
let usefulMs = 0;
const done = await importTranscripts(memory, process.argv[2] ?? "", ({ stored }) => {
  if (stored > 0 && usefulMs === 0) usefulMs = performance.now() - began;
  process.stdout.write(`${stored}\n`);
});
/** On Linux, maxRSS also counts what the bench itself took when it started this process. */
function peakKb(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const own = /^VmHWM:\s*(\d+) kB/m.exec(status)?.[1];
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
const seconds = (used: NodeJS.CpuUsage) => (used.user + used.system) / 1e6;
const figures = {
  ...done,
  usefulMs,
  wallSeconds: (performance.now() - began) / 1000,
  cpuSeconds: seconds(process.cpuUsage(cpu)),
  storingSeconds: seconds(process.threadCpuUsage(own)),
  peakBytes: 1024 * peakKb(),
};
await memory.close();
process.stdout.write(`${JSON.stringify(figures)}\n`);
