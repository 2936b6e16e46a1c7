// The edges of nodes as they are shown: to other nodes, to the code that they are about (anchors), and to the turn in which
// they were said. Only the first are stored as edges; the others are known from the anchors and the observation.

import type { Node, Tie } from "../../protocol/knowledge.ts";
import { anchorsAmong } from "../../rooms/anchors/room.ts";
import { linksAmong } from "../../rooms/knowledge/room.ts";
import { turnsHaving } from "../../rooms/turns/room.ts";
import type { Db } from "../../store/schema.ts";

export async function tiesOf(
  db: Db,
  nodes: readonly Pick<Node, "id" | "observationId">[],
): Promise<Map<string, Tie[]>> {
  const ids = nodes.map(({ id }) => id);
  const said = nodes.flatMap(({ observationId }) => observationId ?? []);
  const links = await linksAmong(db, ids);
  const code = await anchorsAmong(db, ids);
  const turns = await turnsHaving(db, said);
  return new Map(
    nodes.map(({ id, observationId }): [string, Tie[]] => {
      const turn = turns.get(observationId ?? "");
      return [
        id,
        [
          ...(links.get(id) ?? []).map(({ content, ...link }): Tie => ({ ...link, text: content })),
          ...(code.get(id) ?? []).map(
            (place): Tie => ({ type: "ABOUT", direction: "from", id: place, text: place }),
          ),
          ...(turn ? [{ type: "SAID_IN", direction: "from", id: turn.id, text: turn.request } as const] : []),
        ],
      ];
    }),
  );
}
