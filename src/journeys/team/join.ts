// join, leave: whether this machine exchanges with a team. What was shared from here stays here, whatever happens.

import { setConfig, unsetConfig } from "../../config/load.ts";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { changeNode, nodesOf } from "../../rooms/knowledge/room.ts";
import { dropTeamRecord, teamRecords } from "../../rooms/shared/room.ts";
import { checkTeam, dropCopies, type Exchanged, exchange } from "./exchange.ts";
import { feedPage } from "./feed.ts";
import { closeLink, withTeam } from "./link.ts";
import { forgetTeam, note, noted } from "./positions.ts";
import type { MemberRole } from "./schema.ts";

interface Joined {
  name: string;
  role: MemberRole;
  exchanged: Exchanged;
}

export async function joinTeam(memory: Memory, url: string): Promise<Joined> {
  const { id, member } = await withTeam(url, async (db) => ({
    id: await checkTeam(db),
    member: (await feedPage(db, new Map())).member,
  }));
  const before = await noted(memory.db, "team");
  if (before !== null && before !== id)
    throw new TellbackError("conflict", "this machine is in another team", {
      hint: "`tellback team leave` leaves it.",
    });
  setConfig(memory.paths, "team.url", url);
  memory.refreshSettings();
  if (memory.config["team.url"] !== url)
    throw new TellbackError("conflict", "the setting team.url comes from the environment", {
      hint: "Unset TELLBACK_TEAM_URL.",
    });
  await note(memory.db, "team", id);
  return { ...member, exchanged: await exchange(memory) };
}

/** How many statements of others went from this machine. */
export async function leaveTeam(memory: Memory): Promise<number> {
  if (memory.config["team.url"] === "")
    throw new TellbackError("not_found", "this machine has joined no team");
  await closeLink(memory);
  unsetConfig(memory.paths, "team.url");
  memory.refreshSettings();
  const dropped = await dropCopies(memory);
  // What was shared with one team does not go to the next one.
  const at = new Date().toISOString();
  for (const { nodeId } of await teamRecords(memory.db, { isOwn: true })) {
    const [node] = await nodesOf(memory.db, [nodeId]);
    await memory.db.transaction().execute(async (tx) => {
      if (node?.scope === "team") await changeNode(tx, nodeId, { scope: "private" }, at);
      await dropTeamRecord(tx, nodeId);
    });
  }
  await forgetTeam(memory.db);
  memory.team.trouble = null;
  return dropped;
}
