// What the command of an operation does besides calling it. Written by `npm run docs` from the folders of src/areas: do not edit.

import type { AroundCallsOf } from "../command.ts";
import type { operations } from "../contracts.ts";
import { aroundCalls as exportAroundCalls } from "../export/command.ts";
import { aroundCalls as functionsAroundCalls } from "../functions/command.ts";
import { aroundCalls as reviewAroundCalls } from "../review/command.ts";
import { aroundCalls as searchAroundCalls } from "../search/command.ts";
import { aroundCalls as syncAroundCalls } from "../sync/command.ts";
import { aroundCalls as tasksAroundCalls } from "../tasks/command.ts";
import { aroundCalls as teamAroundCalls } from "../team/command.ts";

export const aroundCalls: AroundCallsOf<typeof operations> = {
  ...searchAroundCalls,
  ...tasksAroundCalls,
  ...functionsAroundCalls,
  ...exportAroundCalls,
  ...syncAroundCalls,
  ...reviewAroundCalls,
  ...teamAroundCalls,
};
