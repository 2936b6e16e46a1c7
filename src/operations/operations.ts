// The handler of each operation. A missing one does not compile.

import type { operations } from "../protocol/operations.ts";
import { agentHandlers } from "./agent.ts";
import { bridgeHandlers } from "./bridge.ts";
import { browserHandlers } from "./browser.ts";
import { chatHandlers } from "./chat.ts";
import { codemapHandlers } from "./codemap.ts";
import type { HandlersOf } from "./context.ts";
import { episodicHandlers } from "./episodic.ts";
import { exportHandlers } from "./export.ts";
import { graphHandlers } from "./graph.ts";
import { modelsHandlers } from "./models.ts";
import { proceduralHandlers } from "./procedural.ts";
import { recallHandlers } from "./recall.ts";
import { searchHandlers } from "./search.ts";
import { semanticHandlers } from "./semantic.ts";
import { syncHandlers } from "./sync.ts";
import { houseHandlers } from "./system.ts";
import { workingHandlers } from "./working.ts";

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
