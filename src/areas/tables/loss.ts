// What is lost for good, in words; a missing one does not compile. Written by `npm run docs` from the folders of src/areas: do not edit.

import type { operations } from "../contracts.ts";
import { losses as exportLosses } from "../export/loss.ts";
import { losses as functionsLosses } from "../functions/loss.ts";
import { losses as graphLosses } from "../graph/loss.ts";
import { losses as sessionsLosses } from "../sessions/loss.ts";
import { losses as tasksLosses } from "../tasks/loss.ts";
import type { LossesOf } from "../text/renderer.ts";

export const losses: LossesOf<typeof operations> = {
  ...sessionsLosses,
  ...graphLosses,
  ...tasksLosses,
  ...functionsLosses,
  ...exportLosses,
};
