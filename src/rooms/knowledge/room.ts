// The room of knowledge: what is known, with confidence and evidence. Import only this file; the other files are private.

export {
  anchoredFiles,
  anchorsOf,
  checkAnchors,
  filesWithAnchors,
  hasAnchors,
  idsAnchoredAt,
  moveAnchors,
  type NewAnchor,
  nodesAnchoredAt,
  putAnchor,
  replaceAnchors,
  rowsOf as anchorRows,
  setAnchors,
} from "./anchors/anchors.ts";
export { filesNamedIn, possibleNamesIn, symbolsNamedIn } from "./anchors/named.ts";
export { staleNodes, staleReasons } from "./anchors/stale.ts";
export { dropLinesTo, filesWithLines, linesIn, putLine, type WrittenLine } from "./bridge-lines.ts";
export { dropChangesOf, listChanges, noteChange, type Undone, undoChange } from "./changes.ts";
export { applyStep, listKept, planConsolidation, type Step } from "./consolidate.ts";
export { edgesAmong, edgesWithin, linkNodes, linksOf, unlinkNodes } from "./edges.ts";
export { claimsOf, evidenceOf } from "./evidence.ts";
export type { Candidate } from "./extract/candidate.ts";
export { categoryOf } from "./extract/category.ts";
export { extract, statedIn, worthVectors } from "./extract/extract.ts";
export { proofOf } from "./extract/hypotheses.ts";
export { askedFor, countNodes, findNodes, nodeOf, nodesOf, wordsIn } from "./find.ts";
export { dropEvidence, forgetObservations, forgetSession } from "./forget.ts";
export {
  endTask,
  graphFigures,
  openTask,
  type Remembered,
  remember,
  startTask,
  summarise,
  supersede,
  taskTag,
} from "./graph.ts";
export { enterImported, type ImportedNode, mergeTags, nodeSaying } from "./imported.ts";
export { isBundled, judge, type Likeness, likenessOf, type Neighbour } from "./judge.ts";
export { learningsIn } from "./learning-counts.ts";
export {
  addLearning,
  confirmLearning,
  countLearnings,
  type Learned,
  learn,
  listLearnings,
  prove,
  rejectLearning,
  statementKindOf,
} from "./learnings.ts";
export { cosine, sharedTerms } from "./likeness.ts";
export {
  changeNode,
  deleteNode,
  findNode,
  getNode,
  hasActiveNodes,
  hasNodesOf,
  onlySources,
} from "./nodes.ts";
export { learningOwner, nodeOwner } from "./owners.ts";
export { addPending, markGiven, type Pending, type PendingItem, pendingOf, wasReminded } from "./pending.ts";
export type { Words } from "./query/compile.ts";
export { parseQuery } from "./query/parse.ts";

export { knowledgeRecords } from "./records.ts";
export { hasStored, markDone, noteReply, replyHash, waitingReplies } from "./replies.ts";
export { addTags, dropTags, listTags, nodesTagged, readTags, tagsOf } from "./tags.ts";
export { walk } from "./traverse.ts";
export { countShown, countUsed } from "./usage.ts";
export { deleteView, getView, listViews, putView } from "./views.ts";
