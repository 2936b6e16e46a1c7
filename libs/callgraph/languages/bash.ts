// Bash and other shells of its family.

import { NONE } from "../tree.ts";
import type { Language } from "./language.ts";

export const bash: Language = {
  definitions: {
    function_definition: { kind: "function" },
    variable_assignment: {
      kind: "variable",
      name(tree, node) {
        const name = tree.child(node, "name");
        const around = tree.kind(tree.parent(node));
        // `A=1 command` sets it for one command only.
        return around === "command" || tree.kind(name) !== "variable_name" ? NONE : name;
      },
      body: (tree, node) => tree.child(node, "value"),
      isValue: true,
    },
  },
  wrappers: ["declaration_command"],
};
