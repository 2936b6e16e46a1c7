// Which nodes a brief tree leaves without children: expressions and types in which nothing can be defined. Parsing uses it
// to save half of the nodes; hashes use it too, so that a brief and a whole tree of one text give the same hashes.

import type { Grammar } from "./grammars.ts";

export function isClosedNode(
  { isInner, isNaming }: Grammar,
  kind: number,
  field: number,
  text: string,
  start: number,
  end: number,
): boolean {
  return isInner[kind] === 1 && isNaming[field] !== 1 && holdsNoDefinition(text, start, end);
}

const maxClosedLength = 400;

/** Short code without blocks, arrows, comments and keywords that define. */
function holdsNoDefinition(text: string, start: number, end: number): boolean {
  if (end - start > maxClosedLength) return false;
  for (let at = start; at < end; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
      case 0x23: // #
        return false;
      case 0x3d: // =>
        if (text.charCodeAt(at + 1) === 0x3e) return false;
        break;
      case 0x2f: // a comment
        if (text.charCodeAt(at + 1) === 0x2f || text.charCodeAt(at + 1) === 0x2a) return false;
        break;
      case 0x20: // Ruby defines inside of calls: `private def total`
        if (text.startsWith("def ", at + 1) || text.startsWith("do", at + 1)) return false;
        break;
    }
  }
  return true;
}
