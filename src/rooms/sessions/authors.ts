// Whose sessions are, and the turns of them.

import type { Db } from "../../store/schema.ts";

export interface SessionAuthor {
  author: string | null;
  machine: string | null;
  /** When the session was last seen. */
  at: string;
}

/** By the id of the session or of the turn. */
export async function sessionAuthors(
  db: Db,
  { sessions, turns }: { sessions: readonly string[]; turns: readonly string[] },
): Promise<Map<string, SessionAuthor>> {
  const columns = ["s.author", "s.machine", "s.last_seen_at as at"] as const;
  const found = [
    ...(sessions.length === 0
      ? []
      : await db
          .selectFrom("sessions as s")
          .select(["s.id as of", ...columns])
          .where("s.id", "in", sessions)
          .execute()),
    ...(turns.length === 0
      ? []
      : await db
          .selectFrom("turns as t")
          .innerJoin("sessions as s", "s.id", "t.session_id")
          .select(["t.id as of", ...columns])
          .where("t.id", "in", turns)
          .execute()),
  ];
  return new Map(found.map(({ of, ...author }) => [of, author]));
}

export interface MachineSeen {
  author: string | null;
  machine: string | null;
  sessions: number;
  lastSeenAt: string;
}

/** The machines that worked on a project, the one that was seen last first. */
export async function machinesSeen(db: Db, projectId: string): Promise<MachineSeen[]> {
  const rows = await db
    .selectFrom("sessions")
    .select((eb) => [
      ...(["author", "machine"] as const),
      eb.fn.countAll<number>().as("sessions"),
      eb.fn.max("last_seen_at").as("lastSeenAt"),
    ])
    .where("project_id", "=", projectId)
    .groupBy(["author", "machine"])
    .orderBy("lastSeenAt", "desc")
    .execute();
  return rows.map((row) => ({ ...row, sessions: Number(row.sessions) }));
}
