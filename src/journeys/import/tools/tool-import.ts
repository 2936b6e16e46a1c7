// An import from another tool: where everything of it comes from, and what became of it.

import type { Provenance } from "../../../memory/imported-node.ts";

export interface ToolImport extends Provenance {
  /** The folder of the project for things of which the tool does not know one. */
  into?: string | undefined;
}

export interface ImportCounts {
  /** New in the memory. */
  stored: number;
  /** In the memory already, from somewhere else: it has one more source now. */
  merged: number;
  /** From an earlier import of the same. */
  known: number;
  sessions?: number;
}
