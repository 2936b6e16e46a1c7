// standing: what this machine knows of its team without asking the server, so that it answers while the server is away.

import type { Memory } from "../../memory/memory.ts";
import { teamRecords } from "../../rooms/shared/room.ts";
import { placeIn } from "../../store/postgres-url.ts";
import { linkOf } from "./link.ts";
import { noted } from "./positions.ts";
import type { MemberRole } from "./schema.ts";

export interface TeamStanding {
  place: string;
  member: { name: string; role: MemberRole } | null;
  reachedAt: string | null;
  failingSince: string | null;
  trouble: string | null;
  isRefused: boolean;
  /** Shared from here and not confirmed yet. */
  waiting: number;
  /** Shared from here, by what the team said of it. */
  own: { accepted: number; proposed: number; refused: number };
  /** Of others, here. */
  copies: number;
  toReview: number | null;
  problems: { id: string; problem: string }[];
}

/** Null where no team was joined. */
export async function teamStanding(memory: Memory): Promise<TeamStanding | null> {
  const link = linkOf(memory);
  if (link === null) return null;
  const records = await teamRecords(memory.db);
  const own = records.filter(({ isOwn }) => isOwn);
  const said = (state: string) => own.filter((one) => one.state === state && !one.isWaiting).length;
  return {
    ...{ place: placeIn(link.url), member: link.member, trouble: link.trouble, isRefused: link.isRefused },
    ...{ failingSince: link.failingSince, toReview: link.toReview },
    reachedAt: link.reachedAt ?? (await noted(memory.db, "reached")),
    waiting: own.filter(({ isWaiting }) => isWaiting).length,
    own: { accepted: said("accepted"), proposed: said("proposed"), refused: said("refused") },
    copies: records.length - own.length,
    problems: [...link.problems].map(([id, problem]) => ({ id, problem })),
  };
}
