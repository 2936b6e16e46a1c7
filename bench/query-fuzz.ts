// The query language against a million queries generated from relevant pieces: each is parsed, or refused with a
// position
// and a reason; a parsed query is printed and parsed again with the same result.

import { TellbackError } from "../src/protocol/errors.ts";
import { parseQuery } from "../src/protocol/node-query/parse.ts";
import { printQuery } from "../src/protocol/node-query/print.ts";
import type { Query } from "../src/protocol/node-query/query.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({ cases: { value: "N", default: "1000000", about: "queries to try" } });
const cases = Number(flags.cases);
const pieces = [
  ...[
    "type:",
    "type:fact",
    "tag:",
    "tag:project:X",
    "tag:tier:*",
    "created:>24h",
    "created:2026-03-01",
    "tokens:<1000",
  ],
  ...[
    "has:edges",
    "from:nod_1",
    "to:",
    "kind:DEPENDS_ON",
    "is:stale",
    "confidence:>=0.5",
    "tpye:fact",
    "AND",
    "or",
  ],
  ...[
    "NOT",
    "(",
    ")",
    "((",
    "))",
    " ",
    "  ",
    '"',
    "\\",
    '\\"',
    ":",
    ">",
    "<=",
    "word",
    "two words",
    '"a phrase"',
    "𝒳",
  ],
  ...["\n", "\0", "-", "--", "http://x", "src/a.ts:12", "'", ";", "%", "_"],
];

let state = 20_261_116;
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function queryText(): string {
  let text = "";
  for (let left = 1 + random(12); left > 0; left--) {
    text += random(15) === 0 ? String.fromCharCode(random(0x3000)) : pieces[random(pieces.length)];
    if (random(2) === 0) text += " ";
  }
  return text;
}

let read = 0;
const started = performance.now();
for (let i = 0; i < cases; i++) {
  const text = queryText();
  let query: Query;
  try {
    query = parseQuery(text);
  } catch (error) {
    const isToldWhere = error instanceof TellbackError && /at character \d+ of the query/.test(error.message);
    if (!isToldWhere) throw new Error(`${JSON.stringify(text)}: ${error}`);
    continue;
  }
  read++;
  const again = parseQuery(printQuery(query));
  if (JSON.stringify(again) !== JSON.stringify(query))
    throw new Error(`not the same: ${JSON.stringify(text)}`);
}
const seconds = (performance.now() - started) / 1000;
console.log(
  `queries: ${cases.toLocaleString("en-US")}, ${read.toLocaleString("en-US")} read and printed back, the others refused with a place; ${seconds.toFixed(1)} s`,
);
