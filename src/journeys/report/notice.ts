// A problem in one line for the user, at the start of a session: once a day, never for the model.

import { isNewNotice } from "../../config/hook-log.ts";
import type { Memory } from "../../memory/memory.ts";
import { problemsNow } from "./status.ts";

export async function newNotice(memory: Memory): Promise<string | undefined> {
  const [problem, ...more] = await problemsNow(memory);
  if (!problem) return undefined;
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  const text = `tellback: ${problem.message}${others}. Run \`tellback doctor\`.`;
  return isNewNotice(memory.paths, text) ? text : undefined;
}
