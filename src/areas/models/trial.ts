// tellback eval compression as a page: both settings side by side, and which one is better in what. Pure.

import type { OutputOf } from "../contracts.ts";
import { dollars, milliseconds, number, plural, ratio } from "../text/numbers.ts";
import type { Page } from "../text/section.ts";

type Trial = OutputOf<"eval.compression">;
type Arm = Trial["arms"][number];

interface Measure {
  name: string;
  of(arm: Arm): number | null;
  shown(value: number | null): string;
  more?: "better" | "worse";
}

const share = (value: number | null) => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);

const measures: readonly Measure[] = [
  { name: "samples", of: (arm) => arm.samples, shown: (n) => number(n ?? 0) },
  { name: "kept of all facts", of: (arm) => arm.fidelity, shown: share, more: "better" },
  { name: "· files", of: (arm) => arm.files, shown: share, more: "better" },
  { name: "· identifiers", of: (arm) => arm.identifiers, shown: share, more: "better" },
  { name: "· numbers", of: (arm) => arm.numbers, shown: share, more: "better" },
  { name: "tokens each", of: (arm) => arm.tokens, shown: (n) => number(n ?? 0), more: "worse" },
  { name: "compression", of: (arm) => arm.ratio, shown: ratio, more: "better" },
  { name: "brevity", of: (arm) => arm.brevity, shown: share, more: "better" },
  { name: "found first", of: (arm) => arm.foundFirst, shown: share, more: "better" },
  { name: "found in five", of: (arm) => arm.foundInFive, shown: share, more: "better" },
  { name: "time each", of: (arm) => arm.msEach, shown: milliseconds, more: "worse" },
  { name: "cost", of: (arm) => arm.usd, shown: (usd) => dollars(usd ?? 0), more: "worse" },
  { name: "offline instead", of: (arm) => arm.fellBack, shown: (n) => number(n ?? 0), more: "worse" },
];

export function trialPage({ samples, seed, paired, arms }: Trial): Page {
  const [a, b] = arms;
  if (!a || !b) return { title: "tellback · compression", sections: [] };
  const rows = measures.map((measure) => [
    measure.name,
    measure.shown(measure.of(a)),
    measure.shown(measure.of(b)),
    better(measure, a, b),
  ]);
  const split = paired ? "each given to both" : "split at random";
  const notes = arms.flatMap(({ setting, trouble }) => (trouble ? [`${setting}: ${trouble}`] : []));
  return {
    title: `tellback · compression · ${plural(samples, "sample")}, ${split}, seed ${seed}`,
    sections: [
      {
        heading: "",
        blocks: [{ kind: "table", head: ["", a.setting, b.setting, "better"], rows, numbers: [1, 2] }],
      },
      ...(notes.length > 0 ? [{ heading: "", blocks: [{ kind: "text" as const, lines: notes }] }] : []),
    ],
  };
}

/** Empty if the difference is not visible in the table. */
function better({ of, shown, more }: Measure, a: Arm, b: Arm): string {
  const [left, right] = [of(a), of(b)];
  if (!more || left === null || right === null || shown(left) === shown(right)) return "";
  return left > right === (more === "better") ? "←" : "→";
}
