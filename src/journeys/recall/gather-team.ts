// What the team's own rules and decisions are, as its repository or its server has them: for the start of a session. The rest is found
// when a prompt is about it.

import type { Memory } from "../../memory/memory.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { staleReasons } from "../../rooms/anchors/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { sharedNodes } from "../../rooms/shared/room.ts";
import { isShared } from "../../store/writer.ts";
import { type Candidate, ofShared } from "./candidates.ts";
import type { Reader } from "./plan.ts";

/** Rules bind everybody; a decision is worth its line while it is new. */
const order = ["convention", "pattern", "gotcha", "decision", "architecture"];
const atMost = 40;

export async function gatherTeam(
  { db }: Memory,
  { projectId }: Pick<Reader, "projectId">,
): Promise<Candidate[]> {
  const shared = (await nodesOf(db, await sharedNodes(db, projectId))).filter(
    (node) => node.state === "active" && node.supersededBy === null && isShared(node.machine),
  );
  const told = shared
    .filter((node) => rank(node) >= 0)
    .sort((a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, atMost);
  const stale = await staleReasons(
    db,
    told.map(({ id }) => id),
  );
  return told.map((node, at) => {
    const caution = stale.get(node.id);
    return ofShared(node, caution, {
      section: "team",
      priority: -at - (caution ? atMost : 0),
      why: { reason: `${node.category ?? node.type} of the team` },
    });
  });
}

function rank({ type, category }: Node): number {
  return order.indexOf(category ?? type);
}
