// The transcripts of Codex and Gemini CLI → the same capture path as hooks.

import { listRollouts, rolloutMeta } from "../../agents/codex/rollout-file.ts";
import { sessionOf } from "../../agents/gemini/chat.ts";
import { type ChatFile, chatFolder, listChats, loadChat } from "../../agents/gemini/chat-file.ts";
import { openReading } from "../../memory/capture/transcript.ts";
import type { Memory } from "../../memory/memory.ts";
import { projectRoots } from "../../rooms/projects/room.ts";
import { isSession } from "../../rooms/sessions/room.ts";
import { transcriptMark } from "../../rooms/transcripts/room.ts";
import { importAll, sinceIn } from "./import.ts";
import { countIn, type ImportProgress, type OnProgress } from "./progress.ts";
import type { ImportRequest } from "./sources.ts";
import type { Transcript } from "./transcripts.ts";

/** No fork repeats the records of another file. */
const ownHead = { uuid: null, isCompacted: false };

export async function importCodex(
  memory: Memory,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const found = await listRollouts(request.path);
  const transcripts: Transcript[] = [];
  for (const file of sinceIn(found, request)) {
    const meta = await rolloutMeta(file.path);
    transcripts.push({ ...file, session: file.path, head: ownHead, folder: meta?.cwd });
  }
  return importAll(memory, "codex", transcripts, request, onProgress);
}

/** The client's hooks have other ids than its chats: a session that hooks have captured is left out. */
export async function importGemini(
  memory: Memory,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const roots = await projectRoots(memory.db);
  const found = await listChats(request.path);
  const chats: { file: ChatFile; id: string; isSubagent: boolean; folder: string }[] = [];
  let unreadable = 0;
  for (const file of found) {
    const chat = await loadChat(file.path);
    if (chat === null) {
      unreadable++;
      continue;
    }
    const folder = await chatFolder(file.path, chat, roots);
    chats.push({ file, id: sessionOf(chat), isSubagent: chat.isSubagent, folder });
  }
  const main = new Map(
    chats.filter(({ isSubagent }) => !isSubagent).map((chat) => [chat.id, chat.file.path]),
  );
  const transcripts: Transcript[] = [];
  let captured = 0;
  const wanted = new Set(sinceIn(found, request));
  for (const { file, id, folder } of chats.filter((chat) => wanted.has(chat.file))) {
    const session = main.get(id) ?? file.path;
    const { path } = await openReading(memory, session, folder, "gemini");
    const isOurs = (await transcriptMark(memory.db, path)) !== null;
    if (isOurs || !(await isSession(memory.db, id)))
      transcripts.push({ ...file, session, head: ownHead, folder });
    else if (session === file.path) captured++;
  }
  const progress = await importAll(memory, "gemini", transcripts, request, onProgress);
  if (unreadable > 0) countIn(progress.unknown, "unreadable file", unreadable);
  if (captured > 0) countIn(progress.counts, "already captured session", captured);
  return progress;
}
