// No text that an agent or a person stores blocks the daemon, then or when it is read.

import { expectProportion } from "./cost.ts";
import { storedDoors } from "./doors.ts";

await expectProportion(storedDoors, [8_000, 16_000, 64_000]);
