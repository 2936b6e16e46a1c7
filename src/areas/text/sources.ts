// Where something that was imported comes from: one row each, for everything that `show` shows.

import { dim, when } from "../../doors/cli/output.ts";
import { escaped } from "../../doors/cli/report/markdown.ts";
import type { Source } from "../../protocol/shown.ts";

export function sourceRows(sources: readonly Source[]): string[][] {
  return sources.map(({ tool, place, at }) => [dim("imported"), `from ${tool} ${place} ${dim(when(at))}`]);
}

export function sourceItems(sources: readonly Source[]): string[] {
  return sources.map(({ tool, place }) => `imported from ${escaped(tool)}: ${escaped(place)}`);
}
