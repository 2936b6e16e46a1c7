// No text of a file blocks the daemon: of a project, a transcript, an import.

import { expectProportion } from "./cost.ts";
import { fileDoors } from "./doors.ts";

await expectProportion(fileDoors, 32_000);
