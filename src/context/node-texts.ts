// A node of the graph for the composer: its texts in three lengths, with its date and its type. Pure.

import type { Node } from "../protocol/knowledge.ts";
import type { Item } from "./compose.ts";

type NodeTexts = Pick<Item, "id" | "title" | "summary" | "detail" | "from" | "caution">;

export function nodeTexts(node: Node, caution: string | undefined): NodeTexts {
  const { id, content, summary, type, category, createdAt } = node;
  return {
    id,
    title: summary ?? firstSentence(content),
    summary: content,
    detail: content,
    from: `${createdAt.slice(0, 10)} ${category ?? type}`,
    ...(caution === undefined ? {} : { caution }),
  };
}

function firstSentence(content: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(content)?.[0] ?? content;
}
