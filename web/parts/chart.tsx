// A plot over time. The table below it has the same numbers.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

export interface Series {
  label: string;
  values: readonly (number | null)[];
  /** Name of a colour of the page. */
  colour: string;
  /** A line for a limit; bars by default. */
  as?: "line";
}

interface ChartProps {
  label: string;
  at: readonly string[];
  series: readonly Series[];
  /** The top of the plot, if all values are smaller. */
  least: number;
}

const dayMs = 86_400_000;
const labelPixels = 60;
const short = new Intl.NumberFormat("en", { notation: "compact" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

const stepOf = (at: readonly string[]) => Date.parse(at[1] ?? "") - Date.parse(at[0] ?? "") || dayMs;

/** Hours mean nothing where a bar is a day or more. */
function dayAxis(at: readonly string[], width: number): Partial<uPlot.Axis> {
  if (stepOf(at) < dayMs || at.length > 60) return {};
  const every = Math.ceil(at.length / Math.min(10, Math.max(2, width / labelPixels)));
  const marked = at.filter((_, i) => i % every === 0).map((time) => Date.parse(time) / 1000);
  return {
    splits: () => marked,
    values: (_, ticks) => ticks.map((tick) => day.format(new Date(tick * 1000))),
  };
}

export function Chart({ label, at, series, least }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const colour = (name: string) => {
      element.style.color = `var(${name})`;
      return getComputedStyle(element).color;
    };
    const [text, line] = [colour("--muted"), colour("--line")];
    const axis = {
      stroke: text,
      grid: { stroke: line, width: 1 },
      ticks: { show: false },
      font: "11px system-ui",
    };
    const width = element.clientWidth || 600;
    const half = stepOf(at) / 2_000;
    const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
    // Zero is drawn as no bar at all.
    const shown = series.map(({ values }) => values.map((value) => value || null));
    const data = [at.map((time) => Date.parse(time) / 1000), ...shown];
    const plot = new uPlot(
      {
        ...{
          width,
          height: 200,
          legend: { show: false },
          cursor: { show: false },
        },
        // The first and the last bar are as wide as the others.
        scales: {
          x: { time: true, range: (_, first, last) => [first - half, last + half] },
          y: { range: (_, __, most) => [0, Math.max(least, most * 1.1)] },
        },
        axes: [
          { ...axis, size: 32, ...dayAxis(at, width) },
          { ...axis, size: 46, values: (_, ticks) => ticks.map((tick) => short.format(tick)) },
        ],
        series: [
          {},
          ...series.map((one) => ({
            label: one.label,
            stroke: colour(one.colour),
            ...(one.as === "line"
              ? { width: 2, dash: [6, 4] }
              : { fill: colour(one.colour), ...(bars && { paths: bars }) }),
            points: { show: false },
          })),
        ],
      },
      data as uPlot.AlignedData,
      element,
    );
    element.style.color = "";
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: 200 }));
    size.observe(element);
    return () => {
      size.disconnect();
      plot.destroy();
    };
  }, [JSON.stringify([at, series])]);
  return <div class="chart" role="img" aria-label={label} ref={host} />;
}
