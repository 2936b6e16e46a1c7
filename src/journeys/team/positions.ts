// How far the feed of a team has been read, for each project, and which server it was.

import type { Db } from "../../store/schema.ts";
import { dropPositions, positionsIn, setPosition } from "../../store/sync-state.ts";

export interface FeedPosition {
  xid: string;
  seq: string;
}

export const atStart: FeedPosition = { xid: "0", seq: "0" };

/** A machine is in one team. */
const vault = "team";
const ofProject = "project:";

type Noted = "team" | "epoch" | "reached";

export async function feedPositions(db: Db): Promise<Map<string, FeedPosition>> {
  const known = [...(await positionsIn(db, vault))].filter(([name]) => name.startsWith(ofProject));
  return new Map(
    known.map(([name, { hash }]) => {
      const [xid = "0", seq = "0"] = hash.split(" ");
      return [name.slice(ofProject.length), { xid, seq }];
    }),
  );
}

export function setFeedPosition(db: Db, project: string, { xid, seq }: FeedPosition): Promise<void> {
  return setPosition(db, vault, `${ofProject}${project}`, { number: 0, hash: `${xid} ${seq}` });
}

export async function noted(db: Db, what: Noted): Promise<string | null> {
  return (await positionsIn(db, vault)).get(what)?.hash ?? null;
}

export function note(db: Db, what: Noted, value: string): Promise<void> {
  return setPosition(db, vault, what, { number: 0, hash: value });
}

/** Everything is read again. */
export async function forgetPositions(db: Db): Promise<void> {
  const known = [...(await positionsIn(db, vault)).keys()];
  await dropPositions(
    db,
    vault,
    known.filter((name) => name.startsWith(ofProject)),
  );
}

export async function forgetTeam(db: Db): Promise<void> {
  await forgetPositions(db);
  await dropPositions(db, vault, ["team", "epoch", "reached"] satisfies Noted[]);
}
