// tellback search in a terminal while the embedding model is still loading: full-text results are shown at once, and the
// refined results as soon as the model is loaded. In a pipe there is only the first answer.

import { connect } from "../../client/connect.ts";
import { pathsOf } from "../../config/paths.ts";
import type { InputOf, OutputOf } from "../contracts.ts";
import { dim, say } from "../text/output.ts";
import { texts } from "./text.ts";

export async function refine(input: InputOf<"search">, first: OutputOf<"search">): Promise<void> {
  if (first.meaning !== "loading") return;
  const { client } = await connect(pathsOf());
  const refined = await client.call("search", { ...input, wait: true });
  if (refined.meaning !== "used") return;
  say(`\n${dim("By words and meaning:")}`);
  say(isSame(first, refined) ? dim("the same results") : texts.search(refined));
}

function isSame(one: OutputOf<"search">, other: OutputOf<"search">): boolean {
  const ids = ({ results }: OutputOf<"search">) => results.map(({ id }) => id).join(" ");
  return ids(one) === ids(other);
}
