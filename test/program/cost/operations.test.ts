// No text in a field of an operation blocks the daemon. It runs over the table, so it covers new ones too.

import { expectProportion } from "./cost.ts";
import { operationDoors } from "./doors.ts";

await expectProportion(operationDoors, 20_000);
