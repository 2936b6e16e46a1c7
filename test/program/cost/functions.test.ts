// No code of a function blocks the daemon.

import { expectProportion } from "./cost.ts";
import { functionDoors } from "./doors.ts";
import { codeShapes } from "./shapes.ts";

await expectProportion(functionDoors, 16_000, codeShapes);
