// Where engram keeps things. Everything private lives in one folder, ~/.engram, moved by ENGRAM_HOME.

import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { EngramError } from "../protocol/errors.ts";

export interface Paths {
  home: string;
  config: string;
  trust: string;
  database: string;
  backups: string;
  logs: string;
  inbox: string;
  /** Which files of the inbox the daemon has in hand, and over which ones it died. */
  inHand: string;
  /** What hooks left that could not be read, kept without secrets for the user to see. */
  unreadable: string;
  /** Who the daemon is: pid, socket, token and version, one a line so that sh can read it. */
  register: string;
  /** Held by the daemon as long as it lives. */
  lock: string;
  /** Held by whoever starts the daemon, until it answers. */
  startLock: string;
  /** Written by the one hook that starts the daemon, so that other hooks need not wait; hook.sh writes it too. */
  startTurn: string;
  /** Which Node runs which engram, for hooks that have to start the daemon. */
  launcher: string;
  /** Which files have something to say, for hooks: src/indexes/openings.ts. */
  openings: string;
  socket: string;
  /** What V8 has compiled of this engram, so that the next command need not. */
  compiled: string;
  /** The token of `engram serve`, the same from start to start: other programs keep it in their settings. */
  serveToken: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function pathsOf(env: Environment = process.env): Paths {
  const home = env.ENGRAM_HOME ? resolve(env.ENGRAM_HOME) : join(userFolder(), ".engram");
  return {
    home,
    config: join(home, "config.json"),
    trust: join(home, "trusted.json"),
    database: join(home, "engram.db"),
    backups: join(home, "backups"),
    logs: join(home, "logs"),
    inbox: join(home, "inbox"),
    inHand: join(home, "in-hand.json"),
    unreadable: join(home, "inbox", "unreadable"),
    register: join(home, "daemon"),
    lock: join(home, "daemon.lock"),
    startLock: join(home, "start.lock"),
    startTurn: join(home, "starting"),
    launcher: join(home, "launcher"),
    openings: join(home, "openings"),
    socket: socketOf(home),
    compiled: join(home, "compiled"),
    serveToken: join(home, "serve-token"),
  };
}

/** An empty HOME would mean the current folder, which is the project's: the system is asked, as plugin/hooks/hook.sh does. */
function userFolder(): string {
  try {
    return homedir() || userInfo().homedir;
  } catch (cause) {
    throw new EngramError(
      "unavailable",
      "HOME is not set, and the system knows no home folder of this user",
      {
        hint: "Set ENGRAM_HOME to a folder of your own.",
        cause,
      },
    );
  }
}

/** The kernel limits a Unix socket's path to 104 bytes on macOS and 108 on Linux. */
const longestSocketPath = 100;

function socketOf(home: string): string {
  const near = join(home, "daemon.sock");
  if (process.platform === "win32") return `\\\\.\\pipe\\engram-${markOf(home)}`;
  if (Buffer.byteLength(near) <= longestSocketPath) return near;
  const mark = markOf(home);
  const far = (base: string) => join(base, `engram-${userInfo().uid}`, `${mark}.sock`);
  return Buffer.byteLength(far(tmpdir())) <= longestSocketPath ? far(tmpdir()) : far("/tmp");
}

/** Node's crypto takes a tenth of a command's time to load, and nearly every home does without. */
function markOf(home: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

export function projectConfigPath(projectDir: string): string {
  return join(projectDir, ".engram", "config.json");
}

/** A path that a person typed: absolute, with ~ understood even where the shell did not expand it. */
export function fromUser(path: string, cwd: string = process.cwd()): string {
  if (path === "~" || path.startsWith("~/") || path.startsWith("~\\"))
    return join(userFolder(), path.slice(2));
  return isAbsolute(path) ? path : resolve(cwd, path);
}
