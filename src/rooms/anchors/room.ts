// The room of anchors: which code a node speaks of, and whether that code is still as it was. Import only this file; the
// other files are private.

export {
  anchoredFiles,
  anchorRows,
  anchorsAmong,
  anchorsOf,
  brokenSince,
  checkAnchors,
  moveAnchors,
  type NewAnchor,
  nodesAnchoredAt,
  putAnchor,
  setAnchors,
} from "./anchors.ts";
export { anchorRecords } from "./records.ts";
export { staleNodes, staleReasons } from "./stale.ts";
