// Which cosine means "the same thing": pairs of learnings in people's words, embedded by the bundled model.
// Prints every pair and, per threshold, how many equal pairs it detects and how many others it mistakes for equal.

import { clashOf } from "../libs/language/statement-model.ts";
import { likenessOf, meansSame } from "../src/journeys/reflect/judge.ts";
import { openBundled } from "../src/models/embed/bundled.ts";
import { pairs } from "../test/samples/knowledge/pairs.ts";
import { readFlags } from "./flags.ts";

readFlags({});
const embedder = openBundled();
const texts = pairs.flatMap(({ a, b }) => [a, b]);
const vectors = await embedder.embed(texts, "document", "learning");
await embedder.close();

const measured = pairs.map((pair, i) => ({ ...pair, cosine: dot(vectors[2 * i], vectors[2 * i + 1]) }));
for (const { kind, cosine, a, b } of measured.toSorted((x, y) => y.cosine - x.cosine))
  console.log(`${cosine.toFixed(3)}  ${kind.padEnd(11)} ${clashOf(a, b) ? "clash" : "     "}  ${a}  |  ${b}`);

console.log("\nthreshold  same caught  different taken  clashing taken  … after the rules");
for (let threshold = 0.6; threshold < 0.95; threshold += 0.02) {
  const over = (kind: string) => measured.filter((one) => one.kind === kind && one.cosine >= threshold);
  const all = (kind: string) => measured.filter((one) => one.kind === kind).length;
  const missed = over("contradicts").filter(({ a, b }) => !clashOf(a, b));
  console.log(
    `${threshold.toFixed(2)}       ${over("same").length}/${all("same")}        ${over("different").length}/${all("different")}            ${over("contradicts").length}/${all("contradicts")}           ${missed.length}`,
  );
}

const likeness = likenessOf(embedder);
console.log("\nwith the rule of shared words: taken for the same");
for (const sameWords of [0.62, 0.66, 0.7, 0.74]) {
  for (const same of [0.78, 0.8, 0.82, 0.85, 0.88, 0.92]) {
    const taken = measured.filter(({ a, b, cosine }) => {
      const [one, other] = [a, b].map((content) => ({ content, category: "convention" as const }));
      return one && other && meansSame(one, other, cosine, { ...likeness, same, sameWords });
    });
    const of = (kind: string) => `${taken.filter((one) => one.kind === kind).length} ${kind}`;
    console.log(`${sameWords} ${same}: ${of("same")}, ${of("different")}, ${of("contradicts")}`);
  }
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (let i = 0; i < (a?.length ?? 0); i++) sum += (a?.[i] ?? 0) * (b?.[i] ?? 0);
  return sum;
}
