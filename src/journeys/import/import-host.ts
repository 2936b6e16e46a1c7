// The history of a host, as the host keeps it → the same capture path as hooks.

import { hostOf } from "../../agents/hosts.ts";
import { openReading } from "../../memory/capture/transcript.ts";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { projectRoots } from "../../rooms/projects/room.ts";
import { isSession } from "../../rooms/sessions/room.ts";
import { transcriptMark } from "../../rooms/transcripts/room.ts";
import { importAll, sinceIn } from "./import.ts";
import { countIn, type ImportProgress, type OnProgress } from "./progress.ts";
import type { ImportRequest } from "./sources.ts";
import type { Transcript } from "./transcripts.ts";

/** No fork repeats the records of another file. */
const ownHead = { uuid: null, isCompacted: false };

/** Where hooks have other ids than the history, a session that hooks have captured is left out. */
export async function importHost(
  name: string,
  memory: Memory,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const history = await hostOf(name)?.history?.load();
  if (!history) throw new TellbackError("invalid_input", `"${name}" keeps no history that tellback reads`);
  const { files, unreadable } = await history.list(request.path, await projectRoots(memory.db));
  const transcripts: Transcript[] = [];
  let captured = 0;
  for (const { id, ...file } of sinceIn(files, request)) {
    const { path } = await openReading(memory, file.session, file.folder, name);
    const isOurs = id === undefined || (await transcriptMark(memory.db, path)) !== null;
    if (isOurs || !(await isSession(memory.db, id))) transcripts.push({ ...file, head: ownHead });
    else if (file.session === file.path) captured++;
  }
  const progress = await importAll(memory, name, transcripts, request, onProgress);
  if (unreadable > 0) countIn(progress.unknown, "unreadable file", unreadable);
  if (captured > 0) countIn(progress.counts, "already captured session", captured);
  return progress;
}
