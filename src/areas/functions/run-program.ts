// tellback fn exec: runs one program for an outside caller, without a daemon.

import { text } from "node:stream/consumers";
import { z } from "zod";
import { execute } from "../../journeys/functions/execute.ts";
import { functionLanguage } from "../../protocol/functions.ts";

const request = z.object({
  language: functionLanguage,
  code: z.string(),
  entry: z.string().default("main"),
  args: z.array(z.json()).default([]),
  limits: z
    .object({
      timeoutMs: z.number().int().min(1).max(600_000),
      memoryMb: z.number().int().min(1).max(4_096),
      outputBytes: z.number().int().min(1).max(16_777_216),
    })
    .partial()
    .default({}),
});

/** One JSON object in, one out: the contract of outside evaluations. */
export async function exec({ static: isAnalysed }: Record<string, unknown>): Promise<void> {
  const parsed = request.safeParse(jsonOr(await text(process.stdin)));
  const answer = parsed.success
    ? await execute(parsed.data, { isAnalysed: isAnalysed !== false })
    : { status: "error", value: null, stdout: "", stderr: "", error: "the request is not valid" };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function jsonOr(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return null;
  }
}
