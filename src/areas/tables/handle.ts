// The handler of every operation; a missing one does not compile. Written by `npm run docs` from the folders of src/areas: do not edit.

import { handlers as bridgeHandlers } from "../bridge/handle.ts";
import { handlers as chatHandlers } from "../chat/handle.ts";
import { handlers as codeHandlers } from "../code/handle.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "../contracts.ts";
import { handlers as exportHandlers } from "../export/handle.ts";
import { handlers as functionsHandlers } from "../functions/handle.ts";
import { handlers as graphHandlers } from "../graph/handle.ts";
import { handlers as importHandlers } from "../import/handle.ts";
import { handlers as knowledgeHandlers } from "../knowledge/handle.ts";
import { handlers as learningsHandlers } from "../learnings/handle.ts";
import { handlers as modelsHandlers } from "../models/handle.ts";
import { handlers as pageHandlers } from "../page/handle.ts";
import { handlers as recallHandlers } from "../recall/handle.ts";
import { handlers as reviewHandlers } from "../review/handle.ts";
import { handlers as searchHandlers } from "../search/handle.ts";
import { handlers as sessionsHandlers } from "../sessions/handle.ts";
import { handlers as syncHandlers } from "../sync/handle.ts";
import { handlers as systemHandlers } from "../system/handle.ts";
import { handlers as tasksHandlers } from "../tasks/handle.ts";
import { handlers as teamHandlers } from "../team/handle.ts";
import { handlers as toolsHandlers } from "../tools/handle.ts";

export const handlers: HandlersOf<typeof operations> = {
  ...searchHandlers,
  ...recallHandlers,
  ...sessionsHandlers,
  ...learningsHandlers,
  ...graphHandlers,
  ...knowledgeHandlers,
  ...codeHandlers,
  ...tasksHandlers,
  ...functionsHandlers,
  ...modelsHandlers,
  ...bridgeHandlers,
  ...systemHandlers,
  ...importHandlers,
  ...exportHandlers,
  ...syncHandlers,
  ...chatHandlers,
  ...pageHandlers,
  ...reviewHandlers,
  ...teamHandlers,
  ...toolsHandlers,
};
