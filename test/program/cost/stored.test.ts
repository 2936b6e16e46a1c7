// No text that an agent or a person stores blocks the daemon, then or when it is read.

import { expectProportion } from "./cost.ts";
import { storedDoors } from "./doors.ts";

await expectProportion(storedDoors, 64_000);
