// Reads JSON from a model or a tool, for the tool families: any field may be missing or of a wrong type.

import { cut } from "../../language/index.ts";
import { joined } from "../text/text.ts";

export function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** The first of these fields that is a non-empty string; "" if none is. */
export function textAt(value: unknown, ...keys: string[]): string {
  for (const key of keys) {
    const found = field(value, key);
    if (typeof found === "string" && found !== "") return found;
  }
  return "";
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = field(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function listAt(value: unknown, key: string): unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

export function textsAt(value: unknown, key: string): string[] {
  return listAt(value, key).filter((item) => typeof item === "string");
}

/** The text of a tool's output in any shape: text, content blocks, or an object with a text inside. */
export function said(output: unknown, depth = 3): string {
  if (typeof output === "string") return withoutWrapping(output);
  if (typeof output === "number" || typeof output === "boolean") return String(output);
  if (typeof output !== "object" || output === null || depth === 0) return "";
  if (Array.isArray(output)) {
    const texts = output.slice(0, 500).map((block) => {
      const type = textAt(block, "type");
      return type !== "" && type !== "text" && type !== "resource" ? `(${type})` : said(block, depth - 1);
    });
    return joined(texts, "\n");
  }
  const streams = joined([textAt(output, "stdout"), textAt(output, "stderr")], "\n");
  if (streams !== "") return withoutWrapping(streams);
  for (const key of ["text", "result", "content", "output", "message", "error", "task", "resource"]) {
    const inner = said(field(output, key), depth - 1);
    if (inner !== "") return inner;
  }
  return "";
}

const WRAPPING = /^\s*<tool_use_error>|<\/tool_use_error>\s*$|^(?:<tool_use_error>)?Error: (?=Exit code )/g;

/** The host's own remarks around an output are not part of it. */
function withoutWrapping(text: string): string {
  const bare =
    text.includes("tool_use_error>") || text.startsWith("Error: ") ? text.replace(WRAPPING, "") : text;
  const open = "<system-reminder>";
  const close = "</system-reminder>";
  let from = bare.indexOf(open);
  if (from < 0) return bare;
  let kept = bare.slice(0, from);
  while (from >= 0) {
    const end = bare.indexOf(close, from);
    if (end < 0) break;
    const next = bare.indexOf(open, end);
    kept += bare.slice(end + close.length, next < 0 ? bare.length : next);
    from = next;
  }
  return kept.trim();
}

/** JSON for a reader: few items, short strings, `key=value` instead of quotes and braces at the top. */
export function brief(value: unknown, max: number): string {
  const left = { nodes: 120 };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return cut(compact(value, 0, left), max);
  }
  const pairs = Object.entries(value).slice(0, 24);
  return cut(pairs.map(([key, inner]) => `${key}=${compact(inner, 1, left)}`).join(" "), max);
}

function compact(value: unknown, depth: number, left: { nodes: number }): string {
  left.nodes -= 1;
  if (typeof value === "string") return cut(value.slice(0, 2000).replace(/\s+/g, " ").trim(), 160);
  if (typeof value !== "object" || value === null) return String(value);
  if (depth > 4 || left.nodes <= 0) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, 6).map((item) => compact(item, depth + 1, left));
    return `[${joined([...shown, value.length > 6 && `… ${value.length} in all`], ", ")}]`;
  }
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, 16)
    .map(([key, inner]) => `${cut(key, 60)}: ${compact(inner, depth + 1, left)}`);
  return `{${joined([...shown, entries.length > 16 && "…"], ", ")}}`;
}

/** The parsed value if a text is JSON (an API's answer, often on a single long line). */
export function jsonIn(text: string): object | null {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
