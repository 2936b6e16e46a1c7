// How each operation's answer is shown to a person.

import type { operations } from "../../protocol/operations.ts";
import { agentTexts } from "./render/agent.ts";
import { episodicTexts } from "./render/episodic.ts";
import { graphTexts } from "./render/graph.ts";
import { modelsTexts } from "./render/models.ts";
import { recallTexts } from "./render/recall.ts";
import type { TextsOf } from "./render/renderer.ts";
import { searchTexts } from "./render/search.ts";
import { semanticTexts } from "./render/semantic.ts";
import { systemTexts } from "./render/system.ts";

export const renderers: TextsOf<typeof operations> = {
  ...searchTexts,
  ...recallTexts,
  ...episodicTexts,
  ...semanticTexts,
  ...graphTexts,
  ...modelsTexts,
  ...systemTexts,
  ...agentTexts,
};
