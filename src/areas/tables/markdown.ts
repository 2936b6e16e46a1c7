// Answers as markdown, where a document makes sense. Written by `npm run docs` from the folders of src/areas: do not edit.

import { markdowns as codeMarkdowns } from "../code/markdown.ts";
import type { operations } from "../contracts.ts";
import { markdowns as functionsMarkdowns } from "../functions/markdown.ts";
import { markdowns as graphMarkdowns } from "../graph/markdown.ts";
import { markdowns as knowledgeMarkdowns } from "../knowledge/markdown.ts";
import { markdowns as learningsMarkdowns } from "../learnings/markdown.ts";
import { markdowns as searchMarkdowns } from "../search/markdown.ts";
import { markdowns as sessionsMarkdowns } from "../sessions/markdown.ts";
import { markdowns as tasksMarkdowns } from "../tasks/markdown.ts";
import type { MarkdownsOf } from "../text/renderer.ts";

export const markdowns: MarkdownsOf<typeof operations> = {
  ...searchMarkdowns,
  ...sessionsMarkdowns,
  ...learningsMarkdowns,
  ...graphMarkdowns,
  ...knowledgeMarkdowns,
  ...codeMarkdowns,
  ...tasksMarkdowns,
  ...functionsMarkdowns,
};
