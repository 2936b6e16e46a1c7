// The sessions of opencode and Kilo: one SQLite file with sessions, messages and their parts. Their ids are those that the
// hooks have, so what both bring is stored once. A sub-agent is a session with a parent.

import { createHash } from "node:crypto";
import { openForeignDatabase, type Row } from "../../platform/foreign-sqlite.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import { asRecord, filesBelow, type History, textIn } from "../history.ts";
import type { TranscriptFormat } from "../transcript-events.ts";
import { useOf } from "./opencode.ts";

const tables = {
  session: ["id", "parent_id", "directory", "time_created"],
  message: ["id", "session_id", "data"],
  part: ["id", "message_id", "session_id", "time_created", "data"],
};

export function historyNamed(host: string): History {
  return {
    format: formatOf(host),
    async list(folder) {
      const found = await filesBelow(folder, new RegExp(`[\\\\/]${host}\\.db$`), 0);
      return {
        files: found.map((file) => ({ ...file, session: file.path, folder: undefined })),
        unreadable: 0,
      };
    },
  };
}

/** Read whole each time that something in it has changed. */
function formatOf(host: string): TranscriptFormat {
  return async ({ file, fingerprint }, take) => {
    const database = await openForeignDatabase(file, host, tables);
    try {
      const hash = createHash("sha256");
      const sessions = new Map<string, Row>();
      for (const row of database.rows("session", tables.session, "id")) sessions.set(textIn(row.id), row);
      const messages = new Map<string, Message>();
      for (const row of database.rows("message", tables.message, "id"))
        messages.set(textIn(row.id), messageOf(row));
      leaveOutCopies(messages, sessions);
      const events: { uuid: string; event: HookEvent }[] = [];
      let records = 0;
      for (const row of database.rows("part", tables.part, "id")) {
        records++;
        hash.update(`${textIn(row.id)} ${textIn(row.data).length}\n`);
        const event = eventOf(
          host,
          row,
          sessions.get(textIn(row.session_id)),
          messages.get(textIn(row.message_id))?.data,
        );
        if (event) events.push({ uuid: textIn(row.id), event });
      }
      const seen = hash.digest("hex").slice(0, 32);
      const isSame = seen === fingerprint;
      if (!isSame) for (const one of events) take(one);
      const stats = { records: isSame ? 0 : records, broken: 0, unknown: {} };
      const end = database.bytes;
      return {
        status: "read",
        resumeAt: end,
        end,
        promptId: undefined,
        more: false,
        fingerprint: seen,
        stats,
      };
    } finally {
      database.close();
    }
  };
}

interface Message {
  session: string;
  createdMs: number;
  data: Record<string, unknown>;
}

function messageOf(row: Row): Message {
  const data = parsed(row.data);
  return { session: textIn(row.session_id), createdMs: Number(asRecord(data.time).created), data };
}

/** A fork begins with copies of its original's messages, under new ids, with their old times. */
function leaveOutCopies(messages: Map<string, Message>, sessions: ReadonlyMap<string, Row>): void {
  const known = new Map<string, string>();
  for (const [id, { session, createdMs, data }] of messages) {
    const key = `${createdMs} ${textIn(data.role)}`;
    const first = known.get(key);
    const isOlder = createdMs < Number(sessions.get(session)?.time_created);
    if (isOlder && first !== undefined && first !== session) messages.delete(id);
    else known.set(key, session);
  }
}

function eventOf(
  host: string,
  row: Row,
  session: Row | undefined,
  message: Record<string, unknown> | undefined,
): HookEvent | null {
  if (!session || !message) return null;
  const part = parsed(row.data);
  const own = textIn(row.session_id);
  const parent = textIn(session.parent_id);
  const directory = textIn(session.directory);
  const messageId = textIn(row.message_id);
  const turn = message.role === "user" ? messageId : textIn(message.parentID);
  const about = {
    ...{ host, sessionId: parent || own, projectDir: directory, cwd: directory },
    at: new Date(Number(row.time_created)).toISOString(),
    ...(parent === "" && turn !== "" && { promptId: turn }),
    ...(parent !== "" && { agent: { id: own, type: textIn(message.agent) } }),
  };
  const text = textIn(part.text).trim();
  if (part.type === "text" && text !== "" && part.synthetic !== true) {
    if (message.summary === true && parent === "")
      return { ...about, type: "compact-after", trigger: "unknown", summary: text, messageId };
    if (message.role === "assistant") return { ...about, type: "reply", messageId, text };
    return parent === "" ? { ...about, type: "prompt", text } : null;
  }
  const state = asRecord(part.state);
  const failed = state.status === "error";
  if (part.type !== "tool" || (!failed && state.status !== "completed")) return null;
  const answer = { output: state.output, exit: asRecord(state.metadata).exit };
  const output = failed ? state.error : answer;
  const used = useOf({ tool: textIn(part.tool) || "unknown", input: state.input ?? null, output, failed });
  return { ...about, type: "tool", toolUseId: textIn(part.callID), ...used };
}

function parsed(data: unknown): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(textIn(data)));
  } catch {
    return {};
  }
}
