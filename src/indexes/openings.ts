// The files for which there is something to inject when an agent opens them, as a folder that hook.sh reads: most files
// have nothing, and asking the daemon costs ten times as much as a look. The daemon keeps the folder while it runs; if
// the folder is missing, hooks ask the daemon.
//
//   <root><project folder>/@/<path in the project>@     one line: the conversations for which there is nothing (more)
//   <root><project folder>/@/<path in the project>@=    one line: names of it that are called; an edit of them may break calls
//   <root><project folder>/@/@untold, @broken           calls are broken: not said yet; broken at the end of a turn
//
// A session's id means all its conversations, "session/" the main one, "session/agent" that of a sub-agent.

import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, posix } from "node:path";

export interface Openings {
  /** Whether hooks in this project folder can read a folder that is not older than this. */
  isOffered(dir: string, withinMs: number): boolean;
  /** Folders in which hooks ask, of projects that are not stored yet. */
  readonly awaited: Set<string>;
  /** Projects whose files are tracked. */
  projects(): Set<string>;
  /** Publishes a project folder: the given touches first, then all later ones. */
  offer(dir: string, projectId: string, touches: AsyncIterable<Touch>): Promise<void>;
  touch(projectId: string, touch: Touch): void;
  /** What of a file is called: hooks ask about an edit that mentions it. */
  called(projectId: string, path: string, names: readonly string[]): void;
  /** Whether calls are broken in a project folder, and whether that is still to be said. */
  broken(dir: string, state: BrokenState): void;
  /** This conversation has received what there is for the file. */
  heard(dir: string, path: string, conversation: { sessionId: string; agentId: string }): void;
  /** The main conversation of a session has lost what it received. */
  forget(sessionId: string): void;
  /** Files of an earlier daemon are out of date. */
  clear(): void;
}

export interface Touch {
  path: string;
  /** The session that already knows it, because it made the change; null if any session may receive it. */
  sessionId: string | null;
}

interface BrokenState {
  isUntold: boolean;
  isBroken: boolean;
}

interface FileReaders {
  /** The only session that touched the file. */
  owner: string | null;
  heard: Set<string>;
}

interface Folder {
  projectId: string;
  place: string;
  files: Map<string, FileReaders>;
  broken: BrokenState;
  isThere: boolean;
  offeredAt: number;
}

/** More files than anybody works on; those touched longest ago are dropped. */
const maxFiles = 5_000;
const maxFolders = 50;

export function openOpenings(root: string): Openings {
  const folders = new Map<string, Folder>();
  /** Of each project; known also while its list is not published. */
  const calledIn = new Map<string, Map<string, string>>();

  function calledOf(projectId: string): Map<string, string> {
    const known = calledIn.get(projectId) ?? new Map<string, string>();
    calledIn.delete(projectId);
    calledIn.set(projectId, known);
    const [first] = calledIn.keys();
    if (calledIn.size > maxFolders && first !== undefined) calledIn.delete(first);
    return known;
  }

  function note(folder: Folder, { path, sessionId }: Touch): void {
    const known = folder.files.get(path);
    folder.files.delete(path); // The newest comes last.
    folder.files.set(path, known ? touched(known, sessionId) : { owner: sessionId, heard: new Set() });
    const [oldest] = folder.files.keys();
    if (folder.files.size > maxFiles && oldest !== undefined) {
      folder.files.delete(oldest);
      if (folder.isThere) rmSync(markOf(folder.place, oldest), { force: true });
    }
    if (folder.isThere) write(folder, path);
  }

  function write(folder: Folder, path: string): void {
    const known = folder.files.get(path);
    if (!known) return;
    guarded(folder, () => putMark(folder.place, path, known));
  }

  function guarded(folder: Folder, put: () => void): void {
    try {
      put();
    } catch {
      withdraw(folder);
    }
  }

  /** If it cannot be written (a full disk), hooks must ask. */
  function withdraw(folder: Folder): void {
    folder.isThere = false;
    remove(folder.place);
  }

  return {
    awaited: new Set(),
    isOffered(dir, withinMs) {
      const folder = folders.get(dir);
      return folder !== undefined && Date.now() - folder.offeredAt < withinMs;
    },
    projects: () => new Set(Array.from(folders.values(), ({ projectId }) => projectId)),
    async offer(dir, projectId, touches) {
      if (!isPlain(dir)) return;
      const [first] = folders.keys();
      if (folders.size >= maxFolders && first !== undefined && !folders.has(dir)) {
        withdraw(folders.get(first) as Folder);
        folders.delete(first);
      }
      const place = join(root, dir, "@");
      const before = folders.get(dir);
      const folder: Folder = {
        ...{ projectId, place, files: new Map(), isThere: false, offeredAt: Date.now() },
        broken: before?.broken ?? nothingBroken,
      };
      folders.set(dir, folder);
      for await (const touch of touches) note(folder, touch);
      if (folders.get(dir) !== folder) return;
      for (const [path, { heard }] of before?.files ?? []) {
        const known = folder.files.get(path);
        for (const conversation of heard) known?.heard.add(conversation);
      }
      publish(folder, calledOf(projectId));
    },
    touch(projectId, touch) {
      for (const folder of folders.values()) if (folder.projectId === projectId) note(folder, touch);
    },
    called(projectId, path, names) {
      const called = calledOf(projectId);
      const line = lineOf(names);
      if (called.get(path) === line || (line === "" && !called.has(path))) return;
      called.delete(path);
      called.set(path, line);
      const [oldest] = called.keys();
      const dropped = called.size > maxFiles ? oldest : undefined;
      if (dropped !== undefined) called.delete(dropped);
      for (const folder of folders.values()) {
        if (folder.projectId !== projectId || !folder.isThere) continue;
        guarded(folder, () => {
          if (dropped !== undefined) rmSync(calledMarkOf(folder.place, dropped), { force: true });
          putLine(folder.place, calledMarkOf(folder.place, path), line);
        });
      }
    },
    broken(dir, state) {
      const folder = folders.get(dir);
      if (!folder) return;
      folder.broken = state;
      if (folder.isThere) guarded(folder, () => putBroken(folder.place, state));
    },
    heard(dir, path, { sessionId, agentId }) {
      const folder = folders.get(dir);
      const known = folder?.files.get(path);
      if (!folder || !known) return;
      known.heard.add(`${sessionId}/${agentId}`);
      if (folder.isThere) write(folder, path);
    },
    forget(sessionId) {
      for (const folder of folders.values()) {
        for (const [path, { heard }] of folder.files) {
          if (heard.delete(`${sessionId}/`) && folder.isThere) write(folder, path);
        }
      }
    },
    clear() {
      folders.clear();
      calledIn.clear();
      this.awaited.clear();
      remove(root);
    },
  };
}

