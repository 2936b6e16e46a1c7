// Finds the `<ctx:*>` commands that an agent wrote in a reply. Takes the reply in pieces of any size and finds the same
// commands however it was split. Linear in the length of any reply, and never throws.

import { createBlocks, type Prose } from "./blocks.ts";
import { type Tag, tagsIn } from "./tags.ts";

export interface Command {
  name: string;
  attributes: Record<string, string>;
  /** Null for a self-closing command. */
  body: string | null;
  /** Line number, counted from 1, for messages to the agent. */
  line: number;
}

export interface CommandScanner {
  push(piece: string): void;
  /** The reply is complete. */
  end(): Command[];
}

interface Place {
  line: number;
  column: number;
}

interface CommandSpan {
  tag: Tag;
  start: Place;
  /** Null for a self-closing command. */
  body: { from: Place; to: Place } | null;
}

export function commandsIn(text: string): Command[] {
  // Most replies have none.
  if (!text.includes("<ctx:")) return [];
  const scanner = createCommandScanner();
  scanner.push(text);
  return scanner.end();
}

export function createCommandScanner(): CommandScanner {
  const lines: string[] = [];
  const pieces: string[] = [];
  const pairs = createPairs();
  const blocks = createBlocks((prose) => {
    if (!prose.some(({ text }) => text.includes("ctx:"))) return;
    const placeOf = placesIn(prose);
    for (const tag of tagsIn(prose.map(({ text }) => text).join("\n"))) {
      pairs.add(tag, placeOf(tag.from), placeOf(tag.to));
    }
  });

  function addLine(text: string): void {
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    lines.push(line);
    blocks.line(line, lines.length - 1);
  }

  return {
    push(piece) {
      const parts = piece.split("\n");
      const rest = parts.pop() ?? "";
      for (const part of parts) {
        pieces.push(part);
        addLine(pieces.join(""));
        pieces.length = 0;
      }
      pieces.push(rest);
    },
    end() {
      addLine(pieces.join(""));
      pieces.length = 0;
      blocks.end();
      return pairs.all().map(({ tag, start, body }) => ({
        name: tag.name,
        attributes: tag.attributes,
        body: body && between(lines, body.from, body.to).trim(),
        line: start.line + 1,
      }));
    },
  };
}

/**
 * Opening tags with their ends. A command inside another one's body is part of that body; an opening tag without an
 * end is ignored, and what follows it is read normally.
 */
function createPairs() {
  const open: { tag: Tag; start: Place; end: Place }[] = [];
  const openByName = new Map<string, number>();
  const done: CommandSpan[] = [];

  function count(name: string, by: number): void {
    openByName.set(name, (openByName.get(name) ?? 0) + by);
  }

  function close(name: string, to: Place): void {
    while ((openByName.get(name) ?? 0) > 0) {
      const last = open.pop();
      if (!last) return;
      count(last.tag.name, -1);
      if (last.tag.name !== name) continue;
      while (done.length > 0 && isBefore(last.start, (done.at(-1) as CommandSpan).start)) done.pop();
      done.push({ tag: last.tag, start: last.start, body: { from: last.end, to } });
      return;
    }
  }

  return {
    add(tag: Tag, start: Place, end: Place): void {
      if (tag.kind === "whole") done.push({ tag, start, body: null });
      else if (tag.kind === "close") close(tag.name, start);
      else {
        open.push({ tag, start, end });
        count(tag.name, 1);
      }
    },
    all: () => done,
  };
}

function isBefore(a: Place, b: Place): boolean {
  return a.line === b.line ? a.column < b.column : a.line < b.line;
}

/** Maps a position in the joined text to a position in the reply; called in ascending order. */
function placesIn(prose: Prose): (at: number) => Place {
  let index = 0;
  let start = 0;
  return (at) => {
    for (;;) {
      const segment = prose[index] as Prose[number];
      if (at <= start + segment.text.length || index === prose.length - 1)
        return { line: segment.line, column: segment.from + at - start };
      start += segment.text.length + 1;
      index++;
    }
  };
}

function between(lines: readonly string[], from: Place, to: Place): string {
  const first = lines[from.line] ?? "";
  if (from.line === to.line) return first.slice(from.column, to.column);
  const last = lines[to.line]?.slice(0, to.column) ?? "";
  return [first.slice(from.column), ...lines.slice(from.line + 1, to.line), last].join("\n");
}
