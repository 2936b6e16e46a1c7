// A plot over time with what its colours mean, and its twin: the same numbers as a table.

import type { Series } from "./chart.tsx";
import { later } from "./later.tsx";
import { Table } from "./table.tsx";

const Chart = later(() => import("./chart.tsx").then(({ Chart: loaded }) => loaded));

interface PlotProps {
  /** What one step of the time is: an hour, a day. */
  step: string;
  at: readonly string[];
  series: readonly Series[];
  /** The name of a step in the table. */
  nameOf(at: string): string;
  /** A value in the table; as a number by default. */
  textOf?(value: number): string | number;
  /** The top of the plot, if all values are smaller. */
  least?: number;
}

export function Plot({ step, at, series, nameOf, textOf = (value) => value, least = 1 }: PlotProps) {
  const rows = at.map((time, i) => ({ time, values: series.map(({ values }) => values[i] || 0) }));
  return (
    <>
      <p class="legend">
        {series.map(({ label, colour }) => (
          <span key={label}>
            <span class="swatch" style={{ background: `var(${colour})` }} />
            {label}
          </span>
        ))}
      </p>
      <Chart
        label={`${series.map(({ label }) => label).join(", ")} per ${step}; the table has the numbers`}
        at={at}
        series={series}
        least={least}
      />
      <details>
        <summary>As a table</summary>
        <Table
          head={[step, ...series.map(({ label }) => label)]}
          rows={rows
            .filter(({ values }) => values.some((value, i) => value !== 0 && series[i]?.as !== "line"))
            .map(({ time, values }) => [nameOf(time), ...values.map(textOf)])}
        />
      </details>
    </>
  );
}
