// Operations that import transcripts and the memories of other tools.

import { z } from "zod";
import { operation, path } from "../operation.ts";

const importState = z.object({
  run: z.string().nullable().describe("names this import for import.state; null if there was none"),
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  files: z.number().int(),
  filesDone: z.number().int(),
  bytes: z.number().int(),
  bytesDone: z.number().int(),
  stored: z.number().int(),
  duplicates: z.number().int(),
  counts: z.record(z.string(), z.number().int()).describe("what was read, by kind"),
  unknown: z.record(z.string(), z.number().int()).describe("unknown and unreadable records, by kind"),
  leftOut: z
    .record(z.string(), z.number().int())
    .optional()
    .describe("of an export of tellback: what it may not do unless it is the user's own"),
  removal: z
    .object({
      things: z.number().int(),
      examples: z.array(z.string()),
      texts: z.number().int().describe("that lose words which the file calls forgotten"),
    })
    .optional()
    .describe("what the deletions in an export take away; of a dry run, what they would"),
  preview: z
    .object({
      bytesKnown: z.number().int().describe("read earlier, and not read again"),
      projects: z.array(
        z.object({
          root: z.string(),
          sessions: z.number().int(),
          stored: z.number().int(),
          duplicates: z.number().int(),
        }),
      ),
    })
    .optional()
    .describe("more about a dry run of transcripts"),
  error: z.string().nullable(),
});

export const operations = {
  "import.start": operation(
    "Import transcripts, or the memory of another tool",
    "memory",
    z.object({
      folder: path(z.string().describe("folder or file to read")),
      source: z.string().default("claude-code").describe("what wrote it"),
      since: z.string().optional().describe("only what changed since: yesterday, monday, 24h, 7d or a date"),
      project: path(z.string().optional().describe("only what belongs to the project of this folder")),
      into: path(z.string().optional().describe("the project for what the store names no project of")),
      own: z
        .boolean()
        .default(false)
        .describe(
          "the file is an export of the user's own: its deletions, later versions and confirmations count",
        ),
      dryRun: z.boolean().default(false).describe("count what would be imported, and store nothing"),
    }),
    importState,
    ["folder"],
    { cli: { within: "import" } },
  ),
  "import.state": operation(
    "Show the progress of an import",
    "nothing",
    z.object({ run: z.string().optional().describe("which one, from import.start (default: the last)") }),
    importState,
    [],
    { cli: { within: "import" } },
  ),
} as const;
