// Operations on a team's memory.

import { setConfig } from "../../config/load.ts";
import { share, unshare } from "../../journeys/share/share.ts";
import { teamStatus } from "../../journeys/share/status.ts";
import { takeIn } from "../../journeys/share/take-in.ts";
import { treeAt } from "../../memory/shared/folder.ts";
import { setTrust } from "../../memory/shared/trusted.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { findProject, projectKeys } from "../../rooms/projects/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async share({ memory }, { id, dryRun, folder }) {
    const whole = id === undefined ? undefined : await resolveId(memory.db, "nodes", id);
    return { ...(await share(memory, { folder: named(folder), id: whole, dryRun })), isDryRun: dryRun };
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
  "team.status": ({ memory }, { folder }) => teamStatus(memory, named(folder)),
  "team.pull": ({ memory }, { folder }) => takeIn(memory, named(folder)),
  async "team.trust"({ memory }, { folder, refuse }) {
    setTrust(memory.paths, treeAt(named(folder)), refuse ? "refused" : "trusted");
    return takeIn(memory, named(folder));
  },
} satisfies HandlersOf<typeof operations>;

function named(folder: string | undefined): string {
  if (folder !== undefined) return folder;
  throw new TellbackError("invalid_input", "no project given", { hint: "Give the project's folder." });
}
