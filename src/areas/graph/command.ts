// The groups of this area's commands.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  node: { summary: "Write and look at nodes of the knowledge graph" },
  edge: { summary: "Link nodes" },
  tag: { summary: "Tag nodes" },
  view: { summary: "Saved queries with a token budget" },
  graph: { summary: "See the knowledge graph as a whole" },
};
