// Tasks as markdown.

import type { TaskInFull } from "../../protocol/tasks.ts";
import { escaped, fenced, listOf } from "../text/markdown.ts";
import { when } from "../text/output.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const markdowns = {
  "task.show": taskMarkdown,
  "task.export": taskMarkdown,
} satisfies MarkdownsOf<typeof operations>;

export function taskMarkdown({ task, scratchpad, plan, plansBefore, entries }: TaskInFull): string {
  return [
    `# ${escaped(task.name)}`,
    listOf([`id: \`${task.id}\``, `phase: ${task.phase}`, `state: ${task.state}`]),
    ...(scratchpad === null ? [] : ["## Scratchpad", fenced(scratchpad)]),
    ...(plansBefore === null ? [] : ["## Earlier plans", fenced(plansBefore)]),
    ...(plan === null ? [] : ["## Plan", fenced(plan)]),
    ...(entries.length === 0 ? [] : ["## Progress"]),
    ...entries.flatMap(({ number, kind, at, agent, text }) => [
      `### ${number}, ${kind}, ${when(at)}, ${escaped(agent)}`,
      fenced(text),
    ]),
  ].join("\n\n");
}
