// Operations that import.

import { importOptionNames, importSource } from "../../journeys/import/sources.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { parseSince } from "../../protocol/since.ts";
import { enqueue, hasJob } from "../../store/jobs.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";
import { beginImport, importKey, importState, runOf } from "./runs.ts";

export const handlers = {
  async "import.start"({ memory, imports }, input) {
    const payload = { ...input, since: input.since === undefined ? undefined : parseSince(input.since) };
    checkImport(payload);
    const [key, run] = [importKey(payload), runOf(payload)];
    const isUnderWay =
      ["waiting", "running"].includes(imports.get(run)?.state ?? "") &&
      (await hasJob(memory.db, "import", key));
    if (!isUnderWay) {
      beginImport(imports, run, "waiting");
      await enqueue(memory.db, { kind: "import", key, payload });
    }
    return importState(imports, run);
  },
  async "import.state"({ imports }, { run }) {
    return importState(imports, run);
  },
} satisfies HandlersOf<typeof operations>;

/** What the source reads must be there, and of the right kind. */
function checkImport({ source, folder, ...asked }: JobPayload<"import">): void {
  const { reads, takes } = importSource(source);
  const untaken = importOptionNames.find((name) => asked[name] && !takes.includes(name));
  if (untaken)
    throw new TellbackError("invalid_input", `an import from ${source} does not take "${untaken}"`, {
      hint: `\`tellback import ${source} --help\` lists its options.`,
    });
  const found = statForeignSync(folder);
  if (found && (reads !== "folder" || found.isDirectory()) && (reads !== "file" || found.isFile())) return;
  const kind = reads === "either" ? "folder or file" : reads;
  const problem = found ? `${folder} is not a ${kind}` : `${kind} not found: ${folder}`;
  throw new TellbackError(found ? "invalid_input" : "not_found", problem, {
    hint: `Name the ${kind} to import: \`tellback import ${source} PATH\`. \`tellback import --help\` lists all sources.`,
  });
}
