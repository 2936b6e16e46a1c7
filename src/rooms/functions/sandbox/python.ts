// The child for Python: Pyodide, CPython in WebAssembly, started from a snapshot. Nothing of JavaScript is reachable
// from the program: its global object is empty, the modules that lead out of it are closed, and code cannot be made
// from strings. The files that it writes are in the memory of this process.

import { constants, readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import { collector, serve } from "./child.ts";
import { closeDoors, limitMemory } from "./doors.ts";
import type { ChildAnswer, Program } from "./program.ts";
import { pythonHarness } from "./python-harness.ts";

const folder = new URL("./python/", import.meta.url);
const snapshot = zstdDecompressSync(readFileSync(new URL("snapshot.zst", folder)));
const { loadPyodide } = (await import(new URL("pyodide.mjs", folder).href)) as typeof import("pyodide");

// Pyodide asks Node's internals for these numbers, which the permissions forbid.
Object.assign(process, { binding: () => ({ fs: constants }) });
let output = collector({ timeoutMs: 0, memoryMb: 0, outputBytes: 0 });
const python = await loadPyodide({
  indexURL: folder.pathname,
  jsglobals: Object.create(null) as object,
  stdin: () => null as never,
  _loadSnapshot: snapshot,
});
python.setStdout({ batched: (line) => output.write("stdout", `${line}\n`) });
python.setStderr({ batched: (line) => output.write("stderr", `${line}\n`) });
const call = python.runPython(pythonHarness) as (
  code: string,
  entry: string,
  args: string,
  library: string,
) => string;
closeDoors();

serve(({ code, entry, args, limits, library }: Program): ChildAnswer => {
  output = collector(limits);
  limitMemory(limits.memoryMb);
  const [status, text] = JSON.parse(call(code, entry, JSON.stringify(args), JSON.stringify(library))) as [
    string,
    string,
  ];
  const { streams } = output;
  if (status !== "ok") {
    return { status: text.startsWith("MemoryError") ? "memory" : "error", ...streams, error: text };
  }
  if (text.length > limits.outputBytes) {
    return { status: "output", ...streams, error: `the result has ${text.length} characters` };
  }
  return { status: "ok", value: text, ...streams, error: "" };
});
