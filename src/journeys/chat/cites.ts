// Citations: an id in an answer becomes a link only if a tool of the same conversation returned it, so a model cannot
// invent a source. In the store such an id is a markdown link. Pure.

import { idPrefixes } from "../../protocol/ids.ts";

export interface Cite {
  /** As it is written in the text. */
  as: string;
  id: string;
}

const prefixes = Object.values(idPrefixes).join("|");
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const wholeId = new RegExp(`^(?:(?:${prefixes})_[0-9A-Z]{26}|${uuid})$`);
/** Whole, or as short as tellback shows them. */
const writtenId = new RegExp(`\\b(?:${prefixes})_[0-9A-Z]{14,26}\\b|\\b${uuid}\\b`, "g");

/** Every id in the answer of a tool. */
export function idsIn(value: unknown): string[] {
  if (typeof value === "string") return wholeId.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

export function citesIn(text: string, returned: ReadonlySet<string>): Cite[] {
  const written = new Set(text.match(writtenId));
  return [...written].flatMap((as) => {
    if (returned.has(as)) return [{ as, id: as }];
    const meant = [...returned].filter((id) => id.startsWith(as));
    return meant.length === 1 && meant[0] ? [{ as, id: meant[0] }] : [];
  });
}

const scheme = "tellback:";
const storedLink = new RegExp(`\\[([^\\[\\]\\s]+)\\]\\(${scheme}([^)\\s]+)\\)`, "g");

/** For the store. A link that the model wrote itself loses its address first. */
export function withLinks(text: string, cites: readonly Cite[]): string {
  const plain = text.replaceAll(`](${scheme}`, "](");
  const ids = new Map(cites.map(({ as, id }) => [as, id]));
  return plain.replace(writtenId, (as) => {
    const id = ids.get(as);
    return id === undefined ? as : `[${as}](${scheme}${id})`;
  });
}

/** The text as it was before `withLinks`, and its citations. */
export function withoutLinks(stored: string): { text: string; cites: Cite[] } {
  const cites: Cite[] = [];
  const text = stored.replace(storedLink, (_, as: string, id: string) => {
    if (!cites.some((one) => one.as === as)) cites.push({ as, id });
    return as;
  });
  return { text, cites };
}
