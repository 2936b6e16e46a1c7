// The common part of the children: read one program from stdin, run it, write one answer, exit. A child runs in its own
// process, which the supervisor ends; it never runs two programs.

import type { ChildAnswer, Limits, Program } from "./program.ts";

// Kept, because the global object loses them before a program runs.
const { stdin, stdout } = process;
const exit = process.reallyExit.bind(process);

export type Run = (program: Program) => ChildAnswer | Promise<ChildAnswer>;

/** Call it once the language is loaded: it reports that the child is ready, then waits for its program. */
export function serve(run: Run): void {
  const answer = (text: string) => {
    stdout.write(`${text}\n`, () => exit(0));
  };
  let line = "";
  stdin.setEncoding("utf8");
  stdin.on("end", () => exit(0));
  stdin.on("data", (chunk: string) => {
    line += chunk;
    if (!chunk.endsWith("\n")) return;
    stdin.removeAllListeners();
    const program = JSON.parse(line) as Program;
    Promise.resolve()
      .then(() => run(program))
      .catch((error: unknown): ChildAnswer => failed(error))
      .then((made) => answer(JSON.stringify(made)));
  });
  stdout.write("ready\n");
}

export function failed(
  error: unknown,
  streams: Pick<ChildAnswer, "stdout" | "stderr"> = noStreams,
): ChildAnswer {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { status: "error", ...streams, error: text.slice(0, maxErrorLength) };
}

const maxErrorLength = 4_000;
const noStreams = { stdout: "", stderr: "" };

/** Collects what a program prints, up to the limit; the rest is dropped. */
export function collector({ outputBytes }: Limits) {
  const streams = { stdout: "", stderr: "" };
  let left = outputBytes * 2;
  return {
    streams,
    write(stream: "stdout" | "stderr", text: string): void {
      const kept = text.slice(0, Math.max(0, Math.min(left, outputBytes - streams[stream].length)));
      streams[stream] += kept;
      left -= kept.length;
    },
  };
}

declare global {
  namespace NodeJS {
    interface Process {
      /** Exits without running what a program may have registered. */
      reallyExit(code: number): never;
    }
  }
}
