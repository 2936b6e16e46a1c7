// Renders the answers about tasks, the session that acts, and a project's context as text.

import { shortId } from "../../protocol/ids.ts";
import type { Entry, ProjectContext, SessionChoice, Step, Task, TaskInFull } from "../../protocol/tasks.ts";
import type { OutputOf } from "../contracts.ts";
import { bad, bold, bytes, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

type Answer = OutputOf<"task.start">;

export const texts = {
  scratchpad: (answer) =>
    [answer.scratchpad?.trimEnd() ?? dim("(no notes)"), "", ...outcome("Scratchpad of", answer)].join("\n"),
  plan: (answer) =>
    [answer.plan?.trimEnd() ?? dim("(no plan)"), "", ...outcome("Plan of", answer)].join("\n"),
  append: (answer) =>
    [
      `${good("✓")} Entry ${answer.entry.number} (${answer.entry.kind}) ${dim(answer.entry.hash.slice(0, 16))}`,
      ...stepsDone(answer),
      ...outcome("Progress of", answer),
    ].join("\n"),
  "task.list": ({ tasks, current }) =>
    tasks.length === 0
      ? dim("No open tasks. `tellback scratchpad NAME` starts one; --closed lists closed ones.")
      : columns(
          tasks.map((task) => [
            task.name === current ? good("→") : " ",
            bold(task.name),
            phaseText(task),
            dim(plural(task.entries, "entry", "entries")),
            dim(when(task.updatedAt)),
            shortId(task.id),
          ]),
        ),
  "task.start": (answer) => outcome("Current task:", answer).join("\n"),
  "task.status": taskStatusText,
  "task.show": taskText,
  "task.export": shownTaskText,
  "task.verify": ({ tasks, violations, restored }) =>
    [
      tasks === 0
        ? "This project has no tasks to check."
        : violations.length === 0
          ? `${good("✓")} ${plural(tasks, "task")} checked: every plan and every entry is as it was sealed.`
          : bad(`${plural(violations.length, "violation")} in ${plural(tasks, "task")}:`),
      ...violations.flatMap(({ says, at, by, problem }) => [
        `${bad("✗")} ${says}${at ? `, at ${when(at)}` : ""}`,
        ...(by ? [dim(`  by ${shortId(by.id)} ${by.title} (session ${shortId(by.sessionId)})`)] : []),
        ...(problem === "store changed" ? [dim("  `tellback restore` puts a backup back.")] : []),
      ]),
      ...(violations.length > 0 && restored.length === 0
        ? [dim("`tellback task verify --restore` writes the files again from the store.")]
        : []),
      ...restored.map((path) => `Written again: ${path}`),
    ].join("\n"),
  "task.context": ({ text, tokens }) =>
    text === null
      ? dim("A sub-agent would receive nothing: no task is open.")
      : `${text}\n${dim(plural(tokens, "token"))}`,
  "task.close": (answer) => outcome("Closed", answer).join("\n"),
  "task.reopen": (answer) => outcome("Opened again:", answer).join("\n"),
  "task.delete": ({ deleted }) => `Deleted ${deleted} and its files.`,
  "session.start": sessionText,
  "session.info": sessionText,
  "session.switch": sessionText,
  "session.resume": sessionText,
  "session.end": sessionText,
  init: ({ context, tasksFolder, next }) =>
    [contextText(context), "", `Tasks of this project are kept in ${tasksFolder}.`, next].join("\n"),
  "project.info": ({ context, lines }) =>
    [bold(context.project), ...(lines.length > 0 ? lines : [dim("No known manifest in this folder.")])].join(
      "\n",
    ),
  "project.context": ({ context, isCached }) =>
    [contextText(context), dim(isCached ? "unchanged since " : "read ") + dim(when(context.detectedAt))].join(
      "\n",
    ),
  cleanup: cleanupText,
} satisfies TextsOf<typeof operations>;

function cleanupText(answer: OutputOf<"cleanup">): string {
  const { dryRun, observations, before, orphans, bytes: size, orphanBytes } = answer;
  if (observations === 0 && orphans.length === 0)
    return dim(`Nothing to delete: no material of sessions last seen before ${when(before)}.`);
  const freed = bytes(size + orphanBytes);
  return [
    dryRun ? `This would free ${freed}: ${cleanedText(answer)}` : `Freed ${freed}: ${cleanedText(answer)}`,
    ...orphans.slice(0, orphansNamed).map((path) => dim(`  ${path}`)),
    "Knowledge, summaries and tasks stay.",
    ...(dryRun ? [dim("Run it without --dry-run to delete them.")] : []),
  ].join("\n");
}

const orphansNamed = 10;

/** What a cleanup deletes, as the end of a sentence. */
export function cleanedText(answer: OutputOf<"cleanup">): string {
  const { before, sessions, observations, bytes: size, orphans, orphanBytes } = answer;
  const files = `${plural(orphans.length, "orphaned file")} (${bytes(orphanBytes)})`;
  return `${plural(observations, "observation")} (${bytes(size)}) of ${plural(sessions, "session")} last seen before ${when(before)}, and ${files}.`;
}

function outcome(what: string, { task, next, session, files, warnings }: Answer): string[] {
  return [
    `${what} ${bold(task.name)}: ${phaseText(task)}`,
    ...Object.values(files).flatMap((path) => (path === null ? [] : [dim(`  ${path}`)])),
    ...warnings.map((text) => warn(text)),
    next,
    dim(actingText(session)),
  ];
}

const phaseNames = {
  none: "started",
  discovery: "discovery (scratchpad)",
  planning: "planning (plan written)",
  execution: "execution (progress)",
};

function phaseText({ phase, state }: Task): string {
  return `${phaseNames[phase]}${state === "closed" ? ", closed" : ""}`;
}

function actingText({ sessionId, name, chosenBy }: SessionChoice): string {
  if (sessionId === null) return `Session: none (${chosenBy})`;
  return `Session: ${shortId(sessionId)}${name ? ` ${fitted(name, 60)}` : ""} (${chosenBy})`;
}

function stepsDone({ entry, steps }: OutputOf<"append">): string[] {
  if (steps.length === 0) return [];
  const done = steps.filter(({ doneBy }) => doneBy !== null).length;
  const own = steps.filter(({ doneBy }) => doneBy === entry.number);
  return [
    ...own.map(({ number, text }) => `${good("☑")} ${number}. ${text}`),
    `${done} of ${plural(steps.length, "step")} done`,
  ];
}

function stepLines(steps: readonly Step[]): string[] {
  return steps.map(
    ({ number, text, doneBy }) =>
      `${doneBy === null ? "☐" : good("☑")} ${number}. ${text}${doneBy ? dim(` (entry ${doneBy})`) : ""}`,
  );
}

function entryLines({ number, kind, agent, at, text }: Entry): string[] {
  return [bold(`${number} · ${when(at)} · ${kind} · ${agent}`), text, ""];
}

const lastShown = 5;

function taskStatusText(answer: OutputOf<"task.status">): string {
  const { steps, entries, seal } = answer;
  return [
    ...outcome("Task", answer),
    ...(seal ? [dim(`Plan sealed ${when(seal.at)} by ${seal.by}: ${seal.hash.slice(0, 16)}`)] : []),
    ...(steps.length > 0 ? ["", ...stepLines(steps)] : []),
    ...(entries.length > 0 ? ["", ...entries.slice(-lastShown).flatMap(entryLines)] : []),
  ].join("\n");
}

function taskText(answer: OutputOf<"task.show">): string {
  return [...outcome("Task", answer), "", ...wholeTask(answer)].join("\n");
}

export function shownTaskText(shown: TaskInFull): string {
  return [`${bold(shown.task.name)}: ${phaseText(shown.task)}`, "", ...wholeTask(shown)].join("\n");
}

function wholeTask({ scratchpad, plan, plansBefore, steps, entries }: Omit<TaskInFull, "task">): string[] {
  return [
    ...(scratchpad === null ? [] : [bold("Scratchpad"), scratchpad.trimEnd(), ""]),
    ...(plansBefore === null ? [] : [bold("Earlier plans"), plansBefore.trimEnd(), ""]),
    ...(plan === null ? [] : [bold("Plan"), plan.trimEnd(), ""]),
    ...(steps.some(({ doneBy }) => doneBy !== null) ? [bold("Steps"), ...stepLines(steps), ""] : []),
    ...(entries.length === 0 ? [] : [bold("Progress"), ...entries.flatMap(entryLines)]),
  ];
}

function sessionText({ session, acting, task }: OutputOf<"session.info">): string {
  if (session === null)
    return dim(`No session: ${acting.chosenBy}. \`tellback session start --name NAME\` opens one.`);
  return columns([
    [dim("session"), session.id],
    [dim("name"), session.name ?? session.firstPrompt ?? "(no name)"],
    ...(session.tags.length > 0 ? [[dim("tags"), session.tags.join(" ")]] : []),
    [dim("project"), session.project],
    [dim("host"), session.host],
    [dim("status"), session.endedAt ? `ended ${when(session.endedAt)}` : session.status],
    [dim("chosen"), acting.chosenBy],
    [dim("task"), task ?? "none"],
  ]);
}

function contextText(context: ProjectContext): string {
  const { commands, git, notes } = context;
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [[dim(name), values.join(", ")]];
  return columns([
    [dim("project"), bold(context.project)],
    [dim("folder"), context.root],
    ...list("languages", context.languages),
    ...list("frameworks", context.frameworks),
    ...(context.packageManager ? [[dim("packages"), context.packageManager]] : []),
    ...Object.entries(commands).flatMap(([purpose, command]) =>
      command ? [[dim(purpose), `${command.run} ${dim(`(${command.source})`)}`]] : [],
    ),
    ...list("structure", context.structure),
    ...list("entry points", context.entryPoints),
    ...(git.branch ? [[dim("git"), `${git.branch}, ${plural(git.changed, "changed file")}`]] : []),
    ...Object.entries(notes).map(([name, text]) => [dim(name), text]),
  ]);
}
