// npm test: sets up what is missing, then runs every test. Extra arguments go to vitest.
// npm run test:quick (--quick): pure logic, documents, and the contract tests on SQLite alone.

import { join } from "node:path";
import { env, node, root, run, setUp } from "./setup.mjs";

const [first, ...rest] = process.argv.slice(2);
const isQuick = first === "--quick";
const quickTests = ["libs/", "src/", "test/architecture.test.ts", "test/documents.test.ts", "test/contract/"];
/** These run git, the built program, the bundled model or many processes. */
const slowTests = [
  "src/journeys/recall/work-tree.test.ts",
  "src/models/embed/*.test.ts",
  "test/contract/import.test.ts",
  "test/contract/import-preview.test.ts",
  "test/contract/meaning.test.ts",
  "test/contract/task-writers.test.ts",
  "test/contract/writers.test.ts",
];
const quickArgs = [
  ...quickTests,
  "--pool=threads",
  "--no-isolate",
  ...slowTests.map((path) => `--exclude=${path}`),
];

setUp();
if (isQuick) env.TELLBACK_TEST_STORE = "SQLite";
const args = isQuick ? [...quickArgs, ...rest] : process.argv.slice(2);
run(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...args]);
