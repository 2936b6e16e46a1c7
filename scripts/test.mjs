// npm test: sets up what is missing, then runs every test. Extra arguments go to vitest.

import { join } from "node:path";
import { node, root, run, setUp } from "./setup.mjs";

setUp();
run(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...process.argv.slice(2)]);
