// The room of tasks: three phases, sealed. Import only this file; the other files are private.

export { brokenAt, hashOf } from "./chain.ts";
export { stepsOf } from "./checklist.ts";
export { addEntry, entriesOf } from "./entries.ts";
export { isRepeated } from "./likeness.ts";
export { folderName, taskName } from "./names.ts";
export { taskOwner } from "./owners.ts";
export { nextStep, quoted, refuseUnlessAllowed } from "./phases.ts";
export { type Difference, firstDifference, progressEntry, progressText } from "./progress-file.ts";
export { sealedAgainAfter, taskRecords } from "./records.ts";
export {
  asTask,
  currentTask,
  deleteTask,
  existingOf,
  findTask,
  hasTasksOf,
  indexTask,
  inFull,
  listTasks,
  lockTask,
  openTask,
  ownTask,
  putPlan,
  putScratchpad,
  setState,
  takeUp,
  taskWithId,
} from "./tasks.ts";
export { type FilePhase, noteWritten, treesOf, type WrittenFile, writtenFiles } from "./written-files.ts";
