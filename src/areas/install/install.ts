// tellback install and uninstall: adds tellback to a host agent, and restores the host as it was.

import { homedir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { packageRoot, writeLauncher } from "../../client/entry.ts";
import { stopDaemon } from "../../client/stop.ts";
import { keepCommandWord, plainWord } from "../../config/command-word.ts";
import { loadConfig } from "../../config/load.ts";
import { type Paths, pathsOf } from "../../config/paths.ts";
import { version } from "../../platform/version.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { listBackups } from "../../store/backup.ts";
import { confirmLoss, sayWhatStays } from "../text/confirm.ts";
import { dim, good, plural, say, sayAside, sayJson, warn } from "../text/output.ts";
import type { Loss } from "../text/renderer.ts";
import {
  type Change,
  type Install,
  isSame,
  makeInstall,
  makeRemoval,
  planInstall,
  planRemoval,
  type Removal,
  recordOf,
  type Target,
  wholeFileLeft,
} from "./change.ts";
import { type HistoryCounts, readHistory, rememberedText } from "./history.ts";
import { emptyHome } from "./home-content.ts";
import { chooseCommand } from "./host-shell.ts";
import { hostNamed, type Place, targetsOf } from "./hosts.ts";
import { readManifest } from "./manifest.ts";
import { findNeighbours } from "./neighbours.ts";
import { chooseLlm, isDecided, llmChoice } from "./own-login.ts";
import { diffOf, plannedText } from "./planned.ts";
import { quoted } from "./tellback-files.ts";

interface Options {
  json?: boolean;
  scope?: string;
  host?: string;
  dryRun?: boolean;
  diff?: boolean;
  force?: boolean;
  llm?: string;
  /** False: `--no-history`. */
  history?: boolean;
  purge?: boolean;
  yes?: boolean;
}

export async function install(options: Options): Promise<void> {
  const paths = pathsOf();
  const who = installOf(options);
  const host = hostNamed(who.host);
  const force = options.force === true;
  const llm = llmChoice(options.llm);
  const { word, targets: ofCommand } = await chooseCommand(paths);
  const closingLine = loadConfig().config["recall.closingLine"];
  const targets = [...targetsOf(host, paths, { ...who, command: word, closingLine }), ...ofCommand];
  const notes =
    who.host === "claude-code"
      ? [...notesOn(paths, who, targets, force), ...(closingLine ? [aboutClosingLine] : [])]
      : [];
  const changes = planInstall(paths, who, targets, force);
  const needed = changes.filter(({ now, after }) => !isSame(now, after));
  if (!options.dryRun) {
    makeInstall(paths, who, changes);
    writeLauncher(paths);
    keepCommandWord(paths, word);
    const isAsked = !options.json && host.name === "claude-code" && isTerminal() && !isDecided();
    await chooseLlm(paths, llm, { isAsked });
  }
  if (options.json) {
    const remembered = await historyOf(paths, who, options);
    const dryRun = options.dryRun === true;
    return sayJson({ ...who, command: word, dryRun, changed: named(needed), notes, remembered });
  }
  if (options.dryRun) {
    if (options.diff) return say(needed.map(diffOf).join("\n") || dim("Nothing to change."));
    return say(plannedText(`${host.title}: tellback install would write`, needed, notes));
  }
  for (const { path, what } of needed) say(`${good("✓")} ${what.padEnd(20)} ${path}`);
  say(
    needed.length === 0
      ? `tellback is already installed in ${host.title}.`
      : `tellback is installed in ${host.title}.`,
  );
  for (const note of [host.afterwards, ...notes, ...aboutPath(paths, word)]) say(dim(note));
  say(dim("`tellback doctor` checks it, `tellback uninstall` restores everything."));
  if (options.history === false) return;
  const remembered = await historyOf(paths, who, options);
  say(
    remembered === null
      ? "Nothing is remembered yet: it begins with the next session."
      : rememberedText(remembered),
  );
}

/** The installation stands also if the history cannot be read. */
async function historyOf(
  paths: Paths,
  who: Install & Place,
  { dryRun, json, history = true }: Options,
): Promise<HistoryCounts | null> {
  if (dryRun || !history) return null;
  try {
    return await readHistory(paths, who, { shown: !json });
  } catch (thrown) {
    const { message } = TellbackError.from(thrown);
    sayAside(`${warn("!")} The history was not read: ${message}. \`tellback import\` tries again.`);
    return null;
  }
}

function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

const aboutClosingLine =
  "The note asks the agent to end replies with a line on outcome, decision and open points, for later sessions. Without it: `tellback config set recall.closingLine false`, then install again.";

/** For a person whose shell does not find `tellback`; agents get the path. */
function aboutPath({ home }: Paths, word: string): string[] {
  if (word === plainWord || process.platform === "win32") return [];
  return [
    `Your shell does not find \`tellback\`; agents get its path. For yourself: export PATH=${quoted(join(home, "bin"))}:"$PATH"`,
  ];
}

export async function uninstall(options: Options): Promise<void> {
  const paths = pathsOf();
  const all = options.host === undefined && options.scope === undefined;
  const asked = installOf(options);
  const one = recordOf(paths, asked);
  const records = all ? readManifest(paths).installed : one ? [one] : [];
  const staying = readManifest(paths).installed.filter(
    (other) => !records.some((record) => isDeepStrictEqual(record, other)),
  );
  const done = records.map((record) => {
    const targets = targetsOf(hostNamed(record.host), paths, record);
    const edits = new Map(targets.map((target) => [target.path, target.edit]));
    return { record, changes: planRemoval(paths, record, { edits, staying }) };
  });
  const changed = done.flatMap(({ changes }) => changes.filter(({ now, after }) => !isSame(now, after)));
  const kept = done.flatMap(({ changes }) => changes.filter(isKept));
  if (options.dryRun) {
    if (!options.diff)
      return say(plannedText("tellback uninstall would change", changed, kept.map(keptText)));
    return say([...changed.map(diffOf), ...kept.map(keptText)].join("\n") || dim("Nothing to change."));
  }
  const loss = options.purge ? lossOfAll(paths) : null;
  if (loss) await confirmLoss(loss, options);
  for (const { record, changes } of done) makeRemoval(paths, record, changes);
  if (readManifest(paths).installed.length === 0) keepCommandWord(paths, plainWord);
  if (loss) await stopDaemon(paths);
  const left = loss ? emptyHome(paths) : [];
  if (options.json) {
    const stays = kept.map(({ path }) => ({ path, why: whyKept }));
    return sayJson({ changed: named(changed), kept: stays, purged: options.purge === true, left });
  }
  for (const { path, after, edited } of changed) {
    const how = edited
      ? "without tellback's part, your changes kept"
      : after === null
        ? "removed"
        : "as it was";
    say(`${good("✓")} ${path} ${dim(how)}`);
  }
  for (const one of kept) say(keptText(one));
  if (records.length === 0)
    say(dim("tellback is not installed in any host (remove a plugin in its client)."));
  if (!loss)
    say(dim(`Your memories are kept in ${paths.home}; \`tellback uninstall --purge\` deletes them too.`));
  else if (left.length === 0) say(`Deleted ${paths.home} with all memories.`);
  else {
    say(`Deleted tellback's files in ${paths.home}.`);
    for (const name of left) say(`${warn("!")} ${join(paths.home, name)} stays: it is not tellback's.`);
  }
  if (loss && options.yes) sayWhatStays(loss);
}

const whyKept = "you have changed it since tellback wrote it";

/** A file that tellback wrote and the user has changed since. */
function isKept({ now, after, edited, what }: Removal): boolean {
  return edited && isSame(now, after) && what === wholeFileLeft;
}

function keptText({ path }: Removal): string {
  return `${warn("!")} ${path} stays: ${whyKept}. Delete it if you do not need it.`;
}

function installOf({ scope = "user", host = "claude-code" }: Options): Install & Place {
  if (scope !== "user" && scope !== "project") {
    throw new TellbackError("invalid_input", `invalid scope "${scope}"`, {
      hint: "Use --scope user or --scope project.",
    });
  }
  hostNamed(host);
  return { host, scope, folder: scope === "project" ? process.cwd() : null, version };
}

/** Notes on other tools in the host; a tellback plugin there would do everything twice. */
function notesOn(paths: Paths, who: Install, targets: readonly Target[], force: boolean): string[] {
  const { plugin, peers, nativeMemory, hooksIn } = findNeighbours(who.folder ?? process.cwd());
  const isTarget = (path: string) => targets.some((target) => target.path === path);
  const [elsewhere] = hooksIn.filter((path) => !isTarget(path));
  if (elsewhere && !force) {
    throw new TellbackError("conflict", `tellback's hooks are already in ${elsewhere}`, {
      hint: "Both together would inject everything twice. `tellback uninstall` removes the others.",
    });
  }
  if (plugin && !force) {
    throw new TellbackError("conflict", `tellback is already installed as the plugin ${plugin}`, {
      hint: `Both together would inject everything twice. Keep the plugin, or \`claude plugin uninstall ${plugin}\` first.`,
    });
  }
  const notes = peers.map(
    ({ name, where }) =>
      `${warn(name)} is installed too (${where}). Both work side by side; each captures and injects on its own, so you pay for the tokens of both.`,
  );
  if (hooksIn.some(isTarget) && !recordOf(paths, who))
    notes.push("Hooks of another tellback installation are replaced.");
  if (nativeMemory) {
    notes.push(
      "Claude Code's own memory stays on: it writes MEMORY.md, tellback captures what happens. To use tellback alone, set autoMemoryEnabled to false in settings.json.",
    );
  }
  if (/[\\/]_npx[\\/]/.test(packageRoot)) {
    notes.push(
      "This tellback is in npx's cache, which npm may clear: `npm install -g tellback` installs it permanently.",
    );
  }
  return notes;
}

function lossOfAll(paths: Paths): Loss {
  const around = relative(paths.home, homedir());
  if (!around.startsWith("..") && !isAbsolute(around)) {
    throw new TellbackError("forbidden", `${paths.home} contains your home folder, not only memories`, {
      hint: "Remove tellback.db and tellback's folders in it by hand.",
    });
  }
  const copies = plural(listBackups(paths).length, "backup");
  return {
    goes: `This deletes tellback's files in ${paths.home}: all memories, settings, logs and ${copies}.`,
    stays: [
      "Backups and exports in other folders stay: delete those files yourself.",
      ...(isInPostgres()
        ? ["Memories in PostgreSQL stay: `drop schema tellback cascade` deletes them."]
        : []),
    ],
  };
}

function isInPostgres(): boolean {
  try {
    return loadConfig().config["store.url"] !== "";
  } catch {
    return false;
  }
}

const named = (changes: readonly Change[]) => changes.map(({ path, what }) => ({ path, what }));
