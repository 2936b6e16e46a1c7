// changed-code: the code that a stale node speaks of, as it was when the node was written and as it is now. The earlier
// form is looked up in git: the newest version of the file in which the anchored code has the anchor's hash.

import type { Memory } from "../../memory/memory.ts";
import { type Git, gitIn } from "../../platform/git.ts";
import type { ChangedCode } from "../../protocol/knowledge.ts";
import { anchorRows } from "../../rooms/anchors/room.ts";
import { nodeOf } from "../../rooms/knowledge/room.ts";
import { treeOf } from "../../rooms/projects/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { codeOf, readIn, rootOf } from "./anchor.ts";

const gitTimeoutMs = 3_000;
const maxVersions = 50;
const maxChanges = 10;
const maxTextLength = 200_000;

export async function changedCode(memory: Memory, id: string): Promise<ChangedCode[]> {
  const root = await rootOf(memory.db, await nodeOf(memory.db, id));
  if (root === null) return [];
  const folder = treeOf(root);
  const git = await gitIn(folder, performance.now() + gitTimeoutMs).catch(() => null);
  const broken = (await anchorRows(memory.db, id)).filter(({ broken_at }) => broken_at !== null);
  const clean = cleanerFor(folder);
  const shown = (text: string | undefined) =>
    text === undefined ? null : clean.text(text.slice(0, maxTextLength));
  const changes: ChangedCode[] = [];
  for (const { file, symbol, hash } of broken.slice(0, maxChanges)) {
    const before = git && (await versionWith(memory, git, { file, symbol, hash }));
    const now = await readIn(root, file);
    changes.push({
      ...{ file, symbol: symbol === "" ? null : symbol, commit: before?.commit ?? null },
      ...{ before: shown(before?.text), after: shown(now?.text) },
    });
  }
  return changes;
}

/** By plumbing commands only: they run no program of the repository. */
async function versionWith(
  memory: Memory,
  git: Git,
  { file, symbol, hash }: { file: string; symbol: string; hash: string },
): Promise<{ commit: string; text: string } | null> {
  const commits = await git("rev-list", `--max-count=${maxVersions}`, "HEAD", "--", file);
  for (const commit of commits?.split("\n").filter(Boolean) ?? []) {
    const text = await git("cat-file", "blob", `${commit}:./${file}`);
    if (text === null) continue;
    const code = await codeOf(memory, { file, text });
    if (code.hashLike(hash, symbol) === hash) return { commit: commit.slice(0, 9), text };
  }
  return null;
}
