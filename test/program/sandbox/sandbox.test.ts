// The sandbox from outside: programs that try to leave it, beside programs that it must run.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultLimits, openSandbox, type Program } from "../../../src/rooms/functions/room.ts";
import { title } from "../../support/available.ts";
import { bubblewrapAvailable } from "../../support/bubblewrap.ts";
import { attacks } from "./attacks.ts";

const limits = { ...defaultLimits, timeoutMs: 1_500, memoryMb: 128 };
const secret = "outside-and-secret-4711";
const folder = mkdtempSync(join(tmpdir(), "tellback-sandbox-"));
const file = join(folder, "secret.txt");
const write = join(folder, "written.txt");
let server: Server;
let hits = 0;

const bubblewrap = await bubblewrapAvailable();
const sandbox = openSandbox({ keepsReady: true, allowsWeak: false });

beforeAll(async () => {
  writeFileSync(file, secret);
  server = createServer((_, answer) => {
    hits++;
    answer.end(secret);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  await sandbox.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function program(language: Program["language"], code: string, args: readonly unknown[] = []): Program {
  return { language, code, entry: "main", args, library: [], limits };
}

/** Processes of this test's sandboxes, and orphans; those of a daemon in another test belong to that daemon. */
function children(): string[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          if (!readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("/sandbox/")) return [];
          return [[pid, /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "1"]];
        } catch {
          return [];
        }
      }),
  );
  const topParent = (pid: string): string => {
    const parent = parents.get(pid) ?? "1";
    return parents.has(parent) ? topParent(parent) : parent;
  };
  return [...parents.keys()].filter((pid) => ["1", String(process.pid)].includes(topParent(pid)));
}

describe.skipIf(!bubblewrap.ok)(title("holds a program that", bubblewrap), () => {
  test.each(attacks)("$language: $name", async ({ language, code }) => {
    const { port } = server.address() as AddressInfo;
    const filled = code
      .replaceAll("{file}", file)
      .replaceAll("{write}", write)
      .replaceAll("{port}", String(port));
    const before = hits;
    const answer = await sandbox.run(program(language, filled));
    const said = JSON.stringify(answer);
    expect(said).not.toContain(secret);
    expect(said).not.toContain("PATH=");
    expect(answer.value).not.toBe("forged");
    expect(said.length).toBeLessThan(4 * limits.outputBytes);
    expect(hits).toBe(before);
    expect(existsSync(write)).toBe(false);
    expect(["ok", "error", "timeout", "memory", "output", "crash"]).toContain(answer.status);
  });

  test("tampers with its child does not reach the next run", async () => {
    await sandbox.run(
      program(
        "python",
        "import builtins\ndef main():\n    builtins.left = 1\n    open('/tmp/left', 'w').write('x')\n",
      ),
    );
    const next = await sandbox.run(
      program(
        "python",
        "import builtins, os\ndef main():\n    return [hasattr(builtins, 'left'), os.path.exists('/tmp/left')]\n",
      ),
    );
    expect(next.value).toEqual([false, false]);
  });

  test.skipIf(process.platform !== "linux")("has ended leaves no process", async () => {
    const own = openSandbox({ keepsReady: false, allowsWeak: false });
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        own.run(
          program(
            i % 2 ? "javascript" : "python",
            i % 2 ? "function main() { for (;;) {} }" : "def main():\n    return 1",
          ),
        ),
      ),
    );
    await own.close();
    await sandbox.close();
    await expect.poll(() => children(), { timeout: 20_000 }).toEqual([]);
  });
});

