// Operations on a team's memory. What changes who may read it is not for a browser.

import { setConfig } from "../../config/load.ts";
import { share, unshare } from "../../journeys/share/share.ts";
import { teamStatus } from "../../journeys/share/status.ts";
import { takeIn } from "../../journeys/share/take-in.ts";
import { createTeam } from "../../journeys/team/create.ts";
import { exchange } from "../../journeys/team/exchange.ts";
import { joinTeam, leaveTeam } from "../../journeys/team/join.ts";
import { addMember, membersOf, revokeMember } from "../../journeys/team/members.ts";
import { decide, proposals } from "../../journeys/team/review.ts";
import { teamStanding } from "../../journeys/team/standing.ts";
import { treeAt } from "../../memory/shared/folder.ts";
import { setTrust } from "../../memory/shared/trusted.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { findProject, projectKeys } from "../../rooms/projects/room.ts";
import { placeIn } from "../../store/postgres-url.ts";
import { resolveId } from "../../store/resolve.ts";
import { writerOf } from "../../store/writer.ts";
import type { HandlerContext, HandlersOf } from "../context.ts";
import type { OutputOf } from "../contracts.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async share({ memory }, { id, dryRun, repository, proposed, folder }) {
    const whole = id === undefined ? undefined : await resolveId(memory.db, "nodes", id);
    return {
      ...(await share(memory, { folder: named(folder), id: whole, dryRun, repository, proposed })),
      isDryRun: dryRun,
    };
  },
  async "share.rule"({ memory }, { rule, folder }) {
    const project = await findProject(memory.db, named(folder));
    const key = project && (await projectKeys(memory.db)).get(project.id);
    if (!project || !key)
      throw new TellbackError("not_found", `no project is known at ${folder}`, {
        hint: "`tellback projects` lists those that are.",
      });
    const { [key]: _, ...rest } = memory.config["share.rules"];
    const rules = rule === "off" ? rest : { ...rest, [key]: rule };
    setConfig(memory.paths, "share.rules", JSON.stringify(rules));
    memory.refreshSettings();
    return { project: project.name, rule };
  },
  async unshare({ memory }, { id }) {
    return unshare(memory, await resolveId(memory.db, "nodes", id));
  },
  async "team.create"(context, { url, name }) {
    refusePage(context);
    const { memory } = context;
    const own = name ?? writerOf(memory.db).author ?? "";
    await createTeam(url, own);
    await joinTeam(memory, url);
    return { place: placeIn(url), name: own };
  },
  async "team.join"(context, { url }) {
    refusePage(context);
    return { place: placeIn(url), ...(await joinTeam(context.memory, url)) };
  },
  async "team.leave"(context) {
    refusePage(context);
    return { dropped: await leaveTeam(context.memory) };
  },
  async "team.members"({ memory }) {
    return { members: await membersOf(memory) };
  },
  async "team.add"(context, asked): Promise<OutputOf<"team.add">> {
    refusePage(context);
    return addMember(context.memory, asked);
  },
  async "team.revoke"(context, { name }) {
    refusePage(context);
    await revokeMember(context.memory, name);
    return { name };
  },
  async "team.proposals"({ memory }) {
    return { proposals: await proposals(memory) };
  },
  async "team.decide"(context, { verdict, id }) {
    refusePage(context);
    const decided = await decide(context.memory, id, verdict);
    await exchange(context.memory);
    return { ...decided, verdict };
  },
  async "team.status"({ memory }, { folder }): Promise<OutputOf<"team.status">> {
    return { ...(await teamStatus(memory, named(folder))), server: await teamStanding(memory) };
  },
  async "team.pull"({ memory }, { folder }) {
    return { ...(await takeIn(memory, named(folder))), exchanged: await exchange(memory) };
  },
  async "team.trust"({ memory }, { folder, refuse }) {
    setTrust(memory.paths, treeAt(named(folder)), refuse ? "refused" : "trusted");
    return takeIn(memory, named(folder));
  },
} satisfies HandlersOf<typeof operations>;

function refusePage({ isPage }: HandlerContext): void {
  if (isPage)
    throw new TellbackError("forbidden", "a team is changed by its commands, not in the page", {
      hint: "`tellback help team` lists them.",
    });
}

function named(folder: string | undefined): string {
  if (folder !== undefined) return folder;
  throw new TellbackError("invalid_input", "no project given", { hint: "Give the project's folder." });
}
