// The neighbourhood of a node as a drawing on a canvas. It repeats the list beside it, which is its accessible twin.

import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
} from "d3-force";
import { useEffect, useRef, useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";

type Near = OutputOf<"graph.near">;

interface Point {
  id: string;
  label: string;
  depth: number;
  isStale: boolean;
  /** Others are code or a turn: they cannot be opened here. */
  isNode: boolean;
  x: number;
  y: number;
}

const ticks = 250;

export function GraphDrawing({ near, onOpen }: { near: Near; onOpen(id: string): void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const height = 380;
  const points = useRef<Point[]>([]);

  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const size = new ResizeObserver(() => setWidth(element.parentElement?.clientWidth ?? 0));
    size.observe(element.parentElement as Element);
    return () => size.disconnect();
  }, []);

  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const laid = layout(near, width, height);
    points.current = laid.points;
    const paint = () => draw(element, laid, width, height);
    paint();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", paint);
    const theme = new MutationObserver(paint);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      dark.removeEventListener("change", paint);
      theme.disconnect();
    };
  }, [near, width]);

  return (
    <div class="drawing">
      <canvas
        ref={canvas}
        aria-hidden="true"
        onClick={(event) => {
          const point = nearest(points.current, event.offsetX, event.offsetY);
          if (point?.isNode) onOpen(point.id);
        }}
      />
    </div>
  );
}

/** Nodes, and the code and turns that the node in the middle is tied to. */
function placed({ start, nodes, edges }: Near) {
  const outside = (nodes.find(({ node }) => node.id === start)?.ties ?? []).filter(
    ({ type }) => type === "ABOUT" || type === "SAID_IN",
  );
  return {
    points: [
      ...nodes.map(({ node, depth }) => ({
        ...{ id: node.id, label: node.summary ?? node.content, depth },
        ...{ isStale: node.staleSince !== null, isNode: true },
      })),
      ...outside.map(({ id, text }) => ({ id, label: text, depth: 1, isStale: false, isNode: false })),
    ],
    edges: [...edges, ...outside.map(({ id, type }) => ({ from: start, to: id, type }))],
  };
}

function layout(near: Near, width: number, height: number) {
  const { points: named, edges } = placed(near);
  const points: Point[] = named.map((one, i) => ({
    ...one,
    // A fixed beginning, so that the same graph always looks the same.
    x: width / 2 + Math.cos(i * 2.4) * 20 * Math.sqrt(i),
    y: height / 2 + Math.sin(i * 2.4) * 20 * Math.sqrt(i),
  }));
  const known = new Set(points.map(({ id }) => id));
  const links = edges
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ from, to, type }) => ({ source: from as string | Point, target: to as string | Point, type }));
  const isSmall = points.length <= 30;
  const distance = isSmall ? 150 : 60;
  forceSimulation(points)
    .force(
      "link",
      forceLink<Point, (typeof links)[number]>(links)
        .id(({ id }) => id)
        .distance(distance),
    )
    .force("charge", forceManyBody().strength(isSmall ? -500 : -200))
    .force("collide", forceCollide(isSmall ? 62 : 22))
    .force("centre", forceCenter(width / 2, height / 2))
    .force("x", forceX(width / 2).strength(0.06))
    .force("y", forceY(height / 2).strength(0.14))
    .stop()
    .tick(ticks);
  for (const point of points) {
    point.x = Math.min(width - 90, Math.max(90, point.x));
    point.y = Math.min(height - 30, Math.max(20, point.y));
  }
  return { points, links };
}

function draw(
  canvas: HTMLCanvasElement,
  { points, links }: ReturnType<typeof layout>,
  width: number,
  height: number,
) {
  const scale = devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => resolved(canvas, name);
  pen.font = `12px ${style.fontFamily}`;
  pen.lineWidth = 1;
  pen.strokeStyle = colour("--muted");
  pen.globalAlpha = 0.55;
  for (const { source, target } of links as { source: Point; target: Point }[]) {
    pen.beginPath();
    pen.moveTo(source.x, source.y);
    pen.lineTo(target.x, target.y);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  pen.textAlign = "center";
  for (const { x, y, label, depth, isStale, isNode } of points) {
    pen.beginPath();
    if (isNode) pen.arc(x, y, depth === 0 ? 9 : 6, 0, 2 * Math.PI);
    else pen.rect(x - 5, y - 5, 10, 10);
    pen.fillStyle = colour(isStale ? "--warn" : depth === 0 ? "--accent" : "--muted");
    pen.fill();
    pen.fillStyle = colour("--text");
    pen.fillText(label.length > 26 ? `${label.slice(0, 25)}…` : label, x, y + 22);
  }
}

/** light-dark() is resolved only where it is used as a colour. */
function resolved(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return color;
}

function nearest(points: readonly Point[], x: number, y: number): Point | undefined {
  const far = (point: Point) => Math.hypot(point.x - x, point.y - y);
  const [first] = [...points].sort((a, b) => far(a) - far(b));
  return first && far(first) < 28 ? first : undefined;
}