describe.skipIf(!bubblewrap.ok || process.platform !== "linux")(title("many runs", bubblewrap), () => {
  const patient = { ...limits, timeoutMs: 60_000 };
  const javascript = (code: string): Program => ({
    ...program("javascript", `function main() { ${code} }`),
    limits: patient,
  });

  /** Processes below this one; other tests run in other processes. */
  function below(pid: number | "self"): string[] {
    const path =
      pid === "self" ? `/proc/self/task/${process.pid}/children` : `/proc/${pid}/task/${pid}/children`;
    if (!existsSync(path)) return [];
    const own = readFileSync(path, "latin1").split(" ").filter(Boolean);
    return [...own, ...own.flatMap((child) => below(Number(child)))];
  }

  test("in a row leave no process and no open file", { timeout: 120_000 }, async () => {
    const own = openSandbox({ keepsReady: true, allowsWeak: false });
    const before = below("self").length;
    await own.run(javascript("return 0;"));
    await own.ready();
    const files = readdirSync("/proc/self/fd").length;
    for (let n = 0; n < 40; n++)
      expect(await own.run(javascript(`return ${n};`))).toMatchObject({ status: "ok", value: n });
    await own.ready();
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(files);
    await own.close();
    await expect.poll(() => below("self").length, { timeout: 20_000 }).toBe(before);
  });

  test("go on when the child that waited has died meanwhile", { timeout: 60_000 }, async () => {
    const own = openSandbox({ keepsReady: true, allowsWeak: false });
    const before = new Set(below("self"));
    await own.run(javascript("return 1;"));
    await own.ready();
    const waiting = below("self").filter((pid) => !before.has(pid));
    expect(waiting).not.toEqual([]);
    for (const pid of waiting) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // It has ended with the one before.
      }
    }
    const left = () => below("self").filter((pid) => waiting.includes(pid));
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    expect(await own.run(javascript("return 2;"))).toMatchObject({ status: "ok", value: 2 });
    await own.close();
  });

  test("at once end at their own limits, a few at a time", { timeout: 120_000 }, async () => {
    const own = openSandbox({ keepsReady: true, allowsWeak: false });
    const hungry = "const a = []; for (;;) a.push(new Array(1e5).fill(1));";
    const kinds: [string, Program][] = [
      ["ok", javascript("return 1;")],
      ["timeout", { ...javascript("for (;;) {}"), limits: { ...limits, timeoutMs: 300 } }],
      ["memory", { ...javascript(hungry), limits: { ...patient, memoryMb: 32 } }],
      ["output", javascript('return "x".repeat(1e6);')],
    ];
    const wanted = Array.from({ length: 16 }, (_, n) => kinds[n % 4] as [string, Program]);
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, below("self").length);
    }, 10);
    const answers = await Promise.all(wanted.map(([, one]) => own.run(one)));
    clearInterval(watch);
    await own.close();
    expect(answers.map(({ status }) => status)).toEqual(wanted.map(([ends]) => ends));
    // Four that run and one that is being prepared, each of two processes.
    expect(most).toBeLessThanOrEqual(12);
    expect(most).toBeGreaterThan(0);
  });

  test("end the child that waited too long for the next one", async () => {
    const own = openSandbox({ keepsReady: true, allowsWeak: false, idleMs: 1 });
    const before = below("self").length;
    await own.run(javascript("return 1;"));
    await expect.poll(() => below("self").length, { timeout: 20_000 }).toBe(before);
    expect(await own.run(javascript("return 2;"))).toMatchObject({ status: "ok", value: 2 });
    await own.close();
  });
});

describe.skipIf(!bubblewrap.ok)(title("runs", bubblewrap), () => {
  const answers = openSandbox({ keepsReady: false, allowsWeak: false });
  test.each<[string, Program["language"], string, unknown]>([
    ["Python", "python", "def main():\n    return sum(range(11))", 55],
    [
      "Python's standard library",
      "python",
      "import datetime, collections\ndef main():\n    return [str(datetime.date(2024, 2, 29)), dict(collections.Counter('aab'))]",
      ["2024-02-29", { a: 2, b: 1 }],
    ],
    ["a Python coroutine", "python", "async def main():\n    return 'done'", "done"],
    ["JavaScript", "javascript", "const main = () => [...new Set([1, 1, 2])];", [1, 2]],
    ["an async function", "javascript", "async function main() { await null; return 'żółw 🐢'; }", "żółw 🐢"],
    ["a module", "javascript", "export default function main() { return 1; }", 1],
    [
      "TypeScript",
      "typescript",
      "interface A { b: number }\nexport function main(): A { return { b: 2 }; }",
      { b: 2 },
    ],
  ])("%s", async (_, language, code, value) => {
    const answer = await answers.run(program(language, code));
    expect(answer).toMatchObject({ status: "ok", value, error: "" });
  });

  // The program that removes types doubles its work with each of these, or breaks by their depth.
  test.each([
    ["many type assertions", `const a = ${"<any>".repeat(4_400)}1;`, "timeout"],
    ["brackets without an end", "(".repeat(40_000), "error"],
  ])("TypeScript after %s, which cost their own run only", async (_, hostile, status) => {
    const [answer, next] = await Promise.all([
      answers.run(program("typescript", `function main() { return 1; }\n${hostile}`)),
      answers.run(program("typescript", "function main(a: number): number { return a; }", [1])),
    ]);
    expect(answer.status).toBe(status);
    expect(next).toMatchObject({ status: "ok", value: 1 });
    const last = await answers.run(
      program("typescript", "function main(a: number): number { return a; }", [2]),
    );
    expect(last).toMatchObject({ status: "ok", value: 2 });
  });

  test("a function that calls another of the library", async () => {
    const library = [{ name: "double", entry: "double", code: "def double(x):\n    return 2 * x\n" }];
    const answer = await answers.run({
      ...program("python", "def main(x):\n    return double(x) + 1", [4]),
      library,
    });
    expect(answer).toMatchObject({ status: "ok", value: 9 });
  });

  test("what it prints apart from what it returns", async () => {
    const answer = await answers.run(
      program(
        "python",
        "import sys\ndef main():\n    print('out')\n    print('err', file=sys.stderr)\n    return 1",
      ),
    );
    expect(answer).toMatchObject({ status: "ok", value: 1, stdout: "out\n", stderr: "err\n" });
  });
});
