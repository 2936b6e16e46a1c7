// The entry of shorten.

export type { Lengths, ToolUse } from "./event.ts";
export { field, said } from "./output/json.ts";
export { scoredOutput } from "./output/line-scores.ts";
export { pickLines } from "./output/lines.ts";
export { type Shortenable, type Shortened, shorten, type ToolName } from "./shorten.ts";
export { linesAroundEdits } from "./tools/write.ts";
