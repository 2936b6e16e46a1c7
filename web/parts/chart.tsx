// A plot over time. The table below it has the same numbers.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

export interface Series {
  label: string;
  values: readonly (number | null)[];
  /** Name of a colour of the page. */
  colour: string;
}

interface ChartProps {
  label: string;
  at: readonly string[];
  series: readonly Series[];
}

const dayMs = 86_400_000;
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** Hours mean nothing where a bar is a day or more. */
function dayAxis(at: readonly string[]): Partial<uPlot.Axis> {
  const step = Date.parse(at[1] ?? "") - Date.parse(at[0] ?? "");
  if (!(step >= dayMs) || at.length > 60) return {};
  const every = Math.ceil(at.length / 10);
  const marked = at.filter((_, i) => i % every === 0).map((time) => Date.parse(time) / 1000);
  return {
    splits: () => marked,
    values: (_, ticks) => ticks.map((tick) => day.format(new Date(tick * 1000))),
  };
}

export function Chart({ label, at, series }: ChartProps) {
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
    const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
    const data = [at.map((time) => Date.parse(time) / 1000), ...series.map(({ values }) => [...values])];
    const plot = new uPlot(
      {
        ...{
          width: element.clientWidth || 600,
          height: 200,
          legend: { show: false },
          cursor: { show: false },
        },
        scales: { x: { time: true }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
        axes: [
          { ...axis, ...dayAxis(at) },
          { ...axis, size: 46 },
        ],
        series: [
          {},
          ...series.map((one) => ({
            label: one.label,
            stroke: colour(one.colour),
            fill: colour(one.colour),
            ...(bars && { paths: bars }),
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
