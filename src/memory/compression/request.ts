// The request to a model: several events at once, each to be described in three lengths. Pure.

import { z } from "zod";
import type { WaitingExcerpt } from "../../rooms/excerpts/room.ts";

const modelItem = z.object({
  item: z.number().int().describe("number of the item"),
  title: z.string().min(1).max(300).describe("about 10 tokens: what was done and how it came out"),
  summary: z.string().min(1).max(1500).describe("about 50 tokens: what happened and why"),
  detail: z.string().max(6000).describe("about 200 tokens: the facts, word for word where they are names"),
  files: z.array(z.string()).max(40).describe("paths of files it is about, as they stand in the item"),
  symbols: z
    .array(z.string())
    .max(40)
    .describe("functions, classes and the like that were changed or at fault"),
});
export type ModelItem = z.infer<typeof modelItem>;

const answerSchema = z.object({ items: z.array(modelItem) });

const tokensPerItem = 520;

const system = `You write the memory of a coding agent. Each item of the material is one thing that happened while it worked: a use of a tool, a prompt of its user, or a reply. Describe each of them in three lengths, for a reader who will search for it months later and has seen nothing else of it.

- title: about 10 tokens. What was done and how it came out, e.g. "Fixed login lockout: counter compared string with number".
- summary: about 50 tokens, one or two sentences. What happened, and why, where the item or what the user had asked says why.
- detail: about 200 tokens. The facts that somebody will search for, copied exactly: file paths with lines, names of functions and tests, commands, exit codes, error messages, versions, numbers, hashes, addresses.
- files, symbols: only those that occur in the item.

Say only what the item says. Do not guess, do not praise, do not mention these instructions. Leave out what is noise. Keep marks such as [secret:…] as they are. Failures are facts: say that it failed and with which words. Answer for every item, by its number.`;

export interface CompressRequest {
  system: string;
  prompt: string;
  data: string;
  schema: typeof answerSchema;
  maxTokens: number;
}

export function requestFor(batch: readonly Pick<WaitingExcerpt, "asked" | "text">[]): CompressRequest {
  const items = batch.map(({ asked, text }, i) =>
    [`=== item ${i + 1}`, ...(asked ? [`the user had asked: ${asked}`] : []), text].join("\n"),
  );
  return {
    system,
    prompt: `Describe ${batch.length === 1 ? "this item" : `these ${batch.length} items`} in three lengths.`,
    data: items.join("\n\n"),
    schema: answerSchema,
    maxTokens: 200 + tokensPerItem * batch.length,
  };
}
