// The entry of shorten.

export { field, said } from "./output/json.ts";
export { scoredOutput } from "./output/line-scores.ts";
export { pickLines } from "./output/lines.ts";
export { type Shortenable, shorten, type ToolName } from "./shorten.ts";
export { identifiers } from "./text/identifiers.ts";
export { type Block, blocksOf, withoutMarks } from "./text/markdown.ts";
export { shownPath } from "./text/paths.ts";
export { digest, firstSentence } from "./text/prose.ts";
export { withoutTags } from "./text/tags.ts";
export { CAPS, countLines, joined, storable, unique } from "./text/text.ts";
export { isOwnTool } from "./tools/mcp.ts";
export { linesAroundEdits } from "./tools/write.ts";
