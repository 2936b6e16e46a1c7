// Operations on the bridge between the graph and the client's own notes.

import { z } from "zod";
import { folder, operation } from "../operation.ts";

const count = z.number().int();

export const operations = {
  "bridge.status": operation(
    "Show the bridge to Claude Code's own notes (MEMORY.md), and what was changed there",
    "nothing",
    z.object({ folder }),
    z.object({
      mode: z.enum(["off", "pull", "push", "both"]).describe("what runs automatically"),
      notes: z.string().describe("folder of the client's notes"),
      files: count,
      items: count.describe("bullets and paragraphs in them, without tellback's own"),
      file: z.string().describe("file with tellback's section"),
      section: z
        .enum(["none", "found", "damaged", "deleted"])
        .describe("deleted: tellback wrote it, somebody removed it"),
      problem: z.string().nullable(),
      lines: count.describe("lines in the section"),
      changed: count.describe("lines that somebody changed, added or deleted since tellback wrote it"),
    }),
  ),
  "bridge.pull": operation(
    "Take the client's own notes about a project into the graph",
    "memory",
    z.object({ folder }),
    z.object({
      files: count,
      stored: count,
      merged: count,
      known: count,
      superseded: count.describe("nodes whose note was reworded"),
    }),
  ),
  "bridge.push": operation(
    "Write pinned and confirmed nodes into the client's notes, after taking over what was changed there",
    "memory",
    z.object({ folder }),
    z.object({
      file: z.string(),
      written: count,
      edited: count.describe("nodes that got the text of their line"),
      added: count.describe("lines that became nodes"),
      removed: count.describe("lines that were deleted and stay out"),
      conflicts: count.describe("lines that differed on both sides: both are kept"),
      kept: count.describe("lines with a secret: they stay in the file only"),
      left: count.describe("nodes that did not fit"),
      isChanged: z.boolean().describe("whether the file was written"),
    }),
  ),
} as const;
