// Renders memories as recall would, for an outside check of injection attempts: {"memories":[{"id","text","source"}]} on
// stdin, the text for the agent on stdout.
//   node ../shared/corpora/injection/check.mjs -- node bench/inert.ts

import { readFileSync } from "node:fs";
import { compose } from "../src/context/compose.ts";
import { frame } from "../src/context/quote.ts";
import { readFlags } from "./flags.ts";

interface Given {
  memories: { id: string; text: string; source?: string }[];
}

readFlags({});
const { memories } = JSON.parse(readFileSync(0, "utf8")) as Given;
const composed = compose(
  frame`What tellback remembers of this project.`,
  [{ name: "found", heading: frame`Found:`, tokens: 2_000 }],
  memories.map(({ id, text, source }, i) => ({
    id,
    section: "found",
    priority: -i,
    title: text,
    summary: text,
    detail: text,
    from: source ?? "",
  })),
  { tokens: 2_000, characters: 9_500 },
);
process.stdout.write(composed?.text ?? "");
