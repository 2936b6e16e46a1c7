// docs/functions.md shows what a new user really sees: its commands run in order, in a new home.

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { bubblewrapAvailable } from "../../support/bubblewrap.ts";
import { entry, environment, stop, tellbackHome } from "../../support/tellback.ts";

const guide = readFileSync(join(import.meta.dirname, "../../../docs/functions.md"), "utf8");
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(guide)?.[1] ?? "";
const bubblewrap = await bubblewrapAvailable();

/** Times and scores differ from run to run. */
const alike = (text: string) =>
  text
    .trimEnd()
    .replace(/\d+ ms/g, "N ms")
    .replace(/^\d\.\d\d /gm, "N ");

describe.skipIf(!bubblewrap.ok)(title("the guide to functions", bubblewrap), () => {
  test("prints what it says", { timeout: 120_000 }, async () => {
    await using home = await tellbackHome();
    const folder = join(home.path, "project");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "text.py"), block("python"));
    const steps = block("console").split(/^\$ /m).slice(1);
    expect(steps.length).toBeGreaterThan(4);
    for (const step of steps) {
      const [line = "", ...printed] = step.split("\n");
      const script = `tellback() { "${process.execPath}" "${entry}" "$@" </dev/null; }\n${line}`;
      const ran = promisify(execFile)("bash", ["-c", script], { cwd: folder, env: environment(home) });
      const { stdout } = (await ran.catch((failed) => failed)) as { stdout: string };
      expect(alike(stdout), line).toBe(alike(printed.join("\n")));
    }
    await stop(home);
  });
});
