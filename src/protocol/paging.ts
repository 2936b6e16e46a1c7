// Long lists in pages: a cursor is an opaque text that encodes where the next page begins.

import { TellbackError } from "./errors.ts";

export interface Page {
  offset: number;
  limit: number;
}

export interface PageOfItems<T> {
  items: T[];
  next_cursor?: string;
}

export function pageOf(limit: number, cursor: string | undefined): Page {
  return { limit, offset: cursor === undefined ? 0 : offsetOf(cursor) };
}

/** As many rows as other operations return at once. */
const maxRows = 1_000;

/** How many rows to read, so that it is known whether a further page exists. */
export function reach({ offset, limit }: Page): number {
  return Math.min(offset + limit + 1, maxRows);
}

export function cut<T>(all: readonly T[], { offset, limit }: Page): PageOfItems<T> {
  const items = all.slice(offset, offset + limit);
  return all.length > offset + limit ? { items, next_cursor: cursorAt(offset + limit) } : { items };
}

function cursorAt(offset: number): string {
  return btoa(`after:${offset}`).replace(/=+$/, "");
}

function offsetOf(cursor: string): number {
  const [, digits] = /^after:(\d{1,6})$/.exec(decoded(cursor)) ?? [];
  if (digits === undefined) {
    throw new TellbackError("invalid_input", `invalid cursor ${JSON.stringify(cursor)}`, {
      hint: "Pass next_cursor of the last page unchanged, or leave it out.",
    });
  }
  return Number(digits);
}

function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
