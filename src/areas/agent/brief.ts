// Shows any owner in the requested length: a title, a summary, or everything.

import { cardOf, type Named } from "../../memory/owners.ts";
import type { ShownOwner } from "../../protocol/shown.ts";
import type { OutputOf, ParsedInputOf } from "../contracts.ts";
import { cut, pageOf } from "../page.ts";

const itemsOnPage = 50;

export function briefly(
  { id, kind }: Named,
  shown: ShownOwner,
  length: ParsedInputOf<"get">["length"],
  cursor: string | undefined,
): OutputOf<"get"> {
  const { at, title, summary, items, ...rest } = cardOf(shown);
  if (length === "title") return { id, kind, at, title };
  const short = { id, kind, at, title, ...(summary !== undefined && { summary }) };
  if (length === "summary") return short;
  return { ...short, ...rest, ...(items && cut(items, pageOf(itemsOnPage, cursor))) };
}
