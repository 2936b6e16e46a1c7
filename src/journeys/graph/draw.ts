// draw: the neighbourhood of a node as a mermaid or DOT diagram. Text of nodes appears only as escaped labels.

import { oneLine } from "../../../libs/language/index.ts";
import { inert } from "../../context/quote.ts";
import type { Edge, Node } from "../../protocol/knowledge.ts";

const maxLabelLength = 60;

export function drawing(nodes: readonly Node[], edges: readonly Edge[], as: "mermaid" | "dot"): string {
  const names = new Map(nodes.map((node, i) => [node.id, `n${i}`]));
  const drawn = edges.filter(({ from, to }) => names.has(from) && names.has(to));
  return as === "mermaid" ? mermaid(nodes, drawn, names) : dot(nodes, drawn, names);
}

function labelOf(node: Node): string {
  const text = inert(node.summary ?? node.content, maxLabelLength).replace(/["\\[\]{}|`#;&]/g, " ");
  return `${node.category ?? node.type}: ${oneLine(text)}${node.staleSince ? " (stale)" : ""}`;
}

function mermaid(nodes: readonly Node[], edges: readonly Edge[], names: ReadonlyMap<string, string>): string {
  return [
    "graph LR",
    ...nodes.map((node) => `  ${names.get(node.id)}["${labelOf(node)}"]`),
    ...edges.map(({ from, to, type }) => `  ${names.get(from)} -->|${type}| ${names.get(to)}`),
  ].join("\n");
}

function dot(nodes: readonly Node[], edges: readonly Edge[], names: ReadonlyMap<string, string>): string {
  return [
    "digraph memory {",
    "  rankdir=LR;",
    "  node [shape=box];",
    ...nodes.map((node) => `  ${names.get(node.id)} [label="${labelOf(node)}"];`),
    ...edges.map(({ from, to, type }) => `  ${names.get(from)} -> ${names.get(to)} [label="${type}"];`),
    "}",
  ].join("\n");
}
