// What is lost with a node or a view, in words.

import { plural } from "../text/output.ts";
import type { LossesOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const losses: LossesOf<typeof operations> = {
  "node.show": ({ node, links }, _, stays) => ({
    goes: `This deletes node ${node.id} with ${plural(links.length, "edge")} and ${plural(node.tags.length, "tag")}: ${node.content}`,
    stays,
  }),
  "view.list": ({ views }, { name }, stays) => {
    const view = views.find((one) => one.name === name);
    return view ? { goes: `This deletes the view ${view.name}: ${view.query || "everything"}`, stays } : null;
  },
};
