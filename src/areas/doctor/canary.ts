// A canary: one event through the real hook, found by search, then deleted. Each step is timed. One goes through
// tellback's own script; every host that tellback is installed in gets one through the line that its installation wrote.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Canary, canaryOf } from "../../agents/canary.ts";
import { hookArguments, hooksAt } from "../../agents/hook-table.ts";
import type { Host } from "../../agents/host.ts";
import { hostOf } from "../../agents/hosts.ts";
import type { Client } from "../../client/client.ts";
import { entryPath, packageRoot } from "../../client/entry.ts";
import { hookProcessEnvironment } from "../../config/environment.ts";
import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { InstalledHost } from "../install/manifest.ts";
import { shellCommand } from "../install/tellback-files.ts";
import { type Finding, timed } from "./finding.ts";

const foundWithinMs = 10_000;

export async function* sendCanary(client: Client, paths: Paths): AsyncGenerator<Finding> {
  using flight = newFlight(client, paths);
  yield await timed("hook", "failed", async () => {
    const host = hostOf("claude-code");
    if (host) await flight.run(ownScript, flight.canaryOf(host));
    return { found: "a canary event passed through the capture hook" };
  });
  yield await timed("capture", "failed", async () => {
    await flight.untilFound();
    return { found: "the daemon stored it and search finds it" };
  });
  yield await timed("deletion", "failed", async () => {
    await flight.remove();
    return { found: "it is deleted without a trace" };
  });
}

/** Throws unless what the host's installed hook is given can be found, and then deleted. */
export async function sendThrough(
  client: Client,
  paths: Paths,
  { host, scope }: { host: Host; scope: InstalledHost["scope"] },
): Promise<void> {
  using flight = newFlight(client, paths);
  const canary = flight.canaryOf(host);
  const [hook] = hooksAt(host.hooks ?? {}, canary.eventName).filter(({ does }) => does === "capture");
  const sender = "hook_event_name" in canary.payload ? host.name : `${host.name}.${canary.eventName}`;
  const line = shellCommand(paths, scope, sender, hook ? hookArguments(hook) : ["capture"]);
  await flight.run({ line }, canary);
  await flight.untilFound();
  await flight.remove();
}

type Hook = { line: string } | { program: string; args: string[] };

const ownScript: Hook =
  process.platform === "win32"
    ? { program: process.execPath, args: [entryPath, "hook", "claude-code"] }
    : { program: join(packageRoot, "plugin", "hooks", "hook.sh"), args: ["capture"] };

/** A session and a folder that exist for one canary. */
function newFlight(client: Client, paths: Paths) {
  const folder = mkdtempSync(join(tmpdir(), "tellback-canary-"));
  const word = `canary${randomBytes(8).toString("hex")}`;
  const session = `tellback-doctor-${word}`;
  const isFound = async (): Promise<boolean> => {
    const { results } = await client.call("search", { query: word, allProjects: true });
    return results.some((result) => result.sessionId === session);
  };
  return {
    canaryOf: (host: Host) => canaryOf(host, { session, folder, word }),
    run: (hook: Hook, { payload }: Canary) =>
      runHook(hook, JSON.stringify(payload), hookProcessEnvironment(paths.home, folder)),
    async untilFound(): Promise<void> {
      const end = Date.now() + foundWithinMs;
      while (Date.now() < end) {
        if (await isFound()) return;
        await pause(10);
      }
      throw new TellbackError("unavailable", "the canary did not arrive in the store", {
        hint: "`tellback daemon logs` and `tellback jobs` show more.",
      });
    },
    async remove(): Promise<void> {
      await client.call("session.delete", { id: session });
      if (await isFound()) throw new TellbackError("internal", "a deleted observation can still be found");
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runHook(hook: Hook, payload: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio: ["pipe", "ignore", "ignore"] = ["pipe", "ignore", "ignore"];
    const child =
      "line" in hook
        ? spawn(hook.line, { shell: true, stdio, env })
        : spawn(hook.program, hook.args, { stdio, env });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the hook exited with code ${code}`)),
    );
    child.stdin.on("error", () => {});
    child.stdin.end(payload);
  });
}
