// Operations on tasks, sessions of people, and the context of a project.

import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import { cleanUp } from "../../journeys/cleanup/cleanup.ts";
import { contextForAgent } from "../../journeys/delegate/delegate.ts";
import { finishSession, sessionNow, startSession, switchSession } from "../../journeys/session/session.ts";
import {
  appendProgress,
  closeTask,
  readScratchpad,
  removeTask,
  startNamed,
  taskStatus,
  tasksIn,
  writePlan,
  writeScratchpad,
} from "../../journeys/task/task.ts";
import { verifyTasks } from "../../journeys/task/verify.ts";
import { asBlock, inShort, projectContextOf } from "../../memory/project-context/project-context.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import type { HandlersOf } from "../context.ts";
import { taskActions } from "./agent-actions.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async scratchpad({ memory }, { content, ...asked }) {
    if (content === undefined) return readScratchpad(memory, asked);
    return { ...(await writeScratchpad(memory, { ...asked, content })), scratchpad: content };
  },
  async plan({ memory }, asked) {
    const isShown = asked.content === undefined && !asked.fromScratchpad;
    if (!isShown) await writePlan(memory, asked);
    const { steps: _1, entries: _2, scratchpad: _3, seal: _4, ...answer } = await taskStatus(memory, asked);
    return answer;
  },
  append: ({ memory }, asked) => appendProgress(memory, asked),
  task: ({ memory }, { action, ...input }) => taskActions[action](memory, input),
  "task.list": ({ memory }, asked) => tasksIn(memory, asked),
  "task.start": ({ memory }, asked) => startNamed(memory, asked),
  "task.status": ({ memory }, asked) => taskStatus(memory, asked),
  "task.show": ({ memory }, asked) => taskStatus(memory, asked),
  "task.export": ({ memory }, asked) => taskStatus(memory, asked),
  "task.verify": ({ memory }, asked) => verifyTasks(memory, asked),
  async "task.context"({ memory }, { folder = "", session, for: prompt }) {
    const made = await contextForAgent(memory, { folder, session, prompt });
    return { text: made?.text ?? null, tokens: made?.tokens ?? 0, task: made?.task?.name ?? null };
  },
  "task.close": ({ memory }, asked) => closeTask(memory, asked),
  async "task.reopen"({ memory }, asked) {
    await taskStatus(memory, asked);
    return startNamed(memory, asked);
  },
  async "task.delete"({ memory }, asked) {
    return { deleted: await removeTask(memory, asked) };
  },
  "session.start": ({ memory }, asked) => startSession(memory, asked),
  "session.info": ({ memory }, asked) => sessionNow(memory, asked),
  "session.switch": ({ memory }, asked) => switchSession(memory, { ...asked, reopen: false }),
  "session.resume": ({ memory }, asked) => switchSession(memory, { ...asked, reopen: true }),
  "session.end": ({ memory }, asked) => finishSession(memory, asked),
  async init({ memory }, { folder = "" }) {
    const { context } = await projectContextOf(memory, { folder });
    const setting = memory.settingsFor(folder)["tasks.path"];
    const root = revealedPath(context.root);
    const tasksFolder = isAbsolute(setting) ? setting : join(root, setting);
    refuseLinkOnPath(tasksFolder, root);
    mkdirSync(tasksFolder, { recursive: true });
    return { context, tasksFolder, next: 'Next: `tellback scratchpad NAME --content "…"` starts a task.' };
  },
  async "project.info"({ memory }, { folder }) {
    const { context } = await projectContextOf(memory, { folder });
    return { context, lines: inShort(context) };
  },
  async "project.context"({ memory }, asked) {
    const { context, isCached } = await projectContextOf(memory, asked);
    return { context, text: asBlock(context).text, isCached };
  },
  cleanup: ({ memory }, asked) => cleanUp(memory, asked),
} satisfies HandlersOf<typeof operations>;
