// TodoWrite, TaskCreate, TaskUpdate: the agent's own task list, as progress.

import { cut, oneLine } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { brief, field, listAt, textAt } from "../output/json.ts";
import { count, joined } from "../text/text.ts";

const MARKS: Record<string, string> = { completed: "[x]", in_progress: "[~]" };

export function shortenTodos(use: ToolUse): Draft {
  const todos = listAt(use.input, "todos").slice(0, 100);
  if (use.status !== "ok") return failedUse("Task list", use, []);
  const done = todos.filter((todo) => textAt(todo, "status") === "completed").length;
  const now = todos.find((todo) => textAt(todo, "status") === "in_progress");
  const current = oneLine(textAt(now, "content", "activeForm"), 60);
  const size = `${count(todos.length, "task")}, ${done} done`;
  const lines = todos.map(
    (todo) => `${MARKS[textAt(todo, "status")] ?? "[ ]"} ${oneLine(textAt(todo, "content"), 120)}`,
  );
  return {
    title: joined([`Planned ${size}`, current && `now ${current}`], ", "),
    summary: joined([`Planned ${size}`, lines.join("; ")], ": "),
    detail: joined([`Planned ${size}`, ...lines], "\n"),
    files: [],
    symbols: [],
  };
}

export function shortenTask(use: ToolUse): Draft {
  const answer = field(use.output, "task");
  const id =
    textAt(use.input, "taskId", "task_id", "id") || textAt(answer, "id") || textAt(use.output, "taskId");
  const subject = oneLine(textAt(use.input, "subject") || textAt(answer, "subject"), 60);
  const status = textAt(use.input, "status") || textAt(field(use.output, "statusChange"), "to");
  const name = joined([id && `task ${cut(id, 20)}`, subject], " ") || "a task";
  const what = use.tool === "TaskCreate" ? `Added ${name}` : `${capital(name)} ${status || "updated"}`;
  if (use.status !== "ok") return failedUse(what, use, []);
  const description = textAt(use.input, "description") || textAt(answer, "description");
  const rest = description || brief(use.input, 200);
  return {
    title: what,
    summary: joined([what, oneLine(rest, 200)], ": "),
    detail: joined([what, cut(rest, 900)], "\n"),
    files: [],
    symbols: [],
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
