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
export { staleNodes, staleReasons } from "./anchors/stale.ts";
export { dropChangesOf, listChanges, noteChange, type Undone, undoChange } from "./changes.ts";
export type { Words } from "./compile-query.ts";
export { edgesAmong, edgesWithin, linkNodes, linksOf, unlinkNodes } from "./edges.ts";
export { addEvidence, claimsOf, evidenceOf } from "./evidence.ts";
export { graphFigures } from "./figures.ts";
export { askedFor, countNodes, findNodes, nodeOf, nodesOf, wordsIn } from "./find.ts";
export { dropEvidence, forgetObservations, forgetSession } from "./forget.ts";
export { learningsIn } from "./learning-counts.ts";
export { countLearnings, listLearnings } from "./learnings.ts";
export { listKept, mergeNodes } from "./merge.ts";
export {
  addNode,
  asLearning,
  changeNode,
  deleteNode,
  findNode,
  getNode,
  hasNodes,
  hasNodesBy,
  nodeSaying,
  onlySources,
} from "./nodes.ts";
export { learningOwner, nodeOwner } from "./owners.ts";

export { knowledgeRecords } from "./records.ts";
export { addTags, dropTags, listTags, nodesTagged, readTags, tagsOf } from "./tags.ts";
export { walk } from "./traverse.ts";
export { countShown, countUsed } from "./usage.ts";
