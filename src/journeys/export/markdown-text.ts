// Stored text as markdown: names of files, lines, quotations, sections, pages. Pure.

import { oneLine } from "../../../libs/language/index.ts";

export interface Page {
  /** Relative to the export's folder, with forward slashes. */
  path: string;
  text: string;
}

/** Valid on every file system, and without the characters that mean something in a link. */
export function fileName(text: string): string {
  const plain = text.replace(/[\p{Cc}\\/:*?"<>|#^[\]]+/gu, " ");
  return oneLine(plain, 60)
    .replace(/^\.+|[…. ]+$/g, "")
    .toWellFormed();
}

/** A bracket or a bar would end the link. */
export function inLink(text: string): string {
  return inLine(text).replaceAll("|", "¦").replaceAll("[", "(").replaceAll("]", ")");
}

/** Stored text must not become a link, a heading or a block of the page. */
export function inLine(text: string): string {
  return oneLine(text).replaceAll("[[", "[ [").replaceAll("]]", "] ]");
}

/** Text of several lines, as a quotation. */
export function quoted(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line.replaceAll("[[", "[ [")}`)
    .join("\n");
}

export function page(path: string, head: string, title: string, parts: readonly string[]): Page {
  const begin = head === "" ? "" : `${head}\n`;
  return { path, text: `${begin}# ${inLine(title)}\n\n${parts.filter(Boolean).join("\n\n")}\n` };
}

export function front(fields: Record<string, unknown>): string {
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== "");
  if (known.length === 0) return "";
  // JSON is valid YAML for one value.
  return `---\n${known.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("\n")}\n---\n`;
}

export function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n\n${lines.join("\n")}`;
}
