// tellback bench search --jsonl: one request a line on stdin, one answer a line on stdout, in a temporary store.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createEvaluation, evaluationRequest } from "../../journeys/eval/eval.ts";
import { openMemory } from "../../journeys/followers.ts";
import { TellbackError } from "../../protocol/errors.ts";

export async function benchSearch(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "tellback-bench-"));
  const memory = await openMemory({ env: { TELLBACK_HOME: home } });
  const evaluation = createEvaluation(memory);
  const answer = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === "") continue;
      const parsed = evaluationRequest.safeParse(parseJson(line));
      if (!parsed.success) {
        answer({
          error: new TellbackError("invalid_input", "the request must be index, search or close").toBody(),
        });
        continue;
      }
      const request = parsed.data;
      if (request.op === "close") break;
      if (request.op === "index") {
        await evaluation.index(request.corpus, request.docs);
        answer({ ok: true });
      } else {
        answer({ results: await evaluation.search(request.corpus, request.query, request.k) });
      }
    }
  } finally {
    await memory.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
