// forget, as the operation calls it.

import type { ParsedInputOf } from "../../src/areas/contracts.ts";
import { compact } from "../../src/journeys/compact/compact.ts";
import { forget as forgetIn } from "../../src/journeys/forget/forget.ts";
import type { Memory } from "../../src/memory/memory.ts";

export const forget = (memory: Memory, asked: ParsedInputOf<"forget">) =>
  forgetIn(memory, asked, (sessionId) => compact(memory, sessionId));