/** What one session did is new to every other session. */
function touched({ owner, heard }: FileReaders, sessionId: string | null): FileReaders {
  const stillHeard = [...heard].filter((one) => sessionId !== null && one.startsWith(`${sessionId}/`));
  return { owner: owner === sessionId ? owner : null, heard: new Set(stillHeard) };
}

/** Written next to its final path first: a hook that sees the folder sees all of it. */
function publish(folder: Folder, called: ReadonlyMap<string, string>): void {
  const part = `${folder.place}.${process.pid}.part`;
  try {
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true, mode: 0o700 });
    for (const [path, known] of folder.files) putMark(part, path, known);
    for (const [path, line] of called) putLine(part, calledMarkOf(part, path), line);
    putBroken(part, folder.broken);
    remove(folder.place);
    renameSync(part, folder.place);
    folder.isThere = true;
  } catch {
    remove(folder.place);
    rmSync(part, { recursive: true, force: true });
  }
}

/**
 * A name of maximum length has no room for the mark, and a folder `a@` is where the mark of `a` would be. One such file
 * must not withdraw the list of all others.
 */
const unmarkable = new Set(["ENAMETOOLONG", "EEXIST", "ENOTDIR", "EISDIR"]);

function putMark(place: string, path: string, { owner, heard }: FileReaders): void {
  const names = [owner ?? "", ...heard].filter((name) => /^[\w./-]+$/.test(name));
  putLine(place, markOf(place, path), names.join(" "));
}

function putLine(place: string, mark: string, line: string): void {
  if (!mark.startsWith(`${place}/`) || mark.includes("\0")) return;
  const part = `${mark}.part`;
  try {
    mkdirSync(dirname(mark), { recursive: true, mode: 0o700 });
    writeFileSync(part, `${line}\n`, { mode: 0o600 });
    renameSync(part, mark);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!unmarkable.has(code)) throw error;
    if (code === "EISDIR") rmSync(part, { force: true });
  }
}

function markOf(place: string, path: string): string {
  return `${join(place, path)}@`;
}

function calledMarkOf(place: string, path: string): string {
  return `${join(place, path)}@=`;
}

const nothingBroken: BrokenState = { isUntold: false, isBroken: false };

function putBroken(place: string, { isUntold, isBroken }: BrokenState): void {
  for (const [name, is] of [
    ["@untold", isUntold],
    ["@broken", isBroken],
  ] as const) {
    const mark = join(place, name);
    if (is) putLine(place, mark, "");
    else rmSync(mark, { force: true });
  }
}

const maxLine = 3_000;

/** `*`: more than a shell should look through, or names that it cannot. */
function lineOf(names: readonly string[]): string {
  const line = [...names].sort().join(" ");
  return line.length <= maxLine && /^[\w$ -]*$/.test(line) ? line : "*";
}

/** hook.sh compares text: a folder whose path can be written in two ways is not published. */
function isPlain(dir: string): boolean {
  return dir.startsWith("/") && posix.normalize(dir) === dir && !dir.endsWith("/") && !/[\0\n]/.test(dir);
}

/** Renamed at once; deleting takes longer. */
function remove(place: string): void {
  const away = `${place}.${process.pid}.${performance.now()}.old`;
  try {
    renameSync(place, away);
  } catch {
    return; // It does not exist.
  }
  rm(away, { recursive: true, force: true }).catch(() => {});
}
