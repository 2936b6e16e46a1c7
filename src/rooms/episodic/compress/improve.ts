// What is taken of a model's answer: its words within bounds, and of the names only those that were really there. Pure.

import type { Lengths } from "../../../protocol/episodic.ts";
import type { Waiting } from "../excerpts.ts";
import { CAPS, cut, oneLine, storable, unique } from "../shorten/text/text.ts";
import type { Told } from "./request.ts";

export type Improved = Lengths & { files: string[]; symbols: string[] };

const mostNames = 20;
/** A model's summary holds the why as well, which rules cannot know. */
const mostSummary = 400;

/** The answer for each item of a batch; null where there is none that can be used. */
export function improvedBy(batch: readonly Waiting[], answer: readonly Told[]): (Improved | null)[] {
  return batch.map((one, i) => {
    const told = answer.find(({ item }) => item === i + 1);
    return told ? improved(one, told) : null;
  });
}

function improved(before: Waiting, told: Told): Improved | null {
  const title = oneLine(storable(told.title), CAPS.title);
  const summary = oneLine(storable(told.summary), mostSummary);
  if (title === "" || summary === "") return null;
  return {
    title,
    summary,
    detail: cut(storable(told.detail).trim(), CAPS.detail),
    files: names(before.files, told.files, before.text),
    symbols: names(before.symbols, told.symbols, before.text),
  };
}

/** What rules have found stays; what the model adds must stand in the text, or it is made up. */
function names(found: readonly string[], added: readonly string[], text: string): string[] {
  const real = added
    .map((name) => storable(name).trim())
    .filter((name) => name.length > 1 && text.includes(name));
  return unique([
    ...found,
    ...real.filter((name) => !found.some((known) => name.endsWith(`/${known}`))),
  ]).slice(0, mostNames);
}
