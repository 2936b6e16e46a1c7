// Operations on the memory as a whole: export it, forget parts of it, redact what is stored.

import { z } from "zod";
import { asGiven, folder, force, operation, path } from "../operation.ts";

const exportFormats = ["jsonl", "markdown", "sqlite", "dcp"] as const;

const exported = z.object({
  path: z.string(),
  format: z.enum(exportFormats),
  records: z.number().int(),
  files: z.number().int(),
  bytes: z.number().int(),
  kinds: z.record(z.string(), z.number().int()).describe("how many records of each kind"),
  at: z.string(),
});

/** What to forget: exactly one of id, query, match, session and before, or a project as a whole. */
const chosen = {
  id: z.string().min(1).optional().describe("what to forget, by its id or a unique prefix of it"),
  query: z.string().min(1).optional().describe("everything that a search for these words finds"),
  match: asGiven(z.string().min(3).optional().describe("everything that contains this text, in any case")),
  session: z.string().optional().describe("a whole session, by its id"),
  before: z.string().optional().describe("every session that ended before this time: 90d, 2026-01-31"),
  project: z.boolean().default(false).describe("only in the project of the folder; alone: the whole project"),
  folder,
};

const counts = z.record(z.string(), z.number().int()).describe("how many of each kind");
const sample = z.array(z.object({ kind: z.string(), id: z.string(), title: z.string(), at: z.string() }));

const forgetPreview = z.object({
  counts,
  total: z.number().int(),
  sample: sample.describe("some of it, the newest first"),
  rewritten: counts.describe("texts that repeat it and stay without it"),
  backups: z.number().int().describe("backups that may contain it"),
  stays: z.array(z.string()).describe("where it may remain, outside of tellback's files"),
});

const redactPreview = z.object({
  scanned: z.number().int().describe("texts that were looked at"),
  counts: counts.describe("texts with secrets, by table"),
  total: z.number().int(),
  secrets: z.number().int().describe("places that are removed"),
});

export const operations = {
  export: operation(
    "Export everything, or one project, to a file or a folder",
    "nothing",
    z.object({
      path: path(z.string().min(1).describe("file to write; a folder for markdown and dcp")),
      format: z.enum(exportFormats).default("jsonl").describe("format of the export"),
      project: z.boolean().default(false).describe("only the project of the folder"),
      since: z.string().optional().describe("only what changed since: yesterday, 7d or a date"),
      folder,
      force,
    }),
    exported,
    ["path"],
    { cli: { within: "export" } },
  ),
  "export.state": operation(
    "Show the progress of the export",
    "nothing",
    z.object({}),
    z.object({ state: z.enum(["none", "running", "done", "failed"]), records: z.number().int() }),
    [],
    { cli: { within: "export" } },
  ),
  "forget.preview": operation(
    "Show what forgetting would remove",
    "nothing",
    z.object(chosen),
    forgetPreview,
    ["id"],
    { cli: { within: "forget" } },
  ),
  forget: operation(
    "Delete something for good, with everything made from it",
    "memory",
    z.object({
      ...chosen,
      backups: z.boolean().default(false).describe("delete all backups instead of rewriting them"),
    }),
    forgetPreview.extend({
      removed: counts.describe("rows that were deleted or rewritten, by table"),
      backupsRewritten: z.number().int(),
      backupsDeleted: z.number().int(),
      filesRewritten: z.number().int().describe("logs and waiting events that contained it"),
      proof: z
        .object({ files: z.number().int(), found: z.array(z.string()) })
        .nullable()
        .describe("for a text: the files of tellback that were searched for it, and where it still is"),
    }),
    ["id"],
    { lossShownBy: "forget.preview" },
  ),
  "redact.preview": operation(
    "Show which stored texts contain secrets by today's rules",
    "nothing",
    z.object({ rescan: z.literal(true, "give --rescan").describe("look at everything that is stored") }),
    redactPreview,
    [],
    { cli: { within: "redact" } },
  ),
  redact: operation(
    "Remove secrets from what is stored, by today's rules",
    "memory",
    z.object({ rescan: z.literal(true, "give --rescan").describe("look at everything that is stored") }),
    redactPreview,
    [],
    { lossShownBy: "redact.preview" },
  ),
} as const;
