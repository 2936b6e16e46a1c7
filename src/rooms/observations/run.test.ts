import { describe, expect, test } from "vitest";
import { shorten } from "../../../libs/shorten/index.ts";
import { runsIn } from "./run.ts";

function ran(command: string, output: string, status: "ok" | "failed" = "failed", cwd = "/home/a/p") {
  const use = { type: "tool", tool: "Bash", cwd, input: { command }, output, status } as const;
  return runsIn({ tool: "Bash", status, ...shorten(use, cwd) });
}

const failures = (runs: ReturnType<typeof ran>) => runs.map(({ failure }) => failure);

describe("a failure", () => {
  const missing = (path: string, line: number) =>
    `Exit code 1\n${path}/src/pay.ts:${line}\nError: Cannot find module 'stripe'\nRequire stack:\n- ${path}/src/pay.ts\n`;

  test("is the same at another place, line and time", () => {
    const first = ran("npm test", `[09:12:01] ${missing("/home/a/p", 12)}`);
    const later = ran(
      "cd /srv/q && npm test -- --silent",
      `[17:40:55] ${missing("/srv/q", 31)}`,
      "failed",
      "/srv/q",
    );
    expect(failures(first)).toEqual(failures(later));
    expect(first).toHaveLength(1);
  });

  test.each([
    ["another module", "npm test", missing("/home/a/p", 12).replace("stripe", "paypal")],
    ["another command", "npm run build", missing("/home/a/p", 12)],
  ])("is another one with %s", (_, command, output) => {
    expect(failures(ran(command, output))).not.toEqual(failures(ran("npm test", missing("/home/a/p", 12))));
  });

  test("is seen behind a pipe that ends well", () => {
    const piped = ran(
      "npm test 2>&1 | tail -5",
      " FAIL  a.test.ts > adds\n Tests  1 failed | 3 passed (4)",
      "ok",
    );
    expect(failures(piped)).toEqual([expect.any(String)]);
  });

  test("in another language is known by what it prints", () => {
    const german = "Exit code 2\nmake: *** Keine Regel, um „%s“ zu erstellen: Datenbankschema fehlt.";
    expect(failures(ran("make schema", german))).toEqual(failures(ran("make schema", german)));
    expect(failures(ran("make schema", german))).toEqual([expect.any(String)]);
  });

  test.each([
    ["nothing was found", "grep -rn foo src", "Exit code 1"],
    ["two files differ", "diff a.txt b.txt", "Exit code 1\n< one\n> two"],
    ["nothing was printed", "./deploy.sh", "Exit code 1"],
  ])("is none where %s", (_, command, output) => {
    expect(ran(command, output)).toEqual([]);
  });
});

test("a run went well only if nothing it printed is an error", () => {
  expect(failures(ran("npm test", "Tests  4 passed (4)", "ok"))).toEqual([null]);
  const built = ran("npm run build; true", "src/a.ts:3:1 error TS2304: Cannot find name 'x'.", "ok");
  expect(failures(built)).not.toContain(null);
});
