// npm start: sets up what is missing, then runs tellback in the foreground.

import { join } from "node:path";
import { node, root, run, setUp } from "./setup.mjs";

setUp();
// Ctrl-C goes to tellback, which stops in order; this process only waits for it.
process.on("SIGINT", () => {});
run(node, [join(root, "dist", "tellback.mjs"), "start", ...process.argv.slice(2)]);
