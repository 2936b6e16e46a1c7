// The handler of each operation. A missing one does not compile.

import type { operations } from "../protocol/operations.ts";
import { agentHandlers } from "./agent.ts";
import type { HandlersOf } from "./context.ts";
import { episodicHandlers } from "./episodic.ts";
import { graphHandlers } from "./graph.ts";
import { modelsHandlers } from "./models.ts";
import { recallHandlers } from "./recall.ts";
import { searchHandlers } from "./search.ts";
import { semanticHandlers } from "./semantic.ts";
import { houseHandlers } from "./system.ts";

export const handlers: HandlersOf<typeof operations> = {
  ...searchHandlers,
  ...recallHandlers,
  ...episodicHandlers,
  ...semanticHandlers,
  ...graphHandlers,
  ...modelsHandlers,
  ...houseHandlers,
  ...agentHandlers,
};
