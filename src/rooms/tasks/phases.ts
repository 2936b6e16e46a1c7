// The phase of a task, which follows from what exists, and the steps that are allowed in it. Pure.

import { TellbackError } from "../../protocol/errors.ts";
import type { Phase } from "../../protocol/tasks.ts";

export interface TaskSoFar {
  name: string;
  state: "open" | "closed";
  scratchpad: string | null;
  plan: string | null;
  entries: number;
}

export function phaseOf({ scratchpad, plan, entries }: Omit<TaskSoFar, "name" | "state">): Phase {
  if (entries > 0) return "execution";
  if (plan !== null) return "planning";
  return scratchpad === null ? "none" : "discovery";
}

/** The next allowed step, as the command to run. */
export function nextStep(task: TaskSoFar): string {
  const name = quoted(task.name);
  if (task.state === "closed") return `The task is closed. \`tellback task reopen ${name}\` opens it again.`;
  switch (phaseOf(task)) {
    case "none":
      return `Next: explore, and note what you find: \`tellback scratchpad ${name} --content "…"\`.`;
    case "discovery":
      return `Next: write the plan: \`tellback plan ${name} --content "…"\` or \`--from-scratchpad\`. Both can still change until the first report.`;
    case "planning":
      return `Next: report what is done: \`tellback append ${name} "…"\`. The first report seals the plan; until then \`tellback plan\` corrects it.`;
    case "execution":
      return `Next: report more (\`tellback append ${name} "…"\`), a deviation from the plan (\`--kind deviation\`), or close it (\`tellback task close ${name}\`).`;
  }
}

export type Step = "scratchpad" | "plan" | "append";

/** Throws, with what is allowed instead. */
export function refuseUnlessAllowed(step: Step, task: TaskSoFar): void {
  const name = quoted(task.name);
  const refuse = (why: string, hint: string): never => {
    throw new TellbackError("conflict", why, { hint });
  };
  if (task.state === "closed")
    refuse(`the task ${name} is closed`, `\`tellback task reopen ${name}\` opens it again.`);
  if (step === "plan" && task.plan !== null && task.entries > 0)
    refuse(
      `the plan of ${name} is sealed and cannot be changed`,
      `Report the change: \`tellback append ${name} --kind deviation "…"\`, or start a new task.`,
    );
  if (step === "append" && task.plan === null)
    refuse(
      `the task ${name} has no plan yet, and progress needs one`,
      `Write it: \`tellback plan ${name} --content "…"\`${task.scratchpad === null ? "" : " or `--from-scratchpad`"}. Notes go into the scratchpad: \`tellback scratchpad ${name}\`.`,
    );
}

/** As a word of a shell command. */
export function quoted(name: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(name) ? name : `"${name.replace(/["\\$`]/g, "\\$&")}"`;
}
