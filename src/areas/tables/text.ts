// How each operation's answer is shown to a person; a missing one does not compile. Written by `npm run docs` from the folders of src/areas: do not edit.

import { texts as bridgeTexts } from "../bridge/text.ts";
import { texts as chatTexts } from "../chat/text.ts";
import { texts as codeTexts } from "../code/text.ts";
import type { operations } from "../contracts.ts";
import { texts as exportTexts } from "../export/text.ts";
import { texts as functionsTexts } from "../functions/text.ts";
import { texts as graphTexts } from "../graph/text.ts";
import { texts as importTexts } from "../import/text.ts";
import { texts as knowledgeTexts } from "../knowledge/text.ts";
import { texts as learningsTexts } from "../learnings/text.ts";
import { texts as modelsTexts } from "../models/text.ts";
import { texts as pageTexts } from "../page/text.ts";
import { texts as recallTexts } from "../recall/text.ts";
import { texts as reviewTexts } from "../review/text.ts";
import { texts as searchTexts } from "../search/text.ts";
import { texts as sessionsTexts } from "../sessions/text.ts";
import { texts as syncTexts } from "../sync/text.ts";
import { texts as systemTexts } from "../system/text.ts";
import { texts as tasksTexts } from "../tasks/text.ts";
import { texts as teamTexts } from "../team/text.ts";
import type { TextsOf } from "../text/renderer.ts";
import { texts as toolsTexts } from "../tools/text.ts";

export const texts: TextsOf<typeof operations> = {
  ...searchTexts,
  ...recallTexts,
  ...sessionsTexts,
  ...learningsTexts,
  ...graphTexts,
  ...knowledgeTexts,
  ...codeTexts,
  ...tasksTexts,
  ...functionsTexts,
  ...modelsTexts,
  ...bridgeTexts,
  ...systemTexts,
  ...importTexts,
  ...exportTexts,
  ...syncTexts,
  ...chatTexts,
  ...pageTexts,
  ...reviewTexts,
  ...teamTexts,
  ...toolsTexts,
};
