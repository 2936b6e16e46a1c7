// The nodes in a note that people or agents keep for coding agents: each bullet and each paragraph becomes one; the
// headings above it say what it is about. Pure.

import { basename } from "node:path";
import type { WrittenType } from "../../protocol/knowledge.ts";
import { markedPartsOut } from "../../protocol/marks.ts";
import { tagFrom } from "../imported-node.ts";
import { frontMatterOf, itemsOf, type NoteItem, withoutComments } from "./markdown.ts";

export interface NoteNode {
  type: WrittenType;
  content: string;
  tags: string[];
  /** A person wrote it. */
  isByUser: boolean;
}

export function nodesInNote(markdown: string, file: string): NoteNode[] {
  const { values, body } = frontMatterOf(markedPartsOut(markdown));
  // What an agent writes for itself is less certain than what a person writes for it.
  const isByUser = !/^memory\.md$/i.test(basename(file)) && values.type === undefined;
  const nodes = new Map<string, NoteNode>();
  for (const item of itemsOf(withoutComments(body)).filter(saysSomething)) {
    const content = contentOf(item);
    if (!nodes.has(content))
      nodes.set(content, { type: typeOf(item), content, tags: topicsOf(item), isByUser });
  }
  return [...nodes.values()];
}

/** A link to another file, or an `@import`, holds nothing itself. */
function saysSomething({ text }: NoteItem): boolean {
  return !/^@[\w./~-]+$/.test(text) && !/^!?\[[^\]]*\]\([^)]*\)$/.test(text);
}

const shortWords = 4;

/** A few words are understood only below their heading. */
function contentOf({ text, headings }: NoteItem): string {
  const above = headings.at(-1);
  const isShort = text.split(/\s+/).length <= shortWords;
  return above !== undefined && isShort ? `${above}: ${text}` : text;
}

function topicsOf({ headings }: NoteItem): string[] {
  return headings.slice(-1).flatMap((heading) => tagFrom("topic:", heading));
}

const typesByHeading: [RegExp, WrittenType][] = [
  [/\bdecisions?\b|\badr\b/i, "decision"],
  [/\b(?:conventions?|rules?|style|patterns?|guidelines?|standards?|preferences?|practices?)\b/i, "pattern"],
  [/\b(?:open|questions?|todos?|next steps?|unknowns?)\b/i, "open-question"],
  [/\b(?:hypothes[ei]s|ideas?|assumptions?)\b/i, "hypothesis"],
];

function typeOf({ headings }: NoteItem): WrittenType {
  for (const heading of headings.toReversed())
    for (const [form, type] of typesByHeading) if (form.test(heading)) return type;
  return "fact";
}
