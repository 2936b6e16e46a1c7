// How each operation's answer is shown to a person.

import type { operations } from "../../protocol/operations.ts";
import { agentTexts } from "./render/agent.ts";
import { bridgeTexts } from "./render/bridge.ts";
import { browserTexts } from "./render/browser.ts";
import { chatTexts } from "./render/chat.ts";
import { codemapTexts } from "./render/codemap.ts";
import { episodicTexts } from "./render/episodic.ts";
import { exportTexts } from "./render/export.ts";
import { graphTexts } from "./render/graph.ts";
import { modelsTexts } from "./render/models.ts";
import { proceduralTexts } from "./render/procedural.ts";
import { recallTexts } from "./render/recall.ts";
import type { TextsOf } from "./render/renderer.ts";
import { searchTexts } from "./render/search.ts";
import { semanticTexts } from "./render/semantic.ts";
import { syncTexts } from "./render/sync.ts";
import { systemTexts } from "./render/system.ts";
import { workingTexts } from "./render/working.ts";

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
