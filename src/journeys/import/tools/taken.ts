// How an import from another tool goes on: where things come from, and what became of them.

/** Where everything of one import comes from. */
export interface Came {
  tool: string;
  /** The file or folder that was read, as it may be stored. */
  place: string;
  /** The time of the import. */
  at: string;
  /** The folder of the project for things of which the tool does not know one. */
  into?: string | undefined;
}

export interface Taken {
  /** New in the memory. */
  stored: number;
  /** In the memory already, from somewhere else: it has one more source now. */
  merged: number;
  /** From an earlier import of the same. */
  known: number;
  sessions?: number;
}
