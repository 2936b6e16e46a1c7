// The room of excerpts: parts of events that wait until a model improves their observations. Import only this file; the
// other files are private.

export {
  batchOf,
  countWaiting,
  dropExcerpts,
  keepExcerpt,
  nextBatch,
  noteTrouble,
  pruneExcerpts,
  type WaitingExcerpt,
} from "./excerpts.ts";
