// Tasks, sessions and the project of one folder, with the verbs of the command line. Part of the SDK: each function calls
// one operation, of a memory in this process or of the daemon.

import type { Call, InputOf, OperationName, OutputOf } from "./areas/contracts.ts";

type Rest<N extends OperationName, Named extends string> = Omit<InputOf<N>, Named | "folder">;

export interface Tasks {
  /** Writes the notes of a task; without content, reads them. */
  scratchpad(task: string, content?: string): Promise<OutputOf<"scratchpad">>;
  /** Writes the plan, once; without content and options, reads it. */
  plan(task: string, content?: string, options?: Rest<"plan", "task" | "content">): Promise<OutputOf<"plan">>;
  /** Adds an entry to the progress. */
  append(task: string, text: string, options?: Rest<"append", "task" | "text">): Promise<OutputOf<"append">>;
  /** Of a task, or of the current one. */
  status(task?: string): Promise<OutputOf<"task.status">>;
  list(options?: Rest<"task.list", never>): Promise<OutputOf<"task.list">>;
  start(task: string): Promise<OutputOf<"task.start">>;
  show(task?: string): Promise<OutputOf<"task.show">>;
  export(task?: string): Promise<OutputOf<"task.export">>;
  verify(options?: Rest<"task.verify", never>): Promise<OutputOf<"task.verify">>;
  close(task?: string): Promise<OutputOf<"task.close">>;
  reopen(task: string): Promise<OutputOf<"task.reopen">>;
  /** What a sub-agent needs, for its prompt. */
  context(prompt?: string): Promise<OutputOf<"task.context">>;
}

export interface Sessions {
  start(options?: Rest<"session.start", never>): Promise<OutputOf<"session.start">>;
  info(): Promise<OutputOf<"session.info">>;
  list(options?: Rest<"session.list", never>): Promise<OutputOf<"session.list">>;
  /** By name or id. */
  switch(id: string): Promise<OutputOf<"session.switch">>;
  resume(id: string): Promise<OutputOf<"session.resume">>;
  end(id?: string): Promise<OutputOf<"session.end">>;
}

export interface Project {
  info(): Promise<OutputOf<"project.info">>;
  context(options?: Rest<"project.context", never>): Promise<OutputOf<"project.context">>;
}

export interface Work {
  tasks: Tasks;
  sessions: Sessions;
  project: Project;
}

export function workIn(call: Call, folder: string): Work {
  const named = (task: string | undefined) => ({ folder, ...(task !== undefined && { task }) });
  return {
    tasks: {
      scratchpad: (task, content) =>
        call("scratchpad", { task, folder, ...(content !== undefined && { content }) }),
      plan: (task, content, options) =>
        call("plan", { ...options, task, folder, ...(content !== undefined && { content }) }),
      append: (task, text, options) => call("append", { ...options, task, text, folder }),
      status: (task) => call("task.status", named(task)),
      list: (options) => call("task.list", { ...options, folder }),
      start: (task) => call("task.start", { task, folder }),
      show: (task) => call("task.show", named(task)),
      export: (task) => call("task.export", named(task)),
      verify: (options) => call("task.verify", { ...options, folder }),
      close: (task) => call("task.close", named(task)),
      reopen: (task) => call("task.reopen", { task, folder }),
      context: (prompt = "") => call("task.context", { for: prompt, folder }),
    },
    sessions: {
      start: (options) => call("session.start", { ...options, folder }),
      info: () => call("session.info", { folder }),
      list: (options) => call("session.list", { ...options, folder }),
      switch: (id) => call("session.switch", { id, folder }),
      resume: (id) => call("session.resume", { id, folder }),
      end: (id) => call("session.end", { folder, ...(id !== undefined && { id }) }),
    },
    project: {
      info: () => call("project.info", { folder }),
      context: (options) => call("project.context", { ...options, folder }),
    },
  };
}
