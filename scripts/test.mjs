// npm test: sets up what is missing, then runs every test. Extra arguments go to vitest.
// npm run test:quick (--quick): pure logic, documents, and the contract tests on SQLite alone.

import { join } from "node:path";
import { env, node, root, run, setUp } from "./setup.mjs";

const [first, ...rest] = process.argv.slice(2);
const isQuick = first === "--quick";
const quickTests = ["src/", "test/architecture.test.ts", "test/documents.test.ts", "test/contract/"];

setUp();
if (isQuick) env.ENGRAM_TEST_STORE = "SQLite";
const args = isQuick ? [...quickTests, ...rest] : process.argv.slice(2);
run(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...args]);
