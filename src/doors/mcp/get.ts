// The tool `get`: whatever has an id, as long as it is wanted.

import { z } from "zod";
import { cut, pageOf } from "./page.ts";
import { tool } from "./tool.ts";

const itemsOnPage = 50;

const output = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.string(),
  title: z.string(),
  summary: z.string().optional(),
  detail: z.string().optional(),
  files: z.array(z.string()).optional(),
  items: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
  next_cursor: z.string().optional(),
});

export const getTool = tool({
  name: "get",
  operation: "get",
  description: "Show anything by its id.",
  effect: "reads",
  input: z.object({
    id: z.string().min(1).describe("or a unique beginning"),
    length: z.enum(["title", "summary", "full"]).default("full"),
    cursor: z.string().optional().describe("next_cursor of the page before"),
  }),
  output,
  ask: ({ id }) => ({ id }),
  tell({ id, kind, at, title, summary, items: all, ...rest }, { length, cursor }) {
    if (length === "title") return { id, kind, at, title };
    const short = { id, kind, at, title, ...(summary !== undefined && { summary }) };
    if (length === "summary") return short;
    return { ...short, ...rest, ...(all && cut(all, pageOf(itemsOnPage, cursor))) };
  },
  heading: "From memory:",
  lines: ({ id, kind, at, title, summary, detail, files = [], items = [] }) => [
    `${id} · ${kind} · ${at.slice(0, 16)} · ${title}`,
    ...(summary === undefined ? [] : summary.split("\n")),
    ...(detail === undefined ? [] : detail.split("\n")),
    ...files.map((file) => `file: ${file}`),
    ...items.map((item) => `${item.id} · ${item.title}`),
  ],
});
