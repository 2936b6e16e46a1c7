// What a chat works with: the memory, and what its caller does for it.

import type { InputOf, OperationName, OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import type { Memory } from "../../memory/memory.ts";

export interface Chatting {
  memory: Memory;
  /** Runs an operation for the user of the chat. */
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
  search(input: ParsedInputOf<"search">): Promise<OutputOf<"search">>;
}
