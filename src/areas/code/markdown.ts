// Answers of the code map as markdown.

import type { CodeSymbol } from "../../protocol/codemap.ts";
import type { OutputOf } from "../contracts.ts";
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

const drawn = 30;

/** For the description of a pull request; GitHub draws the mermaid part. */
function diffMarkdown(diff: OutputOf<"impact.diff">): string {
  const { base, changes, dangling, reached, tests, unused, memories } = diff;
  const list = (title: string, lines: string[]) =>
    lines.length === 0 ? "" : `### ${title}\n\n${lines.join("\n")}`;
  const nodes = [
    ...changes.filter(({ line }) => line !== null),
    ...reached.map(({ symbol }) => symbol),
  ].slice(0, drawn);
  return [
    `## What changed since ${escaped(base)}`,
    list(
      "Broken calls",
      dangling.map(
        ({ file, line, was, now }) =>
          `- ${escaped(file)}:${line} still uses \`${was.slice(was.indexOf("#") + 1)}\`${now === null ? ", which is gone" : `, now \`${now.slice(now.indexOf("#") + 1)}\``}`,
      ),
    ),
    changes.length === 0
      ? "No symbol differs."
      : table(
          ["change", "symbol", "file"],
          changes.map(({ change, qualified, file, line }) => [
            change,
            qualified,
            line === null ? file : `${file}:${line}`,
          ]),
          [],
        ),
    list(
      "Tests to run",
      tests.map(({ file, names }) => `- ${escaped(file)}: ${escaped(names.slice(0, 6).join(", "))}`),
    ),
    list(
      "Nothing calls or names it any more",
      unused.map(({ qualified, file, line }) => `- \`${qualified}\` ${escaped(file)}:${line}`),
    ),
    list(
      "Known about it",
      memories.map(
        ({ content, stale }) =>
          `- ${escaped(content.split("\n")[0] ?? "")}${stale ? " (may be outdated)" : ""}`,
      ),
    ),
    reached.length === 0
      ? ""
      : [
          "```mermaid",
          "flowchart LR",
          ...nodes.map((one, at) => `  n${at}["${`${one.file}: ${one.qualified}`.replaceAll('"', "'")}"]`),
          ...reached.flatMap(({ symbol, callsOf }) =>
            callsOf.flatMap((id) => {
              const [from, to] = [symbol, id].map((end) => nodes.findIndex((one) => sameSymbol(one, end)));
              return from === undefined || to === undefined || from < 0 || to < 0
                ? []
                : [`  n${from} --> n${to}`];
            }),
          ),
          "```",
        ].join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function sameSymbol(
  one: { file: string; qualified: string },
  end: { file: string; qualified: string },
): boolean {
  return one.file === end.file && one.qualified === end.qualified;
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
  "impact.diff": diffMarkdown,
  changes: ({ changes }) =>
    changes.length === 0
      ? "No changed symbols."
      : table(
          ["when", "change", "symbol", "file"],
          changes.map(({ at, change, qualified, file }) => [when(at), change, qualified, file]),
          [],
        ),
} satisfies MarkdownsOf<typeof operations>;
