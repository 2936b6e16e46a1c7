// How much memory a child and its descendants use. On Linux from /proc; elsewhere nothing is known, and only the
// language's own limit holds.

import { readFileSync } from "node:fs";

/** Resident megabytes of a process and its descendants that no file backs; 0 if unknown. */
export function memoryOf(pid: number): number {
  return anonymous(pid) + childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0);
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function anonymous(pid: number): number {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return (kilobytes("RssAnon") + kilobytes("RssShmem")) / 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
