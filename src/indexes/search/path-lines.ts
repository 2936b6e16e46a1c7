// Lines that hold nothing but a path, as commits and tool outputs list them. A model reads a path as dozens of tokens and
// learns little: the names of the first files say as much at a tenth of the cost.

const pathLine = /^\s*[\w.@+-]*(?:\/[\w.@+-]+)+\s*$/;
const namesKept = 3;

/** The text with its first few paths as words, and without the other paths. */
export function withFileNames(text: string): string {
  if (!text.includes("/")) return text;
  const lines = text.split("\n");
  // A path as the heading says where the text is from; a list of paths says only what was touched.
  const hasHeading = pathLine.test(lines[0] ?? "") && !pathLine.test(lines[1] ?? "");
  let paths = 0;
  const kept = lines.flatMap((line, i) => {
    if ((i === 0 && hasHeading) || !pathLine.test(line)) return [line];
    return paths++ < namesKept ? [nameOf(line.trim())] : [];
  });
  return kept.join("\n");
}

export function withoutPaths(text: string): string {
  if (!text.includes("/")) return text;
  return text
    .split("\n")
    .filter((line) => !pathLine.test(line))
    .join("\n");
}

function nameOf(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return file.replace(/\.\w+$/, "").replace(/[_-]+/g, " ");
}
