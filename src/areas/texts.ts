// How each operation's answer is shown to a person.

import { agentTexts } from "./agent/text.ts";
import { bridgeTexts } from "./bridge/text.ts";
import { chatTexts } from "./chat/text.ts";
import { codemapTexts } from "./code/text.ts";
import type { operations } from "./contracts.ts";
import { exportTexts } from "./export/text.ts";
import { proceduralTexts } from "./functions/text.ts";
import { graphTexts } from "./graph/text.ts";
import { semanticTexts } from "./learnings/text.ts";
import { modelsTexts } from "./models/text.ts";
import { browserTexts } from "./page/text.ts";
import { recallTexts } from "./recall/text.ts";
import { searchTexts } from "./search/text.ts";
import { episodicTexts } from "./sessions/text.ts";
import { syncTexts } from "./sync/text.ts";
import { systemTexts } from "./system/text.ts";
import { workingTexts } from "./tasks/text.ts";
import type { TextsOf } from "./text/renderer.ts";

export const renderers: TextsOf<typeof operations> = {
  ...searchTexts,
  ...recallTexts,
  ...episodicTexts,
  ...semanticTexts,
  ...graphTexts,
  ...codemapTexts,
  ...workingTexts,
  ...proceduralTexts,
  ...modelsTexts,
  ...bridgeTexts,
  ...systemTexts,
  ...exportTexts,
  ...syncTexts,
  ...chatTexts,
  ...browserTexts,
  ...agentTexts,
};
