// The marks around a part of a text file that engram wrote: a section of CLAUDE.md, of MEMORY.md, a table of a TOML
// file. What is between them is never read in as something new.

export interface Marks {
  begin: string;
  end: string;
}

/** Around what `engram install` writes. */
export const markdownMarks: Marks = { begin: "<!-- engram:begin -->", end: "<!-- engram:end -->" };
export const hashMarks: Marks = { begin: "# engram:begin", end: "# engram:end" };
/** Around the nodes that the bridge writes. */
export const bridgeMarks: Marks = {
  begin: "<!-- engram:nodes:begin -->",
  end: "<!-- engram:nodes:end -->",
};

const writtenLine = /^.*<!--\s*nod_[0-9A-Za-z]+\s*-->.*$/gm;

/**
 * The text without engram's own sections; of one without its end mark, only
 * the mark itself is engram's. A line of a node stays engram's wherever somebody moves it.
 */
export function markedPartsOut(text: string): string {
  return [markdownMarks, bridgeMarks]
    .reduce((rest, { begin, end }) => {
      let out = "";
      let from = 0;
      for (let start = rest.indexOf(begin); start !== -1; start = rest.indexOf(begin, from)) {
        const stop = rest.indexOf(end, start);
        out += rest.slice(from, start);
        from = stop === -1 ? start + begin.length : stop + end.length;
      }
      return out + rest.slice(from);
    }, text)
    .replace(writtenLine, "");
}
