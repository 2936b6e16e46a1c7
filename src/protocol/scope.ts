// Where a question looks, for every query that can be limited to one project.

export type ProjectScope =
  | { within: "everywhere" }
  | { within: "project"; projectId: string }
  /** A folder whose project tellback has never seen. */
  | { within: "unknown folder"; folder: string };

export const everywhere: ProjectScope = { within: "everywhere" };

export function inProject(projectId: string): ProjectScope {
  return { within: "project", projectId };
}
