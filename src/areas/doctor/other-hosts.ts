// The other hosts that tellback is installed in: whether its part is still in their files, whether their events arrive,
// and what each does not allow.

import type { Host } from "../../agents/host.ts";
import { hosts } from "../../agents/hosts.ts";
import { loadConfig } from "../../config/load.ts";
import type { Paths } from "../../config/paths.ts";
import { arrivalsOf } from "../../journeys/report/silent-hosts.ts";
import { version } from "../../platform/version.ts";
import { isSame, planInstall } from "../install/change.ts";
import { targetsOf } from "../install/hosts.ts";
import { type Installed, readManifest } from "../install/manifest.ts";
import { when } from "../text/output.ts";
import { degraded, type Finding, type Outcome, timed } from "./finding.ts";
import { repair } from "./host.ts";

/** Claude Code has checks of its own; that a host is silent is among the problems of the status. */
export async function* checkOtherHosts(paths: Paths): AsyncGenerator<Finding> {
  const { installed } = readManifest(paths);
  for (const host of hosts.filter(({ name }) => name !== "claude-code")) {
    const here = installed.filter((one) => one.host === host.name);
    if (here.length === 0) continue;
    yield await timed("host", "degraded", () => checkHost(paths, host, here));
  }
}

function checkHost(paths: Paths, host: Host, installed: readonly Installed[]): Outcome {
  const { title, name } = host;
  const changed = installed.flatMap((one) => missingIn(paths, host, one));
  if (changed.length > 0) {
    return degraded(
      `${title}: tellback's part is missing or old in ${changed.join(", ")}`,
      `\`tellback install --host ${name}\` writes it again.`,
      () => repair(paths),
    );
  }
  if (!host.hooks) return { found: `${title}: MCP server only; its work is not captured` };
  const { lastAt = null } = arrivalsOf(paths).find((one) => one.host === host) ?? {};
  const arrived = lastAt === null ? "no session yet" : `last event ${when(lastAt)}`;
  return { found: [`${title}: installed, ${arrived}`, ...host.cannot].join(". ").replace(/\.$/, "") };
}

/** Files of the host whose tellback part is not what an installation would write. */
function missingIn(paths: Paths, host: Host, one: Installed): string[] {
  const who = { host: host.name, scope: one.scope, folder: one.folder, version };
  const closingLine = loadConfig().config["recall.closingLine"];
  const targets = targetsOf(host, paths, { ...who, closingLine });
  return planInstall(paths, who, targets, true)
    .filter(({ now, after }) => !isSame(now, after))
    .map(({ path }) => path);
}
