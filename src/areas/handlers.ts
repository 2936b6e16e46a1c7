// The handler of each operation. A missing one does not compile.

import { agentHandlers } from "./agent/handle.ts";
import { bridgeHandlers } from "./bridge/handle.ts";
import { chatHandlers } from "./chat/handle.ts";
import { codemapHandlers } from "./code/handle.ts";
import type { HandlersOf } from "./context.ts";
import type { operations } from "./contracts.ts";
import { exportHandlers } from "./export/handle.ts";
import { proceduralHandlers } from "./functions/handle.ts";
import { graphHandlers } from "./graph/handle.ts";
import { semanticHandlers } from "./learnings/handle.ts";
import { modelsHandlers } from "./models/handle.ts";
import { browserHandlers } from "./page/handle.ts";
import { recallHandlers } from "./recall/handle.ts";
import { searchHandlers } from "./search/handle.ts";
import { episodicHandlers } from "./sessions/handle.ts";
import { syncHandlers } from "./sync/handle.ts";
import { houseHandlers } from "./system/handle.ts";
import { workingHandlers } from "./tasks/handle.ts";

export const handlers: HandlersOf<typeof operations> = {
  ...searchHandlers,
  ...recallHandlers,
  ...episodicHandlers,
  ...semanticHandlers,
  ...graphHandlers,
  ...codemapHandlers,
  ...workingHandlers,
  ...proceduralHandlers,
  ...modelsHandlers,
  ...bridgeHandlers,
  ...houseHandlers,
  ...exportHandlers,
  ...syncHandlers,
  ...chatHandlers,
  ...browserHandlers,
  ...agentHandlers,
};
