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
        axes: [axis, { ...axis, size: 46 }],
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
