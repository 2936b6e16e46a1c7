// What a chat works with: the memory, and what its caller does for it.

import type { Call, OutputOf, ParsedInputOf, Tool } from "../../areas/contracts.ts";
import type { Memory } from "../../memory/memory.ts";

export interface Chatting {
  memory: Memory;
  /** Runs an operation for the user of the chat. */
  call: Call;
  /** What a model may use. */
  tools: readonly Tool[];
  /** The user's own tools that may run in a folder. */
  ownTools(folder: string | undefined): Promise<readonly Tool[]>;
  search(input: ParsedInputOf<"search">): Promise<OutputOf<"search">>;
}
