// No text of a host's hook blocks the daemon.

import { expectProportion } from "./cost.ts";
import { hookDoors } from "./doors.ts";

await expectProportion(hookDoors, 32_000);
