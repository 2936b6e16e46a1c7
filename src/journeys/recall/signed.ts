// Whose a memory is: what somebody else stated is told with their name and its age. One place for every moment.

import type { Memory } from "../../memory/memory.ts";
import { sessionAuthors } from "../../rooms/sessions/room.ts";
import { nodeAuthors } from "../../rooms/shared/room.ts";
import { isByAnother, writerOf } from "../../store/writer.ts";
import type { Candidate } from "./candidates.ts";

interface Authored {
  author: string | null;
  machine: string | null;
  at: string;
}

export async function signed<C extends Candidate>(
  { db }: Pick<Memory, "db">,
  candidates: readonly C[],
  now: string,
): Promise<C[]> {
  const me = writerOf(db);
  const of = (...kinds: string[]) => candidates.flatMap(({ id, kind }) => (kinds.includes(kind) ? [id] : []));
  const [nodes, sessions] = await Promise.all([
    nodeAuthors(db, of("node", "learning")),
    sessionAuthors(db, { sessions: of("session"), turns: of("turn") }),
  ]);
  const authorOf = ({ id, at }: C): Authored | undefined => {
    const session = sessions.get(id);
    return nodes.get(id) ?? (session && { ...session, at: at ?? session.at });
  };
  return candidates.map((one) => {
    const made = authorOf(one);
    return made && isByAnother(made, me) ? { ...one, by: `${made.author}, ${ageText(made.at, now)}` } : one;
  });
}

const dayMs = 24 * 60 * 60_000;
const daysCounted = 60;

/** Days while one counts them, then the date. */
export function ageText(at: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / dayMs);
  if (!(days >= 1)) return "today";
  return days <= daysCounted ? `${days} d` : at.slice(0, 10);
}
