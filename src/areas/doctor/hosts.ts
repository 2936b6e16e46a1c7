// The hosts that tellback is installed in: whether its part is still in their files, whether a canary passes through the
// installed hook, whether their events arrive, and what each does not allow.

import type { Host } from "../../agents/host.ts";
import { hosts } from "../../agents/hosts.ts";
import type { Client } from "../../client/client.ts";
import { loadConfig } from "../../config/load.ts";
import type { Paths } from "../../config/paths.ts";
import { arrivalsOf } from "../../journeys/report/silent-hosts.ts";
import { version } from "../../platform/version.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { isSame, planInstall } from "../install/change.ts";
import { targetsOf } from "../install/hosts.ts";
import { type InstalledHost, readManifest } from "../install/manifest.ts";
import { when } from "../text/output.ts";
import { sendThrough } from "./canary.ts";
import { degraded, type Finding, type Outcome, timed } from "./finding.ts";
import { repair } from "./host.ts";

/** That a host is silent is among the problems of the status; without a daemon no canary is sent. */
export async function* checkHosts(paths: Paths, client: Client | undefined): AsyncGenerator<Finding> {
  const { installed } = readManifest(paths);
  for (const host of hosts) {
    const here = installed.filter((one) => one.host === host.name);
    if (here.length === 0) continue;
    yield await timed("host", "degraded", () => checkHost({ paths, client, host, here }));
  }
}

interface HostQuestion {
  paths: Paths;
  client: Client | undefined;
  host: Host;
  here: readonly InstalledHost[];
}

async function checkHost({ paths, client, host, here }: HostQuestion): Promise<Outcome> {
  const { title, name } = host;
  // Claude Code's own checks say more about its files.
  const changed = name === "claude-code" ? [] : here.flatMap((one) => missingIn(paths, host, one));
  if (changed.length > 0) {
    return degraded(
      `${title}: tellback's part is missing or old in ${changed.join(", ")}`,
      `\`tellback install --host ${name}\` writes it again.`,
      () => repair(paths),
    );
  }
  if (!host.hooks) return { found: `${title}: MCP server only; its work is not captured` };
  for (const { scope } of client ? here : []) await tryHook(paths, client as Client, host, scope);
  const { lastAt = null } = arrivalsOf(paths).find((one) => one.host === host) ?? {};
  const arrived = lastAt === null ? "no session yet" : `last event ${when(lastAt)}`;
  const trip = client ? "a canary came back through its hook" : "installed";
  return { found: [`${title}: ${trip}, ${arrived}`, ...host.cannot].join(". ").replace(/\.$/, "") };
}

async function tryHook(
  paths: Paths,
  client: Client,
  host: Host,
  scope: InstalledHost["scope"],
): Promise<void> {
  try {
    await sendThrough(client, paths, { host, scope });
  } catch (thrown) {
    const { code, message } = TellbackError.from(thrown);
    throw new TellbackError(code, `${host.title}: ${message}`, {
      hint: `\`tellback install --host ${host.name} --force\` writes its hooks again; \`tellback daemon logs\` shows more.`,
    });
  }
}

/** Files of the host whose tellback part is not what an installation would write. */
function missingIn(paths: Paths, host: Host, one: InstalledHost): string[] {
  const who = { host: host.name, scope: one.scope, folder: one.folder, version };
  const closingLine = loadConfig().config["recall.closingLine"];
  const targets = targetsOf(host, paths, { ...who, closingLine });
  return planInstall(paths, who, targets, true)
    .filter(({ now, after }) => !isSame(now, after))
    .map(({ path }) => path);
}
