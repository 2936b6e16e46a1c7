// What a dry run of transcripts has counted: sessions, observations that are new or known, and both for each project.

import { createHash } from "node:crypto";
import type { IncomingEvent } from "../../memory/capture/incoming.ts";
import { foresee } from "../../memory/capture/left-out.ts";
import type { PreparedEvent } from "../../memory/capture/prepare.ts";
import type { Memory } from "../../memory/memory.ts";
import { findProject, identify, projectOf } from "../../rooms/projects/room.ts";
import { isSession } from "../../rooms/sessions/room.ts";
import { countIn, type ImportProgress, type ProjectPreview } from "./progress.ts";

export interface EventCounter {
  add(events: readonly IncomingEvent[]): Promise<void>;
  /** A session of which nothing may be new. */
  session(id: string | null): Promise<void>;
}

export function openCounter(
  memory: Memory,
  progress: ImportProgress & { preview: { projects: ProjectPreview[] } },
): EventCounter {
  const { counts, preview } = progress;
  const sessions = new Map<string, ProjectPreview>();
  const projects = new Map<string, ProjectPreview>();
  const seen = new Set<number>();
  counts.session = 0;
  counts["new session"] = 0;

  /** A session stays in the project of its first event. */
  async function projectFor(sessionId: string, folder: string | null): Promise<ProjectPreview | undefined> {
    const known = sessions.get(sessionId);
    if (known) return known;
    const isKnown = await isSession(memory.db, sessionId);
    if (!isKnown && folder === null) return undefined;
    const { id, root } = isKnown
      ? await projectOf(memory.db, sessionId)
      : await projectAt(memory, folder ?? "");
    const project = projects.get(id) ?? { root, sessions: 0, stored: 0, duplicates: 0 };
    if (!projects.has(id)) preview.projects.push(project);
    projects.set(id, project);
    sessions.set(sessionId, project);
    project.sessions++;
    countIn(counts, "session");
    if (!isKnown) countIn(counts, "new session");
    return project;
  }

  return {
    async session(id) {
      if (id !== null) await projectFor(id, null);
    },
    async add(events) {
      for (const { event } of events) await projectFor(event.sessionId, event.projectDir);
      const observed = events.flatMap(({ prepared }) => (prepared ? [prepared] : []));
      for (const [i, status] of (await foresee(memory, observed)).entries()) {
        const prepared = observed[i] as PreparedEvent;
        const project = sessions.get(prepared.head.sessionId);
        if (status === null || !project) continue;
        const isNew = status === "stored" && !seen.has(shortKey(prepared));
        seen.add(shortKey(prepared));
        const counted = isNew ? "stored" : "duplicates";
        progress[counted]++;
        project[counted]++;
      }
    },
  };
}

async function projectAt(memory: Memory, folder: string): Promise<{ id: string; root: string }> {
  const known = await findProject(memory.db, folder);
  if (known) return known;
  const { key, root } = identify(folder);
  return { id: key, root };
}

/** 48 bits instead of two ids: a million of them take 40 MB, and one wrong count among a million is rare. */
function shortKey({ observation: { row } }: PreparedEvent): number {
  return createHash("sha1").update(`${row.session_id}\n${row.host_key}`).digest().readUIntBE(0, 6);
}
