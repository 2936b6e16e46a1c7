// Chats of Gemini CLI on disk, for the import: found (tmp/PROJECT/chats/session-*.json and .jsonl; those of sub-agents in
// chats/SESSION), and read whole, since the client rewrites them.

import { createHash } from "node:crypto";
import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { revealedPath } from "../../platform/covered-paths.ts";
import { readForeign } from "../../platform/foreign-file.ts";
import { parseBounded } from "../bounded-json.ts";
import type { TranscriptFormat } from "../transcript-events.ts";
import { type Chat, eventsOf, readChat } from "./chat.ts";

export interface ChatFile {
  path: string;
  size: number;
  modifiedAt: Date;
}

/** Larger ones are left out: the client itself keeps 50 kB of a tool's output. */
const maxBytes = 64 * 1024 * 1024;
const limits = { string: 256 * 1024, depth: 500, total: maxBytes, values: 2_000_000 };

export async function listChats(folder: string): Promise<ChatFile[]> {
  const found: ChatFile[] = [];
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

export async function loadChat(path: string): Promise<(Chat & { fingerprint: string; size: number }) | null> {
  const read = await readForeign(path, { maxBytes });
  if (read.status !== "read") return null;
  const { bytes } = read;
  const pieces = path.endsWith(".jsonl") ? splitLines(bytes) : [bytes];
  const parsed = pieces.map((piece) => parseBounded(piece, limits));
  const values = parsed.flatMap((one) => (one.ok ? [one.value] : []));
  const chat = readChat(values, { broken: parsed.length - values.length, parent: parentOf(path) });
  const fingerprint = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  return chat && { ...chat, fingerprint, size: bytes.length };
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const stop = bytes.indexOf(0x0a, at);
    const end = stop === -1 ? bytes.length : stop;
    if (end > at) lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

/** The folder of a chat's project: newer clients note it, older ones only its hash. `roots` are folders that are known. */
export async function chatFolder(path: string, chat: Chat, roots: readonly string[]): Promise<string> {
  const place = projectPlaceOf(path);
  const noted = await readForeign(join(place, ".project_root"), { maxBytes: 4096 });
  if (noted.status === "read" && noted.bytes.length > 0) return noted.bytes.toString("utf8").trim();
  const hashed = roots.find((root) => createHash("sha256").update(root).digest("hex") === chat.projectHash);
  return hashed ?? chat.directories[0] ?? place;
}

/** Always from the beginning: nothing is stored twice. */
export const readWholeChat: TranscriptFormat = async ({ file, from, fingerprint, projectDir }, take) => {
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
