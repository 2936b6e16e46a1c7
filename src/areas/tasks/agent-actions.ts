// The actions of the MCP tool `task`: one tool for all, because every session pays for each name.

import { contextForAgent } from "../../journeys/delegate/delegate.ts";
import {
  appendProgress,
  readScratchpad,
  taskStatus,
  tasksIn,
  writePlan,
  writeScratchpad,
} from "../../journeys/task/task.ts";
import type { Memory } from "../../memory/memory.ts";
import type { OutputOf, ParsedInputOf } from "../contracts.ts";

type Input = Omit<ParsedInputOf<"task">, "action">;
type Answer = OutputOf<"task">;

const defaultAgent = "agent";
const maxEntries = 20;
const maxTasks = 20;
const startOne = "Start a task: action scratchpad, with its name and text.";

export const taskActions: Record<
  ParsedInputOf<"task">["action"],
  (memory: Memory, input: Input) => Promise<Answer>
> = {
  async scratchpad(memory, { text, ...input }) {
    const named = await ofTask(memory, input);
    if (text !== undefined) return stepOf(await writeScratchpad(memory, { ...named, content: text }));
    const answer = await readScratchpad(memory, named);
    return { ...stepOf(answer), ...(answer.scratchpad !== null && { text: answer.scratchpad }) };
  },
  async plan(memory, { text, from_scratchpad: fromScratchpad = false, agent = defaultAgent, ...input }) {
    const named = await ofTask(memory, input);
    const isShown = text === undefined && !fromScratchpad;
    if (!isShown) await writePlan(memory, { ...named, content: text, agent, fromScratchpad });
    const answer = await taskStatus(memory, named);
    return { ...stepOf(answer), ...(text === undefined && answer.plan !== null && { plan: answer.plan }) };
  },
  async append(memory, { text = "", kind, ticks = [], agent = defaultAgent, ...input }) {
    const named = await ofTask(memory, input);
    const answer = await appendProgress(memory, { ...named, text, kind, ticks, agent, repeat: false });
    return { ...stepOf(answer), entry: answer.entry.number };
  },
  async status(memory, { task, session, folder }) {
    const { tasks } = await tasksIn(memory, { session, folder, closed: false, limit: maxTasks });
    const open_tasks = tasks.map(({ name }) => name);
    if (task === undefined && open_tasks.length === 0)
      return { task: "", phase: "none", next: startOne, open_tasks, steps: [], entries: [] };
    const answer = await taskStatus(memory, { session, folder, task });
    return {
      ...stepOf(answer),
      open_tasks,
      ...(answer.plan !== null && { plan: answer.plan }),
      steps: answer.steps.map(({ number, text, doneBy }) => ({ number, text, done: doneBy !== null })),
      entries: answer.entries.slice(-maxEntries).map(({ number, kind, agent, text }) => ({
        ...{ number, kind, agent, text },
      })),
    };
  },
  async context(memory, { text: prompt = "", session, folder = "" }) {
    const made = await contextForAgent(memory, { folder, session, prompt });
    const next = "Put the text into the sub-agent's prompt; store its answer with append, kind finding.";
    return { task: made?.task?.name ?? "", phase: "", next, text: made?.text ?? "" };
  },
};

/** The named task, or the current one. */
async function ofTask(memory: Memory, { task, session, folder }: Pick<Input, "task" | "session" | "folder">) {
  const name = task ?? (await taskStatus(memory, { session, folder, task })).task.name;
  return { task: name, session, folder };
}

function stepOf({ task, next }: OutputOf<"task.start">): Pick<Answer, "task" | "phase" | "next"> {
  return { task: task.name, phase: task.phase, next: next.replace(/^Next: /, "") };
}
