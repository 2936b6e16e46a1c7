// The room of knowledge: what is known, with confidence and evidence. Import only this file; the other files are private.

export { deleteNode, listChanges, noteChange, undoChange } from "./changes.ts";
export { edgesAmong, linkNodes, linksAmong, linksOf, unlinkNodes } from "./edges.ts";
export { addEvidence, evidenceOf } from "./evidence.ts";
export { graphFigures } from "./figures.ts";
export { countNodes, findNodes, nodeOf, nodesOf } from "./find.ts";
export { dropEvidence, forgetSession } from "./forget.ts";
export { learningsIn } from "./learning-counts.ts";
export { countLearnings, listLearnings } from "./learnings.ts";
export { listKept, mergeNodes } from "./merge.ts";
export { addNode, asLearning, changeNode, getNode, hasNodes, nodeSaying, setStale } from "./nodes.ts";
export { learningOwner, nodeOwner } from "./owners.ts";
export { knowledgeRecords } from "./records.ts";
export { addTags, dropTags, listTags, nodesTagged, readTags } from "./tags.ts";
export { walk } from "./traverse.ts";
export { countUse } from "./usage.ts";
