// Redacts the input of an operation: a secret in any field goes no further. For the doors.

import type { z } from "zod";
import type { Memory } from "../memory/memory.ts";
import { named, owners } from "../memory/owners.ts";
import { cleanerOfAllProjects } from "../memory/without-secrets.ts";
import { projectRoot } from "../rooms/projects/room.ts";
import { type Cleaner, cleanerFor } from "../secrets/cleaner.ts";
import type { Db } from "../store/schema.ts";
import { isAsGiven, isPath, folder as projectFolder } from "./operation.ts";

type Fields = Record<string, unknown>;

export async function cleanInput(memory: Memory, input: z.ZodObject, given: unknown): Promise<unknown> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const fields = given as Fields;
  if (!Object.values(fields).some(holdsText)) return given;
  const clean = await cleanerOf(memory.db, input, fields);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isAsGiven(input.shape[name])
        ? value
        : typeof value === "string" && isPath(input.shape[name])
          ? clean.path(value)
          : clean.deep(value),
    ]),
  );
}

function holdsText(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

/** The input may be about the project of the folder it names, the project of the owner it names, or any project. */
async function cleanerOf(db: Db, input: z.ZodObject, { folder, id, global }: Fields): Promise<Cleaner> {
  const namesProject = typeof folder === "string" && input.shape.folder === projectFolder;
  if (namesProject && global !== true) return cleanerFor(folder);
  const root = typeof id === "string" ? await rootOf(db, id) : null;
  return root === null ? cleanerOfAllProjects(db, namesProject ? [folder] : []) : cleanerFor(root);
}

async function rootOf(db: Db, typed: string): Promise<string | null> {
  const thing = await named(db, typed).catch(() => null);
  const projectId = thing && (await owners[thing.kind].projectOf(db, thing.id));
  return projectId === null ? null : projectRoot(db, projectId);
}
