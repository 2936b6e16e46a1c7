// The parser of `<ctx:*>` commands against replies that try to break it. A million generated from relevant pieces:
// it never throws, executes nothing in code, and gives the same result however they are split. Then hostile ones of 1
// and
// 10 MB, whose nanoseconds per byte must not grow.

import { type Command, commandsIn, createCommandScanner } from "../src/agents/commands/scan.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({ cases: { value: "N", default: "1000000", about: "replies to try" } });
const cases = Number(flags.cases);
const pieces = [
  ...[
    "<ctx:status/>",
    '<ctx:remember type="fact">',
    "</ctx:remember>",
    '<ctx:link from="a" to="b"/>',
    "<ctx:",
  ],
  ...[
    "</ctx:",
    '="',
    '"',
    "/>",
    ">",
    "<",
    "`",
    "``",
    "```",
    "````",
    "~~~",
    "\n",
    "\n\n",
    "\r\n",
    "> ",
    ">",
    "- ",
  ],
  ...[
    "* ",
    "1. ",
    "12) ",
    "  ",
    "    ",
    "\t",
    "\\",
    "text",
    "two words",
    "<code>",
    "</code>",
    "<pre>",
    "</pre>",
  ],
  ...["---", "===", "# ", "&quot;", "𝒳", "\0", "\u2028", "﹤ctx:status/>", "|", "[a](b)", "<!--", "-->"],
];

/** Small, fast and deterministic. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = randomFrom(20_261_116);
const replyOf = (): string => {
  let text = "";
  for (let left = 1 + random(24); left > 0; left--)
    text += random(12) === 0 ? String.fromCharCode(random(0x3000)) : pieces[random(pieces.length)];
  return text;
};

function inPieces(text: string): Command[] {
  const scanner = createCommandScanner();
  for (let at = 0; at < text.length; ) {
    const to = at + 1 + random(9);
    scanner.push(text.slice(at, to));
    at = to;
  }
  return scanner.end();
}

const started = performance.now();
let found = 0;
for (let i = 0; i < cases; i++) {
  const text = replyOf();
  const commands = commandsIn(text);
  found += commands.length;
  const same = JSON.stringify(inPieces(text)) === JSON.stringify(text.includes("<ctx:") ? commands : []);
  if (!same) throw new Error(`cut differently, read differently: ${JSON.stringify(text)}`);
  const inCode = `\`\`\`\n${text.replace(/[`~]/g, "")}\n\`\`\``;
  if (commandsIn(inCode).length > 0) throw new Error(`executed in code: ${JSON.stringify(inCode)}`);
}
const seconds = (performance.now() - started) / 1000;
console.log(
  `commands: ${cases.toLocaleString("en-US")} replies, ${found} commands found, ${seconds.toFixed(1)} s`,
);

const hostile: Record<string, (bytes: number) => string> = {
  prose: (n) => fill(n, "The quick brown fox `jumps` over the <b>lazy</b> dog.\n"),
  commands: (n) => fill(n, 'Noted. <ctx:remember type="fact" tags="a,b">a fact</ctx:remember>\n\n'),
  "one line": (n) => fill(n, "<ctx:status/> "),
  "open tags": (n) => fill(n, '<ctx:remember type="fact">'),
  "open, then close": (n) => fill(n / 2, "<ctx:a>") + fill(n / 2, "</ctx:a>"),
  "ends that match nothing": (n) => fill(n / 2, "<ctx:a>") + fill(n / 2, "</ctx:b>"),
  "values without end": (n) => fill(n, '<ctx:a b="'),
  "both parities of quotes": (n) => fill(n, '<ctx:a b="<ctx:a b=" c="'),
  "white space in tags": (n) => fill(n, `<ctx:a${" ".repeat(500)}`),
  backticks: (n) =>
    `${Array.from({ length: Math.sqrt(n * 2) }, (_, i) => "`".repeat(i + 1)).join(" ")}<ctx:a/>`,
  "single backticks": (n) => fill(n, "` <ctx:a/> `` "),
  quotes: (n) => fill(n, ">"),
  "nested lists": (n) => fill(n / 2, "- ") + fill(n / 2, "\n"),
  "lists of rules": (n) => `${fill(n, "- * ")}x <ctx:a/> -`,
  "html code": (n) => fill(n, "<code><ctx:a/>"),
  "blank lines": (n) => fill(n, "\n"),
  spaces: (n) => fill(n, " "),
  tabs: (n) => fill(n, "\t-"),
};

function fill(bytes: number, part: string): string {
  return part.repeat(Math.ceil(bytes / part.length));
}

/** CPU time, not wall time: other programs may run at the same time. */
function nsPerByte(text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const from = process.cpuUsage();
    commandsIn(`${text}\n\n<ctx:end/>`);
    const { user, system } = process.cpuUsage(from);
    best = Math.min(best, ((user + system) * 1e3) / text.length);
  }
  return best;
}

let worst = 0;
for (const [name, make] of Object.entries(hostile)) {
  const small = nsPerByte(make(1e6));
  const large = nsPerByte(make(1e7));
  worst = Math.max(worst, large / small);
  console.log(
    `${name.padEnd(26)} 1 MB ${small.toFixed(1).padStart(7)} ns/byte   10 MB ${large.toFixed(1).padStart(7)} ns/byte   ratio ${(large / small).toFixed(2)}`,
  );
}
console.log(`largest ratio ${worst.toFixed(2)} (linear is about 1; quadratic would be 10)`);
