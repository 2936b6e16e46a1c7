// The room of the bridge: what it wrote into a client's own notes. Import only this file; the other files are private.

export { dropLinesTo, filesWithLines, linesIn, putLine, type WrittenLine } from "./lines.ts";
