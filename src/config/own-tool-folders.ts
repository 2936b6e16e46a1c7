// Where tools of the user's own may be: in tellback's home and in a project. Cheap to ask: most users have none.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { revealedPath } from "../platform/covered-paths.ts";
import type { Paths } from "./paths.ts";

export type ToolOrigin = "user" | "project";

export interface ToolFolder {
  path: string;
  origin: ToolOrigin;
}

export function userToolFolder({ home }: Paths): string {
  return join(home, "tools");
}

/** The folders of tools that exist; a project's is searched upwards to the root of its work tree. */
export function toolFolders(paths: Paths, projectDir: string | undefined): ToolFolder[] {
  const project = projectDir === undefined ? null : projectToolFolder(revealedPath(projectDir));
  const folders: ToolFolder[] = [
    { path: userToolFolder(paths), origin: "user" },
    ...(project === null ? [] : [{ path: project, origin: "project" as const }]),
  ];
  return folders.filter(({ path }) => existsSync(path));
}

function projectToolFolder(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const tools = join(folder, ".tellback", "tools");
    if (existsSync(tools)) return tools;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return null;
  }
}
