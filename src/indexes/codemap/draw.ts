// Draws symbols and their calls as mermaid or DOT. Names are data: whatever they contain, they stay labels.

import type { Edge } from "./calls.ts";

export interface GraphNode {
  id: string;
  /** The file, which becomes a box around its symbols. */
  file: string;
  label: string;
  /** New and changed ones are highlighted. */
  mark?: "new" | "changed" | undefined;
}

export function drawCalls(
  symbols: readonly GraphNode[],
  edges: readonly Edge[],
  as: "mermaid" | "dot",
): string {
  const numbers = new Map(symbols.map(({ id }, number) => [id, number]));
  const files = Map.groupBy(symbols, ({ file }) => file);
  const known = edges.filter(({ from, to }) => numbers.has(from) && numbers.has(to));
  const sure = new Map<string, number>();
  for (const { from, to, confidence } of known) {
    const key = `${numbers.get(from)} ${numbers.get(to)}`;
    sure.set(key, Math.max(sure.get(key) ?? 0, confidence));
  }
  const links = [...sure].map(([key, confidence]) => {
    const [from = "", to = ""] = key.split(" ");
    return { from, to, isSure: confidence >= 0.7 };
  });
  return as === "mermaid" ? mermaid(files, numbers, links) : dot(files, numbers, links);
}

interface Link {
  from: string;
  to: string;
  isSure: boolean;
}

type Files = ReadonlyMap<string, readonly GraphNode[]>;
type Numbers = ReadonlyMap<string, number>;

const markStyles = [
  "  classDef new fill:#dfd,stroke:#2a2,color:#000",
  "  classDef changed fill:#ffd,stroke:#a80,color:#000",
];
const fills = { new: "#ddffdd", changed: "#ffffdd" };

function mermaid(files: Files, numbers: Numbers, links: readonly Link[]): string {
  const boxes = [...files].flatMap(([file, own], i) => [
    `  subgraph f${i}["${forMermaid(file)}"]`,
    ...own.map(({ id, label }) => `    s${numbers.get(id)}["${forMermaid(label)}"]`),
    "  end",
  ]);
  const arrows = links.map(({ from, to, isSure }) => `  s${from} ${isSure ? "-->" : "-.->"} s${to}`);
  const marked = [...files.values()]
    .flat()
    .flatMap(({ id, mark }) => (mark === undefined ? [] : [`  class s${numbers.get(id)} ${mark}`]));
  const styles = marked.length === 0 ? [] : [...markStyles, ...marked];
  return ["flowchart LR", ...boxes, ...arrows, ...styles].join("\n");
}

/** Every character that mermaid or markdown in it could read as syntax becomes an entity. */
function forMermaid(text: string): string {
  return Array.from(oneLine(text), (character) =>
    /[\p{L}\p{N} .,/_-]/u.test(character) ? character : `#${character.codePointAt(0)};`,
  ).join("");
}

function dot(files: Files, numbers: Numbers, links: readonly Link[]): string {
  const boxes = [...files].flatMap(([file, own], i) => [
    `  subgraph cluster_${i} {`,
    `    label=${forDot(file)};`,
    ...own.map(
      ({ id, label, mark }) =>
        `    s${numbers.get(id)} [label=${forDot(label)}${mark ? `, style=filled, fillcolor="${fills[mark]}"` : ""}];`,
    ),
    "  }",
  ]);
  const arrows = links.map(
    ({ from, to, isSure }) => `  s${from} -> s${to}${isSure ? "" : " [style=dashed]"};`,
  );
  return ["digraph calls {", "  rankdir=LR;", "  node [shape=box];", ...boxes, ...arrows, "}"].join("\n");
}

function forDot(text: string): string {
  return `"${oneLine(text).replace(/["\\]/g, "\\$&")}"`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim() || "?";
}
