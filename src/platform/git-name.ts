// The name with which the user's own git signs commits, whatever the current repository says.

import { homedir } from "node:os";
import { gitIn } from "./git.ts";

const withinMs = 2_000;

export async function gitName(): Promise<string | null> {
  const git = await gitIn(homedir(), performance.now() + withinMs).catch(() => null);
  const name = await git?.("config", "--global", "--get", "user.name");
  return name?.trim() || null;
}

export interface LastChange {
  author: string;
  /** In UTC. */
  at: string;
}

/** Who changed a file last, and when: null if git does not know, or if the change is not committed yet. */
export async function lastChangeOf(tree: string, path: string): Promise<LastChange | null> {
  const git = await gitIn(tree, performance.now() + withinMs).catch(() => null);
  if (!git || (await git("status", "--porcelain", "--", path)) !== "") return null;
  const line = await git("log", "-1", "--format=%an%x00%aI", "--", path);
  const [author = "", at = ""] = (line ?? "").trim().split("\0");
  return author === "" || Number.isNaN(Date.parse(at)) ? null : { author, at: new Date(at).toISOString() };
}
