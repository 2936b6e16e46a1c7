// The actions of the MCP tool `task`: one tool for all, because every session pays for each name.

import type { HandlerContext } from "../context.ts";
import type { OutputOf, ParsedInputOf } from "../contracts.ts";
import { handlers as workingHandlers } from "../tasks/handle.ts";

type Asked = Omit<ParsedInputOf<"agent.task">, "action">;
type Answer = OutputOf<"agent.task">;

const anAgent = "agent";
const entriesShown = 20;
const startOne = "Start a task: action scratchpad, with its name and text.";

export const taskActions: Record<
  ParsedInputOf<"agent.task">["action"],
  (context: HandlerContext, asked: Asked) => Promise<Answer>
> = {
  async scratchpad(context, { text, ...asked }) {
    const task = await nameOf(context, asked);
    const answer = await workingHandlers.scratchpad(context, { ...whose(asked), task, content: text });
    const isRead = text === undefined && answer.scratchpad !== null;
    return { ...stepOf(answer), ...(isRead && { text: answer.scratchpad ?? "" }) };
  },
  async plan(context, { text, from_scratchpad: fromScratchpad = false, agent = anAgent, ...asked }) {
    const task = await nameOf(context, asked);
    const given = { ...whose(asked), task, content: text, agent, fromScratchpad };
    const answer = await workingHandlers.plan(context, given);
    const isRead = text === undefined && answer.plan !== null;
    return { ...stepOf(answer), ...(isRead && { plan: answer.plan ?? "" }) };
  },
  async append(context, { text = "", kind, ticks = [], agent = anAgent, ...asked }) {
    const task = await nameOf(context, asked);
    const given = { ...whose(asked), task, text, kind, ticks, agent, repeat: false };
    const answer = await workingHandlers.append(context, given);
    return { ...stepOf(answer), entry: answer.entry.number };
  },
  async status(context, { task, ...asked }) {
    const open = await workingHandlers["task.list"](context, { ...whose(asked), closed: false, limit: 20 });
    const open_tasks = open.tasks.map(({ name }) => name);
    if (task === undefined && open_tasks.length === 0)
      return { task: "", phase: "none", next: startOne, open_tasks, steps: [], entries: [] };
    const answer = await workingHandlers["task.status"](context, { ...whose(asked), task });
    return {
      ...stepOf(answer),
      open_tasks,
      ...(answer.plan !== null && { plan: answer.plan }),
      steps: answer.steps.map(({ number, text, doneBy }) => ({ number, text, done: doneBy !== null })),
      entries: answer.entries.slice(-entriesShown).map(({ number, kind, agent, text }) => ({
        ...{ number, kind, agent, text },
      })),
    };
  },
  async context(context, { text: prompt = "", ...asked }) {
    const { text, task } = await workingHandlers["task.context"](context, { ...whose(asked), for: prompt });
    const next = "Put the text into the sub-agent's prompt; store its answer with append, kind finding.";
    return { task: task ?? "", phase: "", next, text: text ?? "" };
  },
};

const whose = ({ session, folder }: Pick<Asked, "session" | "folder">) => ({ session, folder });

/** The named task, or the current one. */
async function nameOf(
  context: HandlerContext,
  { task, ...asked }: Pick<Asked, "task" | "session" | "folder">,
): Promise<string> {
  return task ?? (await workingHandlers["task.status"](context, { ...whose(asked), task })).task.name;
}

function stepOf({ task, next }: OutputOf<"task.start">): Pick<Answer, "task" | "phase" | "next"> {
  return { task: task.name, phase: task.phase, next };
}
