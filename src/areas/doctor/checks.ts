// Checks of everything the loop needs: the machine, the folder, the store, the daemon, the host's hooks.

import { chmodSync, lstatSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../../client/client.ts";
import { connect } from "../../client/connect.ts";
import { loadConfig } from "../../config/load.ts";
import type { Paths } from "../../config/paths.ts";
import { ensurePrivateFolder } from "../../config/private-files.ts";
import { tryLayers } from "../../journeys/functions/layers.ts";
import { isNewer, version } from "../../platform/version.ts";
import { listBackups } from "../../store/backup.ts";
import { migrationStatus } from "../../store/migrate.ts";
import { damageOf, openStore } from "../../store/open.ts";
import { ownEntries } from "../install/home-content.ts";
import type { ProblemCode } from "../system/contract.ts";
import { bytes, when } from "../text/output.ts";
import { sendCanary } from "./canary.ts";
import { degraded, type Finding, type Outcome, pending, timed } from "./finding.ts";
import { checkClaudeCode, checkEntries } from "./host.ts";
import { checkHosts } from "./hosts.ts";
import { checkModels } from "./models.ts";

const minNode = "24.15";
const littleDisk = 500 * 1024 * 1024;

export async function* checkAll(): AsyncGenerator<Finding> {
  yield await timed("node", "failed", checkNode);
  let paths: Paths | undefined;
  yield await timed("config", "failed", () => {
    const loaded = loadConfig({ projectDir: process.cwd() });
    paths = loaded.paths;
    const [ignored] = loaded.ignored;
    return ignored ? { state: "degraded", found: ignored } : { found: "the settings are valid" };
  });
  if (!paths) return;
  yield await timed("folder", "failed", () => checkFolder(paths as Paths));
  yield await timed("disk", "degraded", () => checkDisk((paths as Paths).home));
  const daemon: { client?: Client } = {};
  yield await timed("daemon", "failed", async () => {
    const connection = await connect(paths as Paths);
    daemon.client = connection.client;
    const state = await connection.client.call("daemon.state", {});
    return { found: `pid ${state.pid}, version ${state.version}, ${bytes(state.rssBytes)}` };
  });
  yield await timed("store", "failed", () => checkStore(paths as Paths));
  if (daemon.client) {
    yield* sendCanary(daemon.client, paths);
    yield* checkModels(daemon.client);
    const { problems } = await daemon.client.call("status", {});
    for (const { code, message, hint } of problems) {
      const fix = fixes[code]?.bind(null, daemon.client);
      yield { what: "status", code, state: "degraded", found: message, hint, fix };
    }
  }
  yield await timed("backup", "degraded", () => checkBackups(paths as Paths));
  yield await timed("sandbox", "degraded", checkSandbox);
  yield await timed("entries", "degraded", () => checkEntries(paths as Paths));
  yield* checkClaudeCode(paths);
  yield* checkHosts(paths, daemon.client);
}

/** What the doctor may do about a problem; null where the user has to decide. */
const fixes: Record<ProblemCode, ((client: Client) => Promise<string>) | null> = {
  store_damaged: null,
  disk_full: null,
  intake_blocked: null,
  embedder_unavailable: null,
  spend_cap_reached: null,
  jobs_failed: async (client) => `${(await client.call("jobs.retry", {})).retried} jobs are retried`,
  payloads_unreadable: null,
  host_silent: null,
  team_unreachable: null,
};

/** Programs that try to leave the sandbox are run in it. */
async function checkSandbox(): Promise<Outcome> {
  const { config } = loadConfig();
  const {
    walls,
    missing: absent,
    held,
    unavailable,
    broken,
  } = await tryLayers(config["functions.weakIsolation"]);
  if (broken.length > 0) {
    return {
      state: "failed",
      found: `a program left the sandbox: ${broken.join(", ")}`,
      hint: "Do not run functions on this machine, and report it.",
    };
  }
  const [missing] = unavailable;
  if (missing) return pending(`holds ${held.join(", ")}; ${missing.language} does not run here`, missing.why);
  const found = `escapes from ${held.join(" and ")} were held`;
  if (absent.length === 0) return { found: `${found}, behind ${walls.join(" and ")}` };
  const hint = "Install bubblewrap (on Debian: apt-get install bubblewrap), on a kernel that allows it.";
  return degraded(`${found}, but without ${absent.join(" and ")}`, hint);
}

function checkNode() {
  return isNewer(minNode, process.versions.node)
    ? {
        state: "failed" as const,
        found: `Node ${process.versions.node}`,
        hint: `tellback needs Node ${minNode} or newer.`,
      }
    : { found: `Node ${process.versions.node} with SQLite ${process.versions.sqlite}, tellback ${version}` };
}

/** Only what is tellback's: other files in the home are their owner's business. */
function checkFolder(paths: Paths) {
  const { home } = paths;
  ensurePrivateFolder(home);
  const open =
    process.platform === "win32" ? [] : ownEntries(paths).filter((name) => isOpenToOthers(join(home, name)));
  return open.length === 0
    ? { found: `${home} is private` }
    : {
        state: "degraded" as const,
        found: `others can read ${open.join(", ")}`,
        hint: "`tellback doctor --fix` makes them private.",
        fix: () => {
          for (const name of open) chmodSync(join(home, name), lstatSync(join(home, name)).mode & 0o700);
          return "only you can read them now";
        },
      };
}

function isOpenToOthers(path: string): boolean {
  const entry = lstatSync(path);
  return !entry.isSymbolicLink() && (entry.mode & 0o077) !== 0;
}

function checkDisk(home: string) {
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  return free > littleDisk
    ? { found: `${bytes(free)} free` }
    : { state: "degraded" as const, found: `only ${bytes(free)} free`, hint: "A full disk stops capturing." };
}

/** Opens the store next to the daemon; both databases allow it. */
async function checkStore(paths: Paths) {
  const { config } = loadConfig();
  const store = await openStore(config, paths, { migrate: false });
  try {
    const missing = (await migrationStatus(store.db)).filter((one) => one.appliedAt === null);
    const damage = store.dialect === "sqlite" ? damageOf(store.file) : null;
    if (damage)
      return {
        state: "failed" as const,
        found: `damaged: ${damage}`,
        hint: "`tellback restore` restores a backup.",
      };
    if (missing.length > 0)
      return {
        state: "failed" as const,
        found: "tables are missing",
        hint: "`tellback migrate up` creates them.",
      };
    return { found: `${store.dialect}, intact and up to date` };
  } finally {
    await store.close();
  }
}

function isNewStore({ database }: Paths): boolean {
  const made = statSync(database, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  return Date.now() - made < 86_400_000;
}

function checkBackups(paths: Paths) {
  const [newest] = listBackups(paths);
  if (newest) return { found: `the newest is from ${when(newest.madeAt)} (${bytes(newest.bytes)})` };
  const hint = "The daemon makes one daily when it is idle; `tellback backup` makes one now.";
  return isNewStore(paths) ? pending("none yet", hint) : degraded("none yet", hint);
}
