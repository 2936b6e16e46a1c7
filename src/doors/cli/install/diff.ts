// Two texts as a unified diff, for people who want to see a change before it is made.

const context = 3;

export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let same = 0;
  while (
    same < old.length - start &&
    same < now.length - start &&
    old[old.length - 1 - same] === now[now.length - 1 - same]
  )
    same++;
  const from = Math.max(0, start - context);
  const lead = old.slice(from, start);
  const tail = old.slice(old.length - same, old.length - same + context);
  const body = align(old.slice(start, old.length - same), now.slice(start, now.length - same));
  const removed = body.filter((line) => !line.startsWith("+")).length;
  const added = body.filter((line) => !line.startsWith("-")).length;
  const span = (count: number) => `${count === 0 ? from : from + 1},${count}`;
  return [
    `--- ${before === null ? "/dev/null" : path}`,
    `+++ ${after === null ? "/dev/null" : path}`,
    `@@ -${span(lead.length + removed + tail.length)} +${span(lead.length + added + tail.length)} @@`,
    ...lead.map((line) => ` ${line}`),
    ...body,
    ...tail.map((line) => ` ${line}`),
  ].join("\n");
}

/** A carriage return is made visible: a terminal would hide it. */
function linesOf(text: string | null): string[] {
  if (text === null || text === "") return [];
  return text.replace(/\n$/, "").replaceAll("\r", "␍").split("\n");
}

/** Comparing takes memory for each pair of lines; larger changes are shown as a whole. */
const mostPairs = 4_000_000;

/** The longest common run of lines stays; everything else is shown as removed and added. */
function align(old: readonly string[], now: readonly string[]): string[] {
  if (old.length * now.length > mostPairs) {
    return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  }
  const width = now.length + 1;
  const length = new Uint32Array((old.length + 1) * width);
  const lengthAt = (i: number, j: number) => length[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      length[i * width + j] =
        old[i] === now[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const diff: string[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      diff.push(` ${old[i]}`);
      i++;
      j++;
    } else if (j === now.length || (i < old.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      diff.push(`-${old[i++]}`);
    } else {
      diff.push(`+${now[j++]}`);
    }
  }
  return diff;
}
