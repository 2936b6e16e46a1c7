// The room of functions: a library of functions that were tested and can be run. Import only this file; the other files
// are private.

export { analyse, refusalOf } from "./check/check.ts";
export { type CodeReader, openCodeReader } from "./code/code-reader.ts";
export {
  asFunction,
  changeFunction,
  deleteFunction,
  findFunction,
  functionNamed,
  listFunctions,
  openFunction,
  rowOf,
} from "./functions.ts";
export { libraryOf } from "./library.ts";
export { offersOf } from "./offer.ts";
export { functionOwner } from "./owners.ts";
export { functionRecords } from "./records.ts";
export { metricsOf, noteRun, runHistory } from "./runs.ts";
export { outerLayer, outerWalls } from "./sandbox/outer.ts";
export { type Answer, defaultLimits, type Limits, type Program } from "./sandbox/program.ts";
export { openSandbox, type Sandbox } from "./sandbox/sandbox.ts";
export { asTest, deleteTest, type NewTest, putTest, shortOf, testsOf } from "./tests.ts";
export { usedTogether } from "./used-together.ts";
export {
  addVersion,
  listVersions,
  neededBy,
  noteTests,
  usersOf,
  versionRow,
} from "./versions.ts";
