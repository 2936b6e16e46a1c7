// The marks around a part of a text file that tellback wrote: a section of CLAUDE.md, of MEMORY.md, a table of a TOML
// file. What is between them is never read in as something new.

export interface Marks {
  begin: string;
  end: string;
}

/** Around what `tellback install` writes. */
export const markdownMarks: Marks = { begin: "<!-- tellback:begin -->", end: "<!-- tellback:end -->" };
export const hashMarks: Marks = { begin: "# tellback:begin", end: "# tellback:end" };
/** Around the nodes that the bridge writes. */
export const bridgeMarks: Marks = {
  begin: "<!-- tellback:nodes:begin -->",
  end: "<!-- tellback:nodes:end -->",
};

const writtenLine = /^.*<!--\s*nod_[0-9A-Za-z]+\s*-->.*$/gm;

/**
 * The text without tellback's own sections; of one without its end mark, only
 * the mark itself is tellback's. A line of a node stays tellback's wherever somebody moves it.
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
