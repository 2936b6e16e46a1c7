// layers: which layers of the sandbox hold on this machine, found out by programs that try to leave it.

import { createServer } from "node:net";
import type { FunctionLanguage } from "../../protocol/functions.ts";
import { defaultLimits, openSandbox, outerLayer, outerWalls } from "../../rooms/functions/room.ts";

export interface Layers {
  /** The outer walls that stand here, and those that do not. */
  walls: readonly string[];
  missing: readonly string[];
  held: FunctionLanguage[];
  /** Languages that do not run here, with the reason. */
  unavailable: { language: FunctionLanguage; why: string }[];
  /** Languages whose program got out. */
  broken: FunctionLanguage[];
}

/** Each reads a file of this machine and connects to a port, and reports what it got. */
const escapes: Record<"python" | "javascript", (port: number) => string> = {
  python: (port) => `
def main(file):
    got = []
    for attempt in (lambda: open(file).read(), lambda: open("/proc/1/environ").read(),
                    lambda: __import__("socket").create_connection(("127.0.0.1", ${port}), 1)):
        try:
            if attempt() is not None: got.append(1)
        except BaseException: pass
    return len(got)
`,
  javascript: () => `
function main(file) {
  const attempts = [() => process.pid, () => require("fs").readFileSync(file), () => globalThis.fetch.name,
    () => console.log.constructor("return process")()];
  return attempts.filter((attempt) => { try { return attempt() !== undefined; } catch { return false; } }).length;
}
`,
};

export async function tryLayers(allowsWeak: boolean): Promise<Layers> {
  const walls = (await outerLayer())?.walls ?? [];
  const missing = outerWalls.filter((wall) => !walls.includes(wall));
  const found: Layers = { walls, missing, held: [], unavailable: [], broken: [] };
  const sandbox = openSandbox({ keepsReady: false, allowsWeak });
  let connections = 0;
  const server = createServer(() => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  try {
    for (const language of ["javascript", "python"] as const) {
      const code = escapes[language](port);
      const args = [process.execPath];
      const answer = await sandbox.run({
        language,
        code,
        entry: "main",
        args,
        library: [],
        limits: defaultLimits,
      });
      if (answer.status === "unavailable") found.unavailable.push({ language, why: answer.error });
      else if (answer.status === "ok" && answer.value === 0 && connections === 0) found.held.push(language);
      else found.broken.push(language);
    }
  } finally {
    await sandbox.close();
    server.close();
  }
  return found;
}
