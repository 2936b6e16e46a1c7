// The commands that are more than one operation. Written by `npm run docs` from the folders of src/areas: do not edit.

import { commands as bridgeCommands } from "../bridge/command.ts";
import { commands as chatCommands } from "../chat/command.ts";
import { commands as codeCommands } from "../code/command.ts";
import { commands as configCommands } from "../config/command.ts";
import { commands as doctorCommands } from "../doctor/command.ts";
import { commands as exportCommands } from "../export/command.ts";
import { commands as functionsCommands } from "../functions/command.ts";
import { commands as graphCommands } from "../graph/command.ts";
import { commands as importCommands } from "../import/command.ts";
import { commands as installCommands } from "../install/command.ts";
import { commands as knowledgeCommands } from "../knowledge/command.ts";
import { commands as learningsCommands } from "../learnings/command.ts";
import { commands as modelsCommands } from "../models/command.ts";
import { commands as pageCommands } from "../page/command.ts";
import { commands as recallCommands } from "../recall/command.ts";
import { commands as reviewCommands } from "../review/command.ts";
import { commands as searchCommands } from "../search/command.ts";
import { commands as sessionsCommands } from "../sessions/command.ts";
import { commands as syncCommands } from "../sync/command.ts";
import { commands as systemCommands } from "../system/command.ts";
import { commands as tasksCommands } from "../tasks/command.ts";
import { commands as teamCommands } from "../team/command.ts";
import { commands as toolsCommands } from "../tools/command.ts";

export const commands = {
  ...searchCommands,
  ...recallCommands,
  ...sessionsCommands,
  ...learningsCommands,
  ...graphCommands,
  ...knowledgeCommands,
  ...codeCommands,
  ...tasksCommands,
  ...functionsCommands,
  ...modelsCommands,
  ...bridgeCommands,
  ...systemCommands,
  ...importCommands,
  ...exportCommands,
  ...syncCommands,
  ...chatCommands,
  ...pageCommands,
  ...configCommands,
  ...doctorCommands,
  ...installCommands,
  ...reviewCommands,
  ...teamCommands,
  ...toolsCommands,
};
