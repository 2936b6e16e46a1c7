// tellback team check: for a person before a commit, and for CI. Exit code 0: nothing found; 1: something is.

import { checkShared } from "../../journeys/share/check.ts";
import { treeAt } from "../../memory/shared/folder.ts";
import { bad, good, plural, say, sayJson } from "../text/output.ts";

export async function check(options: { json?: boolean }): Promise<void> {
  const { files, findings } = await checkShared(treeAt(process.cwd()));
  if (findings.length > 0) process.exitCode = 1;
  if (options.json) return sayJson({ files, findings });
  for (const { path, kind, problem } of findings) say(`${bad(kind)} ${path} ${problem}`);
  const found = findings.length === 0 ? good("nothing found") : bad(plural(findings.length, "problem"));
  say(`${plural(files, "shared memory", "shared memories")}: ${found}`);
}
