// The projects, and the chosen one. Its id is in the address; operations get its folder.

import { computed, signal } from "@preact/signals";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { call } from "./api.ts";
import { projectId } from "./router.ts";

export type Project = OutputOf<"projects">["projects"][number];

export const projects = signal<readonly Project[]>([]);
export const project = computed(() => projects.value.find(({ id }) => id === projectId.value) ?? null);

/** For operations on one project or on all. */
export const scope = computed<{ folder?: string; allProjects?: boolean }>(() =>
  project.value ? { folder: project.value.root } : { allProjects: true },
);

/** For operations that need a folder: of the chosen project, else of the one that was used last. */
export const someFolder = computed(() => (project.value ?? projects.value[0])?.root ?? "");
export const someProject = computed(() => project.value ?? projects.value[0] ?? null);

export async function loadProjects(): Promise<void> {
  try {
    projects.value = (await call("projects", {})).projects;
  } catch {
    // The connection shows that tellback does not answer.
  }
}
