// Splits a project that is too large to be solved at once: files that import each other stay together, and each portion
// gets what it imports as context, bases and re-exports included, nearest first. Without the importers: the calls that they
// add with half of what leads to them were wrong twice as often. Pure.

import type { KeptSummary } from "./kept.ts";

export interface Portion {
  own: KeptSummary[];
  context: KeptSummary[];
}

/** `importsOf` gives paths of the same project. `maxSize` is that of a portion with its context. */
export function portionsOf(
  files: readonly KeptSummary[],
  importsOf: (file: KeptSummary) => readonly string[],
  maxSize: number,
): Portion[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length === 0) return [];
  if (total <= maxSize) return [{ own: [...files], context: [] }];
  const links = linksOf(files, importsOf);
  // As few portions as possible, of about the same size: each boundary costs calls.
  const size = total / Math.ceil(total / (maxSize / 2));
  return clustersOf(files, links, size).map((own) => ({
    own,
    context: contextOf(own, links, maxSize - sizeOf(own)),
  }));
}

type Links = ReadonlyMap<KeptSummary, { imports: KeptSummary[]; importers: KeptSummary[] }>;

function linksOf(files: readonly KeptSummary[], importsOf: (file: KeptSummary) => readonly string[]): Links {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const links = new Map(
    files.map((file) => [file, { imports: [] as KeptSummary[], importers: [] as KeptSummary[] }]),
  );
  for (const file of files) {
    for (const path of new Set(importsOf(file))) {
      const imported = byPath.get(path);
      if (!imported || imported === file) continue;
      links.get(file)?.imports.push(imported);
      links.get(imported)?.importers.push(file);
    }
  }
  return links;
}

/** Each grows by the file that has the largest share of its links inside; what nobody imports follows its folder. */
function clustersOf(files: readonly KeptSummary[], links: Links, size: number): KeptSummary[][] {
  const open = new Set([...files].sort((a, b) => (a.path < b.path ? -1 : 1)));
  const clusters: KeptSummary[][] = [];
  while (open.size > 0) {
    const own: KeptSummary[] = [];
    const inside = new Map<KeptSummary, number>();
    let sum = 0;
    while (sum < size && open.size > 0) {
      const next = mostLinked(inside, links) ?? (open.values().next().value as KeptSummary);
      open.delete(next);
      inside.delete(next);
      own.push(next);
      sum += next.size;
      const { imports = [], importers = [] } = links.get(next) ?? {};
      for (const near of [...imports, ...importers])
        if (open.has(near)) inside.set(near, (inside.get(near) ?? 0) + 1);
    }
    clusters.push(own);
  }
  return clusters;
}

/** More than this are not compared: a file that everybody imports has thousands of neighbours. */
const maxCompared = 400;

function mostLinked(inside: ReadonlyMap<KeptSummary, number>, links: Links): KeptSummary | undefined {
  let best: KeptSummary | undefined;
  let most = 0;
  let compared = 0;
  for (const [file, count] of inside) {
    const { imports = [], importers = [] } = links.get(file) ?? {};
    const share = count / (imports.length + importers.length);
    if (share > most) [best, most] = [file, share];
    if (++compared >= maxCompared) break;
  }
  return best;
}

function contextOf(own: readonly KeptSummary[], links: Links, maxSize: number): KeptSummary[] {
  const taken = new Set(own);
  const context: KeptSummary[] = [];
  let left = maxSize;
  for (let ring: readonly KeptSummary[] = own; ring.length > 0; ) {
    const next: KeptSummary[] = [];
    for (const near of ring.flatMap((file) => links.get(file)?.imports ?? [])) {
      // What is imported directly is always needed.
      if (taken.has(near) || (ring !== own && near.size > left)) continue;
      taken.add(near);
      next.push(near);
      left -= near.size;
    }
    context.push(...next);
    ring = next;
  }
  return context;
}

function sizeOf(files: readonly KeptSummary[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
