// npm test: installs what is missing, then runs every test. Extra arguments go to vitest.
// The build is a part of the layers that need it (vitest.config.ts), so that `npm run test:unit` does without.

import { join } from "node:path";
import { install, node, root, run } from "./setup.mjs";

install();
run(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...process.argv.slice(2)]);
