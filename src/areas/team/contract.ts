// A team's memory: what is shared, with whose names, through files of the repository.

import { z } from "zod";
import { authorship, node } from "../../protocol/knowledge.ts";
import { folder, id, operation, path } from "../operation.ts";

const problems = z
  .array(
    z.object({
      path: z.string(),
      problem: z.string().describe("completes a sentence that begins with the path"),
    }),
  )
  .describe("files that are not read");

const here = path(
  z.string().optional().describe("a folder of the project (on the command line: the current folder)"),
);

const takenIn = z.object({
  trust: z.enum(["trusted", "refused", "unknown"]),
  files: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  missing: z
    .number()
    .int()
    .describe("of others, no longer in the repository: not offered while they are missing"),
  forgotten: z.number().int(),
  given: z.number().int().describe("files that were written or removed because of a change here"),
  problems,
});

const shareRule = z.enum(["off", "knowledge", "all"]);

export const operations = {
  share: operation(
    "Share a memory with everybody who works on the repository, as a file in it",
    "memory",
    z.object({
      id: id.optional().describe("id, or a unique prefix of it (default: what the rule of the project says)"),
      dryRun: z.boolean().default(false).describe("show exactly what would leave, and change nothing"),
      folder: here,
    }),
    z.object({
      files: z.array(
        z.object({
          id: z.string(),
          path: z.string().describe("relative to the work tree"),
          text: z.string().describe("all that leaves"),
        }),
      ),
      left: z
        .array(z.object({ id: z.string(), because: z.string() }))
        .describe("what the rule would share and cannot"),
      isDryRun: z.boolean(),
    }),
    ["id"],
    { cli: { within: "share" } },
  ),
  "share.rule": operation(
    "Say what is shared by itself in a project",
    "memory",
    z.object({ rule: shareRule, folder: here }),
    z.object({ project: z.string(), rule: shareRule }),
    ["rule"],
    { cli: { within: "share" } },
  ),
  unshare: operation(
    "Take a shared memory back: its file is removed",
    "memory",
    z.object({ id }),
    z.object({ path: z.string() }),
    ["id"],
  ),
  "team.status": operation(
    "Show what the project shares, by whom, and which machines work on it",
    "nothing",
    z.object({ folder }),
    z.object({
      you: z.object(authorship),
      project: z.string().nullable(),
      key: z.string().nullable().describe("by which a rule for the project is kept"),
      rule: z.string().describe("what is shared by itself"),
      trust: z
        .enum(["trusted", "refused", "unknown"])
        .describe("whether shared memories of the folder are read"),
      files: z.number().int().describe("in the folder"),
      shared: z.array(
        z.object({
          node,
          path: z.string().nullable(),
          isOwn: z.boolean().describe("shared from here"),
          state: z.enum(["in force", "missing here", "replaced", "rejected", "outdated", "file changed"]),
        }),
      ),
      machines: z.array(z.object({ ...authorship, sessions: z.number().int(), lastSeenAt: z.string() })),
      conflicts: z.array(z.array(z.string())).describe("ids of statements that contradict each other"),
      problems,
    }),
    [],
  ),
  "team.pull": operation(
    "Read the shared memory of the repository now",
    "memory",
    z.object({ folder: here }),
    takenIn,
    [],
  ),
  "team.trust": operation(
    "Trust the shared memory of this repository, or refuse it",
    "memory",
    z.object({ folder: here, refuse: z.boolean().default(false).describe("never read it") }),
    takenIn,
    [],
  ),
} as const;
