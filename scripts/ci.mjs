// What a reviewer would run, fastest failures first: types, lint, package, tests.

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { env, node, root, run, setUp } from "./setup.mjs";

setUp();
const module = (path) => join(root, "node_modules", path);
step("types", () => {
  for (const part of [".", "web"]) run(node, [module("typescript/bin/tsc"), "-p", part]);
});
step("lint", () => run(node, [module("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]));
step("package", () => run("npm", ["pack", "--dry-run", "--loglevel=error"]));
step("tests", runTests);

function step(name, work) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  work();
  console.log(`== ${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

function runTests() {
  const report = join(root, "node_modules", ".test-report.json");
  rmSync(report, { force: true });
  const args = [
    module("vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: "inherit" });
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
  } = JSON.parse(readFileSync(report));
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (skipped > 0 && process.env.CI === "true") {
    console.error("In CI nothing may be skipped.");
    process.exit(1);
  }
  if (status !== 0) process.exit(status ?? 1);
}
