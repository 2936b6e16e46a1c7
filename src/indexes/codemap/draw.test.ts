import { expect, test } from "vitest";
import { drawCalls } from "./draw.ts";

/** Names that would be syntax if they were not escaped. */
const hostile = [
  'end"] --> x["',
  "subgraph a; end",
  "a\nb[c](d){e}|f|",
  "%% comment",
  '"; } digraph x { a -> b',
  "\\",
  "`x` **bold** <b>",
  "#quot;",
  "",
];
const symbols = hostile.map((label, i) => ({
  ...{ id: `s${i}`, file: `src/${label}.ts`, label },
  mark: i === 0 ? ("new" as const) : i === 1 ? ("changed" as const) : undefined,
}));
const edges = [
  { from: "s0", to: "s1", confidence: 1 },
  { from: "s1", to: "s2", confidence: 0.3 },
  { from: "s0", to: "gone", confidence: 1 },
];

test("a mermaid drawing has only the lines of its own grammar, whatever the names are", () => {
  const lines = drawCalls(symbols, edges, "mermaid").split("\n");
  const text = String.raw`(?:[\p{L}\p{N} .,/_-]|#\d+;)+`;
  const forms = [
    /^flowchart LR$/,
    new RegExp(String.raw`^ {2}subgraph f\d+\["${text}"\]$`, "u"),
    new RegExp(String.raw`^ {4}s\d+\["${text}"\]$`, "u"),
    /^ {2}end$/,
    /^ {2}s\d+ (?:-->|-\.->) s\d+$/,
    /^ {2}classDef (?:new|changed) [\w#:,]+$/,
    /^ {2}class s\d+ (?:new|changed)$/,
  ];
  expect(lines.filter((line) => !forms.some((form) => form.test(line)))).toEqual([]);
  expect(lines.filter((line) => /--?>|-\.->/.test(line))).toEqual(["  s0 --> s1", "  s1 -.-> s2"]);
});

test("in a DOT drawing names stay inside of their quotes", () => {
  const drawing = drawCalls(symbols, edges, "dot");
  const quoted = String.raw`"(?:[^"\\\n]|\\["\\])*"`;
  const forms = [
    /^digraph calls \{$/,
    /^ {2}(?:rankdir=LR;|node \[shape=box\];|\})$/,
    /^ {2}subgraph cluster_\d+ \{$/,
    new RegExp(`^ {4}label=${quoted};$`),
    new RegExp(String.raw`^ {4}s\d+ \[label=${quoted}(?:, style=filled, fillcolor="#[a-f]+")?\];$`),
    /^ {2}s\d+ -> s\d+(?: \[style=dashed\])?;$/,
    /^\}$/,
  ];
  expect(drawing.split("\n").filter((line) => !forms.some((form) => form.test(line)))).toEqual([]);
});
