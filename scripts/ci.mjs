// What a reviewer would run, fastest failures first: types, lint, package, tests.

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { env, node, root, run, setUp } from "./setup.mjs";

/** So few failing files may be the fault of a busy machine; more are a fault of the code. */
const maxRepeated = 5;

setUp();
const module = (path) => join(root, "node_modules", path);
step("types", () => {
  for (const part of [".", "web"]) run(node, [module("typescript/bin/tsc"), "-p", part]);
});
step("lint", () => run(node, [module("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]));
step("unused code", () => run(node, [module("knip/bin/knip.js"), "--no-progress"]));
step("package", () =>
  run("npm", ["publish", "--dry-run", "--ignore-scripts", "--tag=next", "--loglevel=error"]),
);
step("tests", runTests);

function step(name, work) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  work();
  console.log(`== ${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

/** A file that fails beside others is run a second time, alone, and the last lines name it. */
function runTests() {
  const first = npmTest([]);
  const again = first.ok ? [] : first.unfinished;
  const second = again.length > 0 && again.length <= maxRepeated ? npmTest(again) : null;
  for (const file of second ? again : [])
    console.log(`${relative(root, file)} failed beside other tests and was run a second time, alone`);
  const others = first.files.filter(({ name }) => !again.includes(name));
  const all = count(second ? [...others, ...second.files] : first.files);
  console.log(`\n${all.passed} passed, ${all.failed} failed, ${all.skipped} skipped`);
  if (all.skipped > 0 && process.env.CI === "true") {
    console.error("In CI nothing may be skipped.");
    process.exit(1);
  }
  if (!(second ?? first).ok) process.exit(1);
}

/** The command of the README, so that CI notices when it is broken; with files, these alone and one after the other. */
function npmTest(files) {
  const report = join(root, "node_modules", ".test-report.json");
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const alone = files.length > 0 ? ["--no-file-parallelism", ...files] : [];
  const shell = process.platform === "win32";
  const options = { cwd: root, env, stdio: "inherit", shell };
  const { status } = spawnSync("npm", ["test", "--", ...reporters, ...alone], options);
  const { testResults } = JSON.parse(readFileSync(report));
  // A process that crashed leaves its tests pending and its file "passed".
  const unfinished = testResults.filter(
    (file) => file.status !== "passed" || file.assertionResults.some(({ status }) => status !== "passed"),
  );
  return { ok: status === 0, files: testResults, unfinished: unfinished.map(({ name }) => name) };
}

function count(files) {
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.filter(({ status }) => status === "failed").length;
  return { passed, failed, skipped: tests.length - passed - failed };
}
