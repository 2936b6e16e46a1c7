#!/usr/bin/env node
// The tellback command, as every Node can read it. An older Node than tellback needs hands over to the right one: that of
// the clone, or the one that last ran tellback here. The build copies this file to dist/tellback.mjs.

import { fileURLToPath } from "node:url";

const isRight = (text) => {
  const [major, minor] = text.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 15);
};

if (isRight(process.versions.node)) await import("./cli.mjs");
else await handOver();

async function handOver() {
  const { spawn, spawnSync } = await import("node:child_process");
  const versionOf = (node) => spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.slice(1) ?? "";
  const node = (await nodesHere()).find((path) => isRight(versionOf(path)));
  if (!node) {
    process.stderr.write(
      `error: tellback needs Node 24.15 or newer; this is Node ${process.versions.node}.\n` +
        "Install it from https://nodejs.org, or run `npm start` in a clone of tellback, which brings its own.\n",
    );
    process.exitCode = 1;
    return;
  }
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: "inherit" });
  // The terminal sends its signals to both; others reach only this process.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}

async function nodesHere() {
  const { existsSync, lstatSync, readFileSync } = await import("node:fs");
  const { homedir } = await import("node:os");
  const { join } = await import("node:path");
  const root = fileURLToPath(new URL("..", import.meta.url));
  const name = process.platform === "win32" ? "node.exe" : "node";
  const own = [join(root, "node_modules/.bin", name), join(root, "node_modules/node/bin", name)];
  return [...own, ...lastUsed()].filter((path) => existsSync(path));

  /** As plugin/bin/tellback: a folder that others made or may write to is not trusted. */
  function lastUsed() {
    try {
      const home = process.env.TELLBACK_HOME || join(homedir(), ".tellback");
      const { uid, mode } = lstatSync(home);
      if (process.getuid && (uid !== process.getuid() || mode & 0o022)) return [];
      return [readFileSync(join(home, "launcher"), "utf8").split("\n")[0]];
    } catch {
      return [];
    }
  }
}
