// Functions of the library as markdown.

import type { OwnerDetails } from "../../protocol/shown.ts";
import { escaped, fenced, listOf, section } from "../text/markdown.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const markdowns = {
  "fn.show": (shown) => functionMarkdown(shown),
} satisfies MarkdownsOf<typeof operations>;

export function functionMarkdown({ function: one, promoted, tests }: OwnerDetails<"function">): string {
  return [
    `# ${escaped(one.name)}`,
    escaped(one.description),
    listOf([
      `id: \`${one.id}\``,
      `language: ${one.language}`,
      `version: ${one.version}`,
      `category: ${escaped(one.category)}`,
    ]),
    fenced(promoted.code),
    ...section(
      "Tests",
      tests.map(({ name }) => name),
    ),
  ].join("\n\n");
}
