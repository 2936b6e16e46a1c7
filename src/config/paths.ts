// Where tellback keeps its files. Everything private is in one folder, ~/.tellback, or TELLBACK_HOME.

import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { revealedPath } from "../platform/covered-paths.ts";
import { TellbackError } from "../protocol/errors.ts";

export interface Paths {
  home: string;
  config: string;
  trust: string;
  /** The id of this machine. */
  machine: string;
  database: string;
  backups: string;
  logs: string;
  /** Notes of files that are being written beside a path of the user's choice. */
  unfinished: string;
  inbox: string;
  /** Which inbox files the daemon is reading, and which ones it has crashed on. */
  openFiles: string;
  /** Hook payloads that could not be read, redacted, for the user to inspect. */
  unreadable: string;
  /** The daemon's registration: pid, socket, token and version, one a line so that sh can read it. */
  register: string;
  /** The daemon holds this lock as long as it lives. */
  lock: string;
  /** Whoever starts the daemon holds this lock until the daemon answers. */
  startLock: string;
  /** Written by the hook that starts the daemon, so that other hooks need not wait; hook.sh writes it too. */
  startTurn: string;
  /** Room for events while the disk is full: a hook that cannot write deletes it; hook.sh knows it too. */
  spare: string;
  /** Which Node runs which tellback, for hooks that have to start the daemon. */
  launcher: string;
  /** How a shell calls tellback, if its name alone is not found: src/config/command-word.ts. */
  command: string;
  /** Files for which there is something to inject, for hooks: src/indexes/openings.ts. */
  openings: string;
  socket: string;
  /** npm packages that the user has installed for a model. */
  packages: string;
  /** V8's compiled code of this tellback, for a faster start of the next command. */
  compiled: string;
  /** The token of `tellback serve`. It stays the same across starts, because other programs keep it in their settings. */
  serveToken: string;
  /** The port of the page, and the secret from which the keys of browsers are made. */
  page: string;
}

/** Names of the files in the home by which `tellback open` leads a browser to the page. */
export const browserFileName = /^open-[0-9a-f]{16}\.html$/;

type Environment = Readonly<Record<string, string | undefined>>;

export function pathsOf(env: Environment = process.env): Paths {
  const home = env.TELLBACK_HOME ? resolve(env.TELLBACK_HOME) : join(userFolder(), ".tellback");
  return {
    home,
    config: join(home, "config.json"),
    trust: join(home, "trusted.json"),
    machine: join(home, "machine"),
    database: join(home, "tellback.db"),
    backups: join(home, "backups"),
    logs: join(home, "logs"),
    unfinished: join(home, "unfinished"),
    inbox: join(home, "inbox"),
    openFiles: join(home, "in-hand.json"),
    unreadable: join(home, "inbox", "unreadable"),
    register: join(home, "daemon"),
    lock: join(home, "daemon.lock"),
    startLock: join(home, "start.lock"),
    startTurn: join(home, "starting"),
    spare: join(home, "spare"),
    launcher: join(home, "launcher"),
    command: join(home, "command"),
    openings: join(home, "openings"),
    socket: socketOf(home),
    packages: join(home, "packages"),
    compiled: join(home, "compiled"),
    serveToken: join(home, "serve-token"),
    page: join(home, "page"),
  };
}

/** An empty HOME would mean the current folder, the project's: the system is asked, as plugin/hooks/hook.sh does. */
function userFolder(): string {
  try {
    return homedir() || userInfo().homedir;
  } catch (cause) {
    throw new TellbackError(
      "unavailable",
      "HOME is not set, and the system has no home folder for this user",
      {
        hint: "Set TELLBACK_HOME to a folder of your own.",
        cause,
      },
    );
  }
}

/** The kernel limits a Unix socket's path to 104 bytes on macOS and 108 on Linux. */
const maxSocketPathLength = 100;

function socketOf(home: string): string {
  const near = join(home, "daemon.sock");
  if (process.platform === "win32") return `\\\\.\\pipe\\tellback-${markOf(home)}`;
  if (Buffer.byteLength(near) <= maxSocketPathLength) return near;
  const mark = markOf(home);
  const far = (base: string) => join(base, `tellback-${userInfo().uid}`, `${mark}.sock`);
  return Buffer.byteLength(far(tmpdir())) <= maxSocketPathLength ? far(tmpdir()) : far("/tmp");
}

/** Loading Node's crypto takes a tenth of a command's time, and most homes do not need it. */
function markOf(home: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

export function projectConfigPath(projectDir: string): string {
  return join(projectDir, ".tellback", "config.json");
}

/**
 * The path on disk of a path that a person typed: absolute, with ~ expanded even if the shell did not do it, and with its
 * covered parts revealed.
 */
export function fromUser(typed: string, cwd: string = process.cwd()): string {
  const path = revealedPath(typed);
  if (path === "~" || path.startsWith("~/") || path.startsWith("~\\"))
    return join(userFolder(), path.slice(2));
  return isAbsolute(path) ? path : resolve(cwd, path);
}
