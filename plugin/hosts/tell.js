// How a file of tellback's inside a host tells tellback's hook what happens. `tellback install` writes this text in place
// of the import that names it. Whatever is broken, the host goes on.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const givenHome = "";
const host = "";
const home = givenHome || process.env.TELLBACK_HOME || join(homedir(), ".tellback");

/** The program and its arguments; null without an installation. Windows runs no shell script, so there it is Node. */
function hookFor(args) {
  const isWindows = process.platform === "win32";
  const file = join(home, isWindows ? "launcher" : "hooks/hook.sh");
  if (!existsSync(file)) return null;
  if (!isWindows) return [file, ["--host", host, ...args]];
  const [node, entry] = readFileSync(file, "utf8").split(/\r?\n/);
  return [node, [entry, "hook", host]];
}

/** Runs the hook. With a time it waits for the answer, at most that long; "" is no answer. */
export function tell(payload, args, waitMs = 0) {
  return new Promise((resolve) => {
    const hook = hookFor(args);
    if (hook === null) return resolve("");
    const isAwaited = waitMs > 0;
    const child = spawn(...hook, {
      detached: !isAwaited,
      windowsHide: true,
      env: { ...process.env, ...(givenHome && { TELLBACK_HOME: givenHome }) },
      stdio: ["pipe", isAwaited ? "pipe" : "ignore", "ignore"],
    });
    child.on("error", () => resolve(""));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify({ ...payload, timestamp: new Date().toISOString() }));
    if (!isAwaited) {
      child.unref();
      return resolve("");
    }
    let said = "";
    child.stdout.on("data", (piece) => {
      said += piece;
    });
    child.on("close", () => resolve(contextIn(said)));
    setTimeout(() => resolve(""), waitMs).unref?.();
  });
}

function contextIn(said) {
  try {
    return JSON.parse(said).hookSpecificOutput?.additionalContext ?? "";
  } catch {
    return "";
  }
}
