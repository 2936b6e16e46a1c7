// All shapes that the tests of the redactor, of the way through the hook, and the bench use.

import { CLOUD_SAMPLES } from "./clouds.sample.ts";
import { COMMAND_SAMPLES } from "./commands.sample.ts";
import { CODE_SAMPLES, DIALOGUE_SAMPLES, FILE_SAMPLES } from "./files.sample.ts";
import { LOG_SAMPLES } from "./logs.sample.ts";
import type { Sample } from "./shape.sample.ts";

export const SAMPLES: readonly Sample[] = [
  ...COMMAND_SAMPLES,
  ...FILE_SAMPLES,
  ...CODE_SAMPLES,
  ...DIALOGUE_SAMPLES,
  ...CLOUD_SAMPLES,
  ...LOG_SAMPLES,
];
