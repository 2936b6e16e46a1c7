// Answers of the code map as markdown.

import type { CodeSymbol } from "../../protocol/codemap.ts";
import { escaped, table } from "../text/markdown.ts";
import { when } from "../text/output.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export function symbolMarkdown(symbol: CodeSymbol): string {
  return [
    `# ${escaped(symbol.qualified)}`,
    `\`${symbol.signature.replaceAll("`", "'")}\``,
    escaped(symbol.documentation),
    `${escaped(symbol.file)}:${symbol.startLine}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

export const markdowns = {
  "map.show": ({ files, left }) =>
    [
      ...files.flatMap(({ file, symbols }) => [
        `## ${escaped(file)}`,
        symbols
          .map(({ parent, signature, startLine, change }) => {
            const depth = parent === null ? 0 : parent.split(".").length;
            return `${"  ".repeat(Math.min(depth, 5))}- \`${signature.replaceAll("`", "'")}\` ${startLine}${change === "unchanged" ? "" : ` **${change}**`}`;
          })
          .join("\n"),
      ]),
      ...(left > 0 ? [`${left} more symbols.`] : []),
    ].join("\n\n"),
  symbol: ({ symbols }) => symbols.map(symbolMarkdown).join("\n\n"),
  changes: ({ changes }) =>
    changes.length === 0
      ? "No changed symbols."
      : table(
          ["when", "change", "symbol", "file"],
          changes.map(({ at, change, qualified, file }) => [when(at), change, qualified, file]),
          [],
        ),
} satisfies MarkdownsOf<typeof operations>;
