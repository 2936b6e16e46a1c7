// A canary: one event through the real hook, found by search, then deleted. Each step is timed.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../../client/client.ts";
import { entryPath, packageRoot } from "../../client/entry.ts";
import { hookProcessEnvironment } from "../../config/environment.ts";
import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { type Finding, timed } from "./finding.ts";

const foundWithinMs = 10_000;

export async function* sendCanary(client: Client, paths: Paths): AsyncGenerator<Finding> {
  const folder = mkdtempSync(join(tmpdir(), "tellback-canary-"));
  const word = `canary${randomBytes(8).toString("hex")}`;
  const session = `tellback-doctor-${word}`;
  try {
    yield await timed("hook", "failed", async () => {
      await runHook(paths, folder, session, word);
      return { found: "a canary event passed through the capture hook" };
    });
    yield await timed("capture", "failed", async () => {
      await untilFound(client, session, word);
      return { found: "the daemon stored it and search finds it" };
    });
    yield await timed("deletion", "failed", async () => {
      await client.call("session.delete", { id: session });
      if (await isFound(client, session, word))
        throw new TellbackError("internal", "a deleted observation can still be found");
      return { found: "it is deleted without a trace" };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilFound(client: Client, session: string, word: string): Promise<void> {
  const end = Date.now() + foundWithinMs;
  while (Date.now() < end) {
    if (await isFound(client, session, word)) return;
    await pause(10);
  }
  throw new TellbackError("unavailable", "the canary did not arrive in the store", {
    hint: "`tellback daemon logs` and `tellback jobs` show more.",
  });
}

async function isFound(client: Client, session: string, word: string): Promise<boolean> {
  const { results } = await client.call("search", { query: word, allProjects: true });
  return results.some((result) => result.sessionId === session);
}

function runHook(paths: Paths, folder: string, session: string, word: string): Promise<void> {
  const [command, args] =
    process.platform === "win32"
      ? [process.execPath, [entryPath, "hook", "claude-code"]]
      : [join(packageRoot, "plugin", "hooks", "hook.sh"), ["capture"]];
  const payload = {
    session_id: session,
    cwd: folder,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: `echo ${word}` },
    tool_response: { stdout: word, stderr: "", interrupted: false },
    tool_use_id: `toolu_${word}`,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ["pipe", "ignore", "ignore"],
      env: hookProcessEnvironment(paths.home, folder),
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the hook exited with code ${code}`)),
    );
    child.stdin.end(JSON.stringify(payload));
  });
}
