// The room of projects: the code bases, and what belongs to each by git and by folder. Import only this file; the other
// files are private.

export { branchOf } from "./branch.ts";
export { keepContext, keptContext } from "./contexts.ts";
export { identify, treeOf } from "./identity.ts";
export {
  countMemories,
  countProjects,
  deleteProjectWithoutSessions,
  findProject,
  listProjects,
  lockProject,
  openProject,
  openProjectAt,
  openProjectNamed,
  projectKeys,
  projectNames,
  projectOf,
  projectRoot,
  projectRoots,
  projectScope,
  projectsNamed,
  rootsOfSessions,
  sharedProjectKeys,
} from "./projects.ts";
export { projectRecords } from "./records.ts";
