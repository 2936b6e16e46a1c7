// Reads the code of functions in a thread: somebody else wrote it, and some texts take a parser very long.

import { createRequestThread, type ThreadLimits } from "../../../platform/request-thread.ts";
import { entryUrl } from "../../../platform/threads.ts";
import { TellbackError } from "../../../protocol/errors.ts";
import type { Analysis, FunctionLanguage } from "../../../protocol/functions.ts";
import { unreadable } from "../check/check.ts";
import type { answerAbout, CodeQuestion, Outline } from "./read-code.ts";

export interface CodeReader {
  outline(code: string, language: FunctionLanguage): Promise<Outline>;
  /** Code that cannot be read in time is refused. */
  analyse(code: string, language: FunctionLanguage, allowed: readonly string[]): Promise<Analysis>;
  /** The definition of a name with everything of the same file that it needs; null if there is none. */
  definition(code: string, language: FunctionLanguage, name: string): Promise<string | null>;
  difference(
    before: { label: string; code: string },
    after: { label: string; code: string },
  ): Promise<string>;
  close(): Promise<void>;
}

const url = entryUrl("function-worker", "./worker.ts", import.meta.url);
const hungAfterMs = 10_000;

export function openCodeReader(limits: ThreadLimits = {}): CodeReader {
  const thread = createRequestThread<CodeQuestion, Awaited<ReturnType<typeof answerAbout>>>(url, {
    hungAfterMs,
    ...limits,
  });
  async function ask<Answer>(question: CodeQuestion): Promise<Answer> {
    try {
      return (await thread.ask(question)) as Answer;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TellbackError("invalid_input", `the code ${why}`, { cause });
    }
  }
  return {
    outline: (code, language) => ask({ is: "outline", code, language }),
    analyse: (code, language, allowed) =>
      ask<Analysis>({ is: "analysis", code, language, allowed }).catch(() => unreadable),
    definition: (code, language, name) => ask({ is: "definition", code, language, name }),
    difference: (before, after) => ask({ is: "difference", before, after }),
    close: () => thread.close(),
  };
}
