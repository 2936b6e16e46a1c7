// What is used of a model's answer: its text within limits, and only names that occur in the event. Pure.

import { cut, oneLine } from "../../../libs/language/index.ts";
import { CAPS, storable, unique } from "../../../libs/shorten/index.ts";
import type { Lengths } from "../../protocol/observations.ts";
import type { WaitingExcerpt } from "../../rooms/excerpts/room.ts";
import type { ModelItem } from "./request.ts";

export type ImprovedText = Lengths & { files: string[]; symbols: string[] };

const maxNames = 20;
/** A model's summary also contains the reason, which rules cannot know. */
const maxSummary = 400;

/** The improved text for each item of a batch; null if the answer has no usable one. */
export function improvedBy(
  batch: readonly WaitingExcerpt[],
  answer: readonly ModelItem[],
): (ImprovedText | null)[] {
  return batch.map((one, i) => {
    const item = answer.find((one) => one.item === i + 1);
    return item ? improved(one, item) : null;
  });
}

function improved(before: WaitingExcerpt, item: ModelItem): ImprovedText | null {
  const title = oneLine(storable(item.title), CAPS.title);
  const summary = oneLine(storable(item.summary), maxSummary);
  if (title === "" || summary === "") return null;
  return {
    title,
    summary,
    detail: cut(storable(item.detail).trim(), CAPS.detail),
    files: names(before.files, item.files, before.text),
    symbols: names(before.symbols, item.symbols, before.text),
  };
}

/** Names found by rules stay; names that the model adds must occur in the text, or they are invented. */
function names(found: readonly string[], added: readonly string[], text: string): string[] {
  const real = added
    .map((name) => storable(name).trim())
    .filter((name) => name.length > 1 && text.includes(name));
  return unique([
    ...found,
    ...real.filter((name) => !found.some((known) => name.endsWith(`/${known}`))),
  ]).slice(0, maxNames);
}
