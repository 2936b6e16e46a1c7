// Prepares a fresh clone, on any Node that runs npm: dependencies (including the right Node) and the build.
// Plain JavaScript for old Nodes; does nothing when nothing changed. Everything else runs on node_modules/.bin/node.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
export const node = join(bin, process.platform === "win32" ? "node.exe" : "node");
export const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };

export function setUp() {
  install();
  build();
  offerCommand();
}

export function install() {
  const mark = join(root, "node_modules", ".tellback-installed");
  const wanted = hashOf(["package-lock.json"]);
  if (readOr(mark) === wanted && existsSync(node)) return;
  console.log("tellback: installing dependencies…");
  // Not `npm ci`: it fails if a registry lacks an optional package for another platform.
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(mark, wanted);
}

function build() {
  const mark = join(root, "dist", ".tellback-built");
  const wanted = hashOf(["package.json", "package-lock.json", "scripts", "libs", "src", "web"]);
  if (readOr(mark) === wanted) return;
  console.log("tellback: building…");
  run(node, [join(root, "scripts", "build.mjs")]);
  writeFileSync(mark, wanted);
}

/** `npx tellback` in the checkout runs the build. */
function offerCommand() {
  const command = join(bin, "tellback");
  if (process.platform === "win32") {
    writeFileSync(`${command}.cmd`, `@"${node}" "${join(root, "dist", "tellback.mjs")}" %*\r\n`);
  } else if (!existsSync(command)) {
    symlinkSync(join("..", "..", "dist", "tellback.mjs"), command);
  }
}

/** Ends this process with the command's exit code if it fails. */
export function run(command, args) {
  const shell = process.platform === "win32" && command === "npm";
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: "inherit", shell });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesUnder(path))) {
    if (!path.endsWith(".test.ts")) hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

function filesUnder(path) {
  const entries = readdirSync(join(root, path, "..", ""), { withFileTypes: true });
  const name = path.split("/").pop();
  const entry = entries.find((one) => one.name === name);
  if (!entry?.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((child) => filesUnder(`${path}/${child}`));
}

function readOr(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
