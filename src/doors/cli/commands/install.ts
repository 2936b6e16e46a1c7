// engram install, and uninstall: engram becomes part of a host agent, and leaves it as it was.

import { existsSync, rmSync } from "node:fs";
import { packageRoot, writeLauncher } from "../../../client/entry.ts";
import { stopDaemon } from "../../../client/stop.ts";
import { type Paths, pathsOf } from "../../../config/paths.ts";
import { EngramError } from "../../../protocol/errors.ts";
import { version } from "../../../version.ts";
import {
  type Change,
  type Install,
  isSame,
  makeInstall,
  makeRemoval,
  planInstall,
  planRemoval,
  recordOf,
  type Target,
} from "../install/change.ts";
import { unifiedDiff } from "../install/diff.ts";
import { hostNamed, type Place } from "../install/hosts.ts";
import { readManifest } from "../install/manifest.ts";
import { lookAround } from "../install/neighbours.ts";
import { dim, good, say, sayJson, warn } from "../output.ts";

interface Options {
  json?: boolean;
  scope?: string;
  host?: string;
  dryRun?: boolean;
  force?: boolean;
  purge?: boolean;
}

export async function install(options: Options): Promise<void> {
  const paths = pathsOf();
  const who = whoOf(options);
  const host = hostNamed(who.host);
  const force = options.force === true;
  const targets = host.targets(paths, who);
  const notes = who.host === "claude-code" ? notesOn(paths, who, targets, force) : [];
  const changes = planInstall(paths, who, targets, force);
  const needed = changes.filter(({ now, after }) => !isSame(now, after));
  if (!options.dryRun) {
    makeInstall(paths, who, changes);
    writeLauncher(paths);
  }
  if (options.json)
    return sayJson({ ...who, dryRun: options.dryRun === true, changed: named(needed), notes });
  if (options.dryRun) return say(needed.map(diffOf).join("\n") || dim("Nothing to change."));
  for (const { path, what } of needed) say(`${good("✓")} ${what.padEnd(20)} ${path}`);
  say(
    needed.length === 0 ? `engram is part of ${host.name} already.` : `engram is part of ${host.name} now.`,
  );
  for (const note of [host.afterwards, ...notes]) say(dim(note));
  say(dim("`engram doctor` checks it, `engram uninstall` puts everything back."));
}

export async function uninstall(options: Options): Promise<void> {
  const paths = pathsOf();
  const all = options.host === undefined && options.scope === undefined;
  const asked = whoOf(options);
  const one = recordOf(paths, asked);
  const records = all ? readManifest(paths).installed : one ? [one] : [];
  const done = records.map((record) => {
    const targets = hostNamed(record.host).targets(paths, record);
    const edits = new Map(targets.map((target) => [target.path, target.edit]));
    return { record, changes: planRemoval(paths, record, edits) };
  });
  const changed = done.flatMap(({ changes }) => changes.filter(({ now, after }) => !isSame(now, after)));
  if (options.dryRun) return say(changed.map(diffOf).join("\n") || dim("Nothing to change."));
  for (const { record, changes } of done) makeRemoval(paths, record, changes);
  if (options.purge) await purge();
  if (options.json) return sayJson({ changed: named(changed), purged: options.purge === true });
  for (const { path, after, edited } of changed) {
    const how = edited
      ? "without engram's part, your changes kept"
      : after === null
        ? "removed"
        : "as it was";
    say(`${good("✓")} ${path} ${dim(how)}`);
  }
  if (records.length === 0)
    say(dim("engram is not installed in any host (a plugin is removed by the client itself)."));
  say(
    options.purge
      ? `All memories are deleted, ${paths.home} with them.`
      : dim(`Your memories are kept in ${paths.home}; \`engram uninstall --purge\` deletes them too.`),
  );
}

function whoOf({ scope = "user", host = "claude-code" }: Options): Install & Place {
  if (scope !== "user" && scope !== "project") {
    throw new EngramError("invalid_input", `no scope ${scope}`, {
      hint: "--scope user, or --scope project.",
    });
  }
  hostNamed(host);
  return { host, scope, folder: scope === "project" ? process.cwd() : null, version };
}

/** What the user should know about the neighbourhood; a plugin beside it would do everything twice. */
function notesOn(paths: Paths, who: Install, targets: readonly Target[], force: boolean): string[] {
  const { plugin, peers, nativeMemory, hooksIn } = lookAround(who.folder ?? process.cwd());
  const isTarget = (path: string) => targets.some((target) => target.path === path);
  const [elsewhere] = hooksIn.filter((path) => !isTarget(path));
  if (elsewhere && !force) {
    throw new EngramError("conflict", `engram's hooks are in ${elsewhere} already`, {
      hint: "Both together would tell the agent everything twice. `engram uninstall` takes the others out.",
    });
  }
  if (plugin && !force) {
    throw new EngramError("conflict", `engram is installed as a plugin already (${plugin})`, {
      hint: `Both together would tell the agent everything twice. Keep the plugin, or \`claude plugin uninstall ${plugin}\` first.`,
    });
  }
  const notes = peers.map(
    ({ name, where }) =>
      `${warn(name)} is there too (${where}). Both work side by side; each captures and injects for itself, so the agent reads, and you pay, both.`,
  );
  if (hooksIn.some(isTarget) && !recordOf(paths, who)) notes.push("Hooks of an older engram are replaced.");
  if (nativeMemory) {
    notes.push(
      "Claude Code's own memory stays on: it writes MEMORY.md by itself, engram keeps what happened. To have engram alone, set autoMemoryEnabled to false in settings.json.",
    );
  }
  if (/[\\/]_npx[\\/]/.test(packageRoot)) {
    notes.push(
      "This engram lies in npx's cache, which npm may clear: `npm install -g engram` makes it stay.",
    );
  }
  return notes;
}

async function purge(): Promise<void> {
  const paths = pathsOf();
  await stopDaemon(paths);
  if (existsSync(paths.home)) rmSync(paths.home, { recursive: true, force: true });
}

const named = (changes: readonly Change[]) => changes.map(({ path, what }) => ({ path, what }));

function diffOf({ path, now, after }: Change): string {
  const text = (content: Buffer | null) => content?.toString("utf8") ?? null;
  return unifiedDiff(path, text(now), text(after));
}
