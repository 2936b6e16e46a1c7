// The tools whose stores can be imported, each with its reader.

import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { claudeConfigDir } from "../../../config/environment.ts";
import { fromUser } from "../../../config/paths.ts";
import type { Memory } from "../../../memory/memory.ts";
import { statForeignSync } from "../../../platform/foreign-file.ts";
import { treeOf } from "../../../rooms/projects/room.ts";
import type { ImportProgress, OnProgress } from "../progress.ts";
import type { ImportRequest } from "../sources.ts";
import { openBasicMemory } from "./basic-memory.ts";
import { openClaudeMem } from "./claude-mem.ts";
import { openCtx } from "./ctx.ts";
import { openEngram } from "./engram.ts";
import { openEpisodicMemory } from "./episodic-memory.ts";
import { importTool, type Tool } from "./import-tool.ts";
import { openMcpMemory } from "./mcp-memory.ts";
import { openNotes } from "./notes.ts";

const readers = {
  "claude-mem": openClaudeMem,
  "episodic-memory": openEpisodicMemory,
  ctx: openCtx,
  "mcp-memory": openMcpMemory,
  engram: openEngram,
  "basic-memory": openBasicMemory,
  notes: openNotes,
} satisfies Record<string, Tool["open"]>;

export type ToolName = keyof typeof readers;

export async function importFromTool(
  name: ToolName,
  memory: Memory,
  request: ImportRequest,
  onProgress: OnProgress = () => {},
): Promise<ImportProgress> {
  const asked =
    name === "notes" ? { ...request, into: request.into ?? projectOfNotes(request.path) } : request;
  return importTool(memory, { name, open: readers[name] }, asked, onProgress);
}

/** Notes belong to the project around them; those of the user's own settings folder hold everywhere. */
function projectOfNotes(given: string): string | undefined {
  const path = fromUser(given);
  const folder = statForeignSync(path)?.isDirectory() ? path : dirname(path);
  const own = [homedir(), claudeConfigDir(homedir())].map((one) => resolve(one));
  return own.includes(resolve(folder)) ? undefined : treeOf(folder);
}
