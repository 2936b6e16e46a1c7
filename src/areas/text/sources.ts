// Where something that was imported comes from: one row each, for everything that `show` shows.

import type { Source } from "../../protocol/shown.ts";
import { escaped } from "./markdown.ts";
import { dim, when } from "./output.ts";

export function sourceRows(sources: readonly Source[]): string[][] {
  return sources.map(({ tool, place, at }) => [dim("imported"), `from ${tool} ${place} ${dim(when(at))}`]);
}

export function sourceItems(sources: readonly Source[]): string[] {
  return sources.map(({ tool, place }) => `imported from ${escaped(tool)}: ${escaped(place)}`);
}
