// show: which thing an id names, given as much of the id as is unique, and what that thing is called.

import { type IdKind, idPrefixes } from "../protocol/ids.ts";
import { getCompaction, getObservation, getSession, lengthsOfCompaction } from "../rooms/episodic/room.ts";
import { getLearning } from "../rooms/semantic/room.ts";
import { resolveId } from "../store/resolve.ts";
import type { Db } from "../store/schema.ts";

const tables = { observation: "observations", node: "nodes", compaction: "compactions" } as const;

export interface Named {
  kind: keyof typeof tables | "session";
  id: string;
}

/** What has no prefix is a session: its id is the host's. */
export async function named(db: Db, typed: string): Promise<Named> {
  for (const kind of Object.keys(tables) as (keyof typeof tables & IdKind)[]) {
    if (typed.startsWith(`${idPrefixes[kind]}_`))
      return { kind, id: await resolveId(db, tables[kind], typed) };
  }
  return { kind: "session", id: await resolveId(db, "sessions", typed) };
}

export async function titleOf(db: Db, { kind, id }: Named): Promise<string> {
  switch (kind) {
    case "observation":
      return (await getObservation(db, id)).title;
    case "node":
      return (await getLearning(db, id)).content;
    case "compaction":
      return lengthsOfCompaction(await getCompaction(db, id)).title;
    case "session": {
      const { name, firstPrompt } = await getSession(db, id);
      return name ?? firstPrompt ?? id;
    }
  }
}
