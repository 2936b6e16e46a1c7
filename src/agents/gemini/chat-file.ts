// Chats of Gemini CLI on disk, for the import: found (tmp/PROJECT/chats/session-*.json and .jsonl; those of sub-agents in
// chats/SESSION), and read whole, since the client rewrites them.

import { createHash } from "node:crypto";
import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { revealedPath } from "../../platform/covered-paths.ts";
import { readForeign } from "../../platform/foreign-file.ts";
import { type FoundFile, type History, type HistoryFile, readJson } from "../history.ts";
import type { TranscriptFormat } from "../transcript-events.ts";
import { type Chat, eventsOf, readChat, sessionOf } from "./chat.ts";

async function listChats(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  async function take(inside: string, form: RegExp): Promise<string[]> {
    const entries = await readdir(inside, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((entry) => entry.isFile() && form.test(entry.name))) {
      const path = join(inside, name);
      const { size, mtime } = await lstat(path);
      found.push({ path, size, modifiedAt: mtime });
    }
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(inside, name));
  }
  const root = await realpath(revealedPath(folder));
  for (const project of await readdir(root, { withFileTypes: true })) {
    if (!project.isDirectory()) continue;
    const ofSessions = await take(join(root, project.name, chatsFolder), /^session-.*\.jsonl?$/);
    for (const session of ofSessions) await take(session, /\.jsonl?$/);
  }
  return found;
}

const chatsFolder = "chats";

/** A sub-agent's chat is in a folder that is named by the session. */
function parentOf(path: string): string | undefined {
  const inside = basename(dirname(path));
  return inside === chatsFolder ? undefined : inside;
}

function projectPlaceOf(path: string): string {
  const chats = parentOf(path) === undefined ? dirname(path) : dirname(dirname(path));
  return dirname(chats);
}

async function loadChat(path: string): Promise<(Chat & { fingerprint: string; size: number }) | null> {
  const read = await readJson(path);
  const chat = read && readChat(read.values, { broken: read.broken, parent: parentOf(path) });
  return chat && { ...chat, fingerprint: read.fingerprint, size: read.size };
}

/** The folder of a chat's project: newer clients note it, older ones only its hash. `roots` are folders that are known. */
async function chatFolder(path: string, chat: Chat, roots: readonly string[]): Promise<string> {
  const place = projectPlaceOf(path);
  const noted = await readForeign(join(place, ".project_root"), { maxBytes: 4096 });
  if (noted.status === "read" && noted.bytes.length > 0) return noted.bytes.toString("utf8").trim();
  const hashed = roots.find((root) => createHash("sha256").update(root).digest("hex") === chat.projectHash);
  return hashed ?? chat.directories[0] ?? place;
}

/** Always from the beginning: nothing is stored twice. */
const readWholeChat: TranscriptFormat = async ({ file, from, fingerprint, projectDir }, take) => {
  const chat = await loadChat(file);
  if (chat === null) return { status: "vanished" };
  const isSame = chat.fingerprint === fingerprint && chat.size === from;
  const nothing = { events: [], stats: { records: 0, broken: 0, unknown: {} } };
  const { events, stats } = isSame ? nothing : eventsOf(chat, projectDir ?? "");
  events.forEach(take);
  return {
    ...{ status: "read", stats, resumeAt: chat.size, end: chat.size, promptId: undefined },
    ...{ fingerprint: chat.fingerprint, more: false },
  };
};

/** The client's hooks have other ids than its chats. */
export const history: History = {
  format: readWholeChat,
  async list(folder, roots) {
    const chats: { file: FoundFile; id: string; isSubagent: boolean; folder: string }[] = [];
    let unreadable = 0;
    for (const file of await listChats(folder)) {
      const chat = await loadChat(file.path);
      if (chat === null) unreadable++;
      else
        chats.push({
          ...{ file, id: sessionOf(chat), isSubagent: chat.isSubagent },
          folder: await chatFolder(file.path, chat, roots),
        });
    }
    const main = new Map(
      chats.filter(({ isSubagent }) => !isSubagent).map((chat) => [chat.id, chat.file.path]),
    );
    const files = chats.map(
      ({ file, id, folder }): HistoryFile => ({ ...file, session: main.get(id) ?? file.path, folder, id }),
    );
    return { files, unreadable };
  },
};
