// Renders the answers about language models as text.

import type { OutputOf } from "../contracts.ts";
import { look } from "../text/look.ts";
import { columns, dim, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import { textOf } from "../text/section-text.ts";
import type { operations } from "./contract.ts";
import { trialPage } from "./trial.ts";

export const texts = {
  "eval.compression": (trial) => textOf(trialPage(trial), look()),
  "eval.sql": sqlText,
  "compress.start": compressionText,
  "compress.state": compressionText,
  spend: spendText,
} satisfies TextsOf<typeof operations>;

function sqlText({ columns: names, rows, isCut }: OutputOf<"eval.sql">): string {
  if (rows.length === 0) return dim("No rows.");
  const table = columns([
    names.map((name) => dim(name)),
    ...rows.map((row) => row.map((cell) => String(cell ?? ""))),
  ]);
  return isCut ? `${table}\n${dim("There are more rows: add a limit or a condition.")}` : table;
}

function compressionText({ model, waiting, state, trouble, nextAt }: OutputOf<"compress.state">): string {
  if (model === null) {
    const hint =
      "`tellback config set compress.byModel true` lets the language model (`llm.provider`) compress new ones.";
    return `Rules alone shorten observations.\n${dim(hint)}`;
  }
  if (waiting === 0) return `${good("done")}: nothing is waiting for ${model}.`;
  const later = nextAt && Date.parse(nextAt) > Date.now() + 60_000 ? ` Next try: ${when(nextAt)}.` : "";
  const line = `${state}: ${plural(waiting, "observation")} for ${model}.${later}`;
  return trouble ? `${line}\n${warn("!")} ${trouble}` : line;
}

function spendText({ rows, today, month, open, prices }: OutputOf<"spend">): string {
  const counts = rows.map((row) => [
    row.name,
    plural(row.calls, "call"),
    `${tokens(row.input)} in`,
    `${tokens(row.output)} out`,
    dollars(row.usd),
  ]);
  const use = ({ usd, capUsd }: typeof today) => {
    const text = `${dollars(usd)} of ${dollars(capUsd)}`;
    return usd >= capUsd ? warn(text) : text;
  };
  return [
    rows.length === 0 ? dim("No model calls yet.") : columns(counts),
    "",
    columns([
      [dim("today"), use(today)],
      [dim("this month"), use(month)],
      ...(open.calls > 0
        ? [[dim("running"), `${plural(open.calls, "call")}, at most ${dollars(open.usd)}`]]
        : []),
      [dim("caps"), dim("change: `tellback config set spend.dailyUsd 1`; days are UTC")],
      [dim("prices"), dim(prices)],
    ]),
  ].join("\n");
}

/** Enough digits to distinguish a call of a cheap model from none. */
function dollars(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.1 ? 4 : 2)}`;
}

function tokens(n: number): string {
  return n < 10_000 ? n.toLocaleString("en-US") : `${Math.round(n / 1000).toLocaleString("en-US")}k`;
}
