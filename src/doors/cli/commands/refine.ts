// engram search in a terminal, when the embedding model was not loaded: what was found by words is shown at once, and
// what the model makes of it as soon as it is there. In a pipe the first answer is all.

import { connect } from "../../../client/connect.ts";
import { pathsOf } from "../../../config/paths.ts";
import type { InputOf, OutputOf } from "../../../protocol/operations.ts";
import { dim, say } from "../output.ts";
import { renderers } from "../render.ts";

export async function refine(input: InputOf<"search">, first: OutputOf<"search">): Promise<void> {
  if (first.meaning !== "loading") return;
  const { client } = await connect(pathsOf());
  const refined = await client.call("search", { ...input, wait: true });
  if (refined.meaning !== "used") return;
  say(`\n${dim("By words and meaning:")}`);
  say(isSame(first, refined) ? dim("the same results") : renderers.search(refined));
}

function isSame(one: OutputOf<"search">, other: OutputOf<"search">): boolean {
  const ids = ({ results }: OutputOf<"search">) => results.map(({ id }) => id).join(" ");
  return ids(one) === ids(other);
}
