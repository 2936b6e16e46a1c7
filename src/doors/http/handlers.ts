// What each operation does. A missing one does not compile.

import type { operations } from "../../protocol/operations.ts";
import { agentHandlers } from "./handlers/agent.ts";
import type { HandlersOf } from "./handlers/context.ts";
import { episodicHandlers } from "./handlers/episodic.ts";
import { graphHandlers } from "./handlers/graph.ts";
import { houseHandlers } from "./handlers/house.ts";
import { modelsHandlers } from "./handlers/models.ts";
import { recallHandlers } from "./handlers/recall.ts";
import { searchHandlers } from "./handlers/search.ts";
import { semanticHandlers } from "./handlers/semantic.ts";

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
