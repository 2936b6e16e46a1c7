// What a file of a repository, or a record of the team, says as records, which pass the check of everything that comes from outside; and a memory as what a
// file says of it.

import { firstSentence } from "../../../libs/shorten/index.ts";
import type { ExportRecord } from "../../protocol/export.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { idOf } from "../../store/portable.ts";
import { type Shared, team } from "../../store/writer.ts";
import { portableOf } from "../records/kinds.ts";
import type { CodePlace, SharedMemory } from "./memory-file.ts";
import { isSharedTag } from "./memory-file.ts";

/** Reviewed by the team, and neither said by this user nor seen in a session here. */
const confidence = 0.5;
const maxTitle = 200;

export function recordsOfFile(
  memory: SharedMemory,
  { id, project, at, from }: { id: string; project: string; at: string; from: Shared },
): ExportRecord[] {
  const when = memory.date === null ? at : `${memory.date}T00:00:00.000Z`;
  const title = firstSentence(memory.content, maxTitle);
  const about = { project, at: when };
  const node = {
    ...{ type: memory.type, category: memory.category, content: memory.content, confidence },
    summary: memory.category === null && title !== memory.content ? title : null,
    ...{ timesSeen: 0, timesShown: 0, timesUsed: 0, shownWhenLowered: 0, isManual: false, tokens: 0 },
    ...{ state: "active" as const, supersededBy: null, staleSince: null, sessionId: null },
    ...{ observationId: null, message: null, saidBy: null, createdAt: when, updatedAt: when },
    ...{ validFrom: when, validUntil: null, scope: from === team ? ("team" as const) : ("project" as const) },
    ...{ author: memory.author ?? from, machine: from },
  };
  const tags = memory.tags.map((tag) => ({
    ...{ kind: "tag" as const, id: idOf(portableOf("tag"), { node_id: id, tag }), ...about },
    data: { nodeId: id, tag, createdAt: when },
  }));
  const anchors = memory.code.flatMap(({ file, symbol, hash }) =>
    hash === null
      ? []
      : [
          {
            ...{ kind: "anchor" as const, ...about },
            id: idOf(portableOf("anchor"), { node_id: id, file, symbol }),
            data: {
              ...{ nodeId: id, file, symbol, hash, isManual: true, madeAt: when },
              ...{ brokenAt: null, brokenBy: null, how: null },
            },
          },
        ],
  );
  return [{ kind: "node", id, ...about, data: node }, ...tags, ...anchors] as ExportRecord[];
}

/** What leaves of a memory. No id of a session, an observation or a machine. */
export function sharedOf(
  node: Node,
  {
    code,
    supersedes,
    author,
  }: { code: readonly CodePlace[]; supersedes: readonly string[]; author: string | null },
): SharedMemory {
  return {
    ...{ id: node.id, type: node.type, category: node.category, content: node.content, author },
    ...{ date: node.createdAt.slice(0, 10), code, supersedes },
    tags: node.tags.filter(isSharedTag),
  };
}
