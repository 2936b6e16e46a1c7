// Calls that a change has broken, as one sentence a symbol: "2 calls still use net_to_gross, now gross_of: …". Pure.

import { isTestPath } from "../../../libs/callgraph/without-parser.ts";
import type { BrokenCall } from "../../protocol/broken-calls.ts";
import { plural } from "../../protocol/plural.ts";

export interface BrokenLine {
  /** The symbol as it was, as `path#qualified`. */
  was: string;
  text: string;
  files: string[];
}

const placesNamed = 6;

/** Most calls first; code before tests of it. */
export function brokenLines(calls: readonly BrokenCall[]): BrokenLine[] {
  return [...Map.groupBy(calls, ({ was }) => was)]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([was, own]) => {
      const sites = [...new Map(own.map((call) => [`${call.file}:${call.line}`, call])).values()];
      const ordered = [
        ...sites.filter(({ file }) => !isTestPath(file)),
        ...sites.filter(({ file }) => isTestPath(file)),
      ];
      const named = ordered.slice(0, placesNamed).map(placeOf).join(", ");
      const more = sites.length - placesNamed;
      return {
        was,
        text: `${claimOf(was, sites)}: ${named}${more > 0 ? ` and ${more} more` : ""}.`,
        files: [...new Set(ordered.map(({ file }) => file))],
      };
    });
}

function claimOf(was: string, calls: readonly BrokenCall[]): string {
  const [file, name] = split(was);
  const [first] = calls;
  const takes = first?.takes ?? null;
  const counted = plural(calls.length, "call");
  const one = calls.length === 1;
  if (takes !== null) return `${counted} ${one ? "does" : "do"} not fit ${name}(${takes}) any more`;
  const claim = `${counted} still ${one ? "uses" : "use"} ${name}`;
  if (!first?.now) return `${claim}, which ${file} no longer defines`;
  const [newFile, newName] = split(first.now);
  if (newName === name) return `${claim} of ${file}, now in ${newFile}`;
  return newFile === file ? `${claim}, now ${newName}` : `${claim}, now ${newName} in ${newFile}`;
}

function split(place: string): [file: string, name: string] {
  const cut = place.indexOf("#");
  return [place.slice(0, cut), place.slice(cut + 1).replace(/#\d+/g, "")];
}

function placeOf({ file, line, caller }: BrokenCall): string {
  return `${file}:${line}${caller === null ? "" : ` in ${caller.replace(/#\d+/g, "")}`}`;
}
