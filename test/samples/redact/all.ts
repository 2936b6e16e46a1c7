// All shapes that the tests of the redactor, of the way through the hook, and the bench use.

import { CALL_SAMPLES } from "./calls.ts";
import { CLOUD_SAMPLES } from "./clouds.ts";
import { COMMAND_SAMPLES } from "./commands.ts";
import { CODE_SAMPLES, DIALOGUE_SAMPLES, FILE_SAMPLES } from "./files.ts";
import { LOG_SAMPLES } from "./logs.ts";
import type { Sample } from "./shape.ts";

export const SAMPLES: readonly Sample[] = [
  ...COMMAND_SAMPLES,
  ...FILE_SAMPLES,
  ...CODE_SAMPLES,
  ...DIALOGUE_SAMPLES,
  ...CLOUD_SAMPLES,
  ...LOG_SAMPLES,
  ...CALL_SAMPLES,
];
