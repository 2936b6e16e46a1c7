// Where a task command works: the project and work tree of a folder, the acting session, and the layout of the files.

import { revealedPath } from "../../platform/covered-paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { findProject, identify, openProjectAt, treeOf } from "../../rooms/projects/room.ts";
import { currentTask, findTask, quoted, taskName } from "../../rooms/tasks/room.ts";
import type { TaskRow } from "../../store/schema.ts";
import type { Memory } from "../memory.ts";
import { type ActingSession, actingSession } from "./acting-session.ts";
import { placeOfTask, type TaskPlace } from "./task-files.ts";

export interface TaskRequest {
  folder?: string | undefined;
  session?: string | undefined;
}

export interface Workplace {
  project: { id: string; name: string };
  /** The work tree, as stored. */
  tree: string;
  acting: ActingSession;
  placeOf(task: Pick<TaskRow, "folder" | "created_at">): TaskPlace;
}

/** The project is created if tellback has never seen the folder. */
export async function workplaceAt(memory: Memory, { folder, session }: TaskRequest): Promise<Workplace> {
  if (!folder)
    throw new TellbackError("invalid_input", "no project given", { hint: "Give the project's folder." });
  const projectId = await openProjectAt(memory.db, folder, new Date().toISOString());
  const { name } = identify(folder);
  return workplaceOf(memory, { id: projectId, name }, folder, session);
}

/** Null in a folder that tellback has never seen. */
export async function knownWorkplace(
  memory: Memory,
  { folder, session }: TaskRequest,
): Promise<Workplace | null> {
  const project = folder ? await findProject(memory.db, folder) : null;
  return project && folder ? workplaceOf(memory, project, folder, session) : null;
}

async function workplaceOf(
  memory: Memory,
  { id, name }: { id: string; name: string },
  folder: string,
  session: string | undefined,
): Promise<Workplace> {
  const tree = treeOf(folder);
  const settings = memory.settingsFor(folder);
  const layout = { path: settings["tasks.path"], pattern: settings["tasks.filePattern"] };
  const project = { id, name };
  return {
    project,
    tree,
    acting: await actingSession(memory, id, session),
    placeOf: (task) => placeOfTask(revealedPath(tree), project, task, layout),
  };
}

/** The task of this name; without a name the current one. */
export async function requireTask(
  { db }: Memory,
  { project, acting }: Workplace,
  name: string | undefined,
): Promise<TaskRow> {
  const row =
    name === undefined
      ? await currentTask(db, project.id, acting.sessionId)
      : await findTask(db, project.id, name);
  if (row) return row;
  if (name === undefined)
    throw new TellbackError("not_found", "no task is open in this project", {
      hint: 'Start one: `tellback scratchpad NAME --content "…"`.',
    });
  const asked = taskName(name);
  throw new TellbackError("not_found", `no task is called ${quoted(asked)} in this project`, {
    hint: `Start it: \`tellback scratchpad ${quoted(asked)} --content "…"\`. \`tellback task list --closed\` lists all.`,
  });
}
