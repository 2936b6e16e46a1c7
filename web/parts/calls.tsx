// Who calls a symbol and whom it calls, as a drawing. The lists beside it say the same.

import { Graph, layout } from "@dagrejs/dagre";

export interface CallsDrawn {
  centre: string;
  callers: readonly string[];
  callees: readonly string[];
}

const height = 30;
const widthOf = (name: string) => Math.min(240, 18 + name.length * 7);

export function CallsDrawing({ centre, callers, callees }: CallsDrawn) {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 60 });
  graph.setDefaultEdgeLabel(() => ({}));
  const add = (id: string, name: string) => graph.setNode(id, { label: name, width: widthOf(name), height });
  add("centre", centre);
  callers.forEach((name, i) => {
    add(`from${i}`, name);
    graph.setEdge(`from${i}`, "centre");
  });
  callees.forEach((name, i) => {
    add(`to${i}`, name);
    graph.setEdge("centre", `to${i}`);
  });
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  return (
    <div class="drawing">
      <svg
        class="calls"
        aria-hidden="true"
        width={(size.width ?? 0) + 4}
        height={(size.height ?? 0) + 4}
        viewBox={`-2 -2 ${(size.width ?? 0) + 4} ${(size.height ?? 0) + 4}`}
      >
        {graph.edges().map((edge) => {
          const { points = [] } = graph.edge(edge) as { points?: { x: number; y: number }[] };
          return (
            <polyline key={`${edge.v}${edge.w}`} points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
          );
        })}
        {graph.nodes().map((id) => {
          const {
            x = 0,
            y = 0,
            width = 0,
            label = "",
          } = graph.node(id) as { x?: number; y?: number; width?: number; label?: string };
          return (
            <g key={id} class={id === "centre" ? "centre" : ""}>
              <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={6} />
              <text x={x} y={y + 4} text-anchor="middle">
                {label.length > 32 ? `${label.slice(0, 31)}…` : label}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
