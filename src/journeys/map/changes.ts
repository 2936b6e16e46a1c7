// Which symbols changed, by session or since a time.

import type { OutputOf } from "../../areas/contracts.ts";
import { changesSince } from "../../indexes/codemap/symbol-changes.ts";
import type { Memory } from "../../memory/memory.ts";
import { parseSince } from "../../protocol/since.ts";
import { resolveId } from "../../store/resolve.ts";
import { mappedProject, statusFor } from "./answers.ts";

export async function listChanges(
  memory: Memory,
  asked: {
    session?: string | undefined;
    since?: string | undefined;
    limit: number;
    folder?: string | undefined;
  },
): Promise<OutputOf<"changes">> {
  const mapped = await mappedProject(memory, asked.folder);
  const sessionId =
    asked.session === undefined ? undefined : await resolveId(memory.db, "sessions", asked.session);
  const since = asked.since === undefined ? undefined : parseSince(asked.since);
  const changes = await changesSince(memory.db, mapped.projectId, { since, sessionId, limit: asked.limit });
  return {
    changes,
    status: await statusFor(
      memory,
      mapped,
      changes.map(({ file }) => file),
    ),
  };
}
