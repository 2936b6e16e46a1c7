// Reads small programs with their calls, for bench/codemap-blind.ts: `## name`, the source (`@ file` begins a further file),
// and `=> caller>callee, …`.

export interface Program {
  name: string;
  files: Record<string, string>;
  edges: ReadonlySet<string>;
}

export function readPrograms(text: string, main: string): Program[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name = "", ...lines] = part.split("\n");
      const files: Record<string, string> = {};
      let file = main;
      let edges: string[] = [];
      for (const line of lines) {
        if (line.startsWith("=> ")) edges = line.slice(3).split(", ");
        else if (line.startsWith("@ ")) file = line.slice(2);
        else files[file] = `${files[file] ?? ""}${line}\n`;
      }
      return { name, files, edges: new Set(edges) };
    });
}
