// Replaces what stands between a pair of tags of one name. A pattern with a back reference would read to the end of the
// text for every tag that nobody closes; here the closing tags are found once. Pure.

const CLOSING = /<\/([a-z][\w:-]*)>/gi;

/** `opening` is global and has the tag's name as its first group. `made` gets what stands between the two. */
export function replacePairs(text: string, opening: RegExp, made: (inner: string) => string): string {
  if (!text.includes("</")) return text;
  const closings = Map.groupBy(text.matchAll(CLOSING), ([, name = ""]) => name.toLowerCase());
  /** How many of a name's closing tags are behind us. */
  const passed = new Map<string, number>();
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < from) continue;
    const start = match.index + match[0].length;
    const name = (match[1] ?? "").toLowerCase();
    const ends = closings.get(name) ?? [];
    let next = passed.get(name) ?? 0;
    while (next < ends.length && (ends[next]?.index ?? 0) < start) next++;
    passed.set(name, next);
    const end = ends[next];
    if (!end) continue;
    parts.push(text.slice(from, match.index), made(text.slice(start, end.index)));
    from = end.index + end[0].length;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(from);
}
