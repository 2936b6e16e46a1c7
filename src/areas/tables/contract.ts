// The operations of every area. Written by `npm run docs` from the folders of src/areas: do not edit.

import { operations as bridgeOperations } from "../bridge/contract.ts";
import { operations as chatOperations } from "../chat/contract.ts";
import { operations as codeOperations } from "../code/contract.ts";
import { operations as exportOperations } from "../export/contract.ts";
import { operations as functionsOperations } from "../functions/contract.ts";
import { operations as graphOperations } from "../graph/contract.ts";
import { operations as importOperations } from "../import/contract.ts";
import { operations as knowledgeOperations } from "../knowledge/contract.ts";
import { operations as learningsOperations } from "../learnings/contract.ts";
import { operations as modelsOperations } from "../models/contract.ts";
import { operations as pageOperations } from "../page/contract.ts";
import { operations as recallOperations } from "../recall/contract.ts";
import { operations as reviewOperations } from "../review/contract.ts";
import { operations as searchOperations } from "../search/contract.ts";
import { operations as sessionsOperations } from "../sessions/contract.ts";
import { operations as syncOperations } from "../sync/contract.ts";
import { operations as systemOperations } from "../system/contract.ts";
import { operations as tasksOperations } from "../tasks/contract.ts";
import { operations as teamOperations } from "../team/contract.ts";
import { operations as toolsOperations } from "../tools/contract.ts";

export const operations = {
  ...searchOperations,
  ...recallOperations,
  ...sessionsOperations,
  ...learningsOperations,
  ...graphOperations,
  ...knowledgeOperations,
  ...codeOperations,
  ...tasksOperations,
  ...functionsOperations,
  ...modelsOperations,
  ...bridgeOperations,
  ...systemOperations,
  ...importOperations,
  ...exportOperations,
  ...syncOperations,
  ...chatOperations,
  ...pageOperations,
  ...reviewOperations,
  ...teamOperations,
  ...toolsOperations,
};
