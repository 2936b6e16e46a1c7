// npm start: sets up what is missing, imports what there is to remember, prints the next step, and ends.

import { join } from "node:path";
import { node, root, run, setUp } from "./setup.mjs";

setUp();
// Ctrl-C goes to tellback, which says what goes on; this process only waits for it.
process.on("SIGINT", () => {});
run(node, [join(root, "dist", "tellback.mjs"), "start", ...process.argv.slice(2)]);
