// The entry of shorten.

export { field, said } from "./output/json.ts";
export { scoredOutput } from "./output/line-scores.ts";
export { pickLines } from "./output/lines.ts";
export { type Shortenable, shorten, type ToolName } from "./shorten.ts";
export { linesAroundEdits } from "./tools/write.ts";
