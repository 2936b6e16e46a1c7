// Sync between machines through a folder or a git remote that they share.

import { z } from "zod";
import { operation, path } from "../operation.ts";

export const syncKinds = ["sessions", "knowledge", "tasks", "functions"] as const;
export type SyncKind = (typeof syncKinds)[number];

const place = path(z.string().min(1).describe("folder that your machines share, or a git remote"));

export const operations = {
  "sync.look": operation(
    "Fetch a vault and say whether its key is known here",
    "nothing",
    z.object({ place }),
    z.object({
      place: z.string(),
      keyFile: z.string().describe("where this machine keeps the key"),
      key: z.enum(["known", "needed"]),
      salt: z.string().nullable().describe("of the passphrase; null: there is no vault yet"),
    }),
    ["place"],
    { cli: { within: "sync" } },
  ),
  sync: operation(
    "Exchange memories with your other machines, encrypted, through a shared folder or a git remote",
    "memory",
    z.object({
      place,
      projects: z
        .array(path(z.string()))
        .optional()
        .describe("only the projects of these folders (default: as last time; at first, all)"),
      kinds: z
        .array(z.enum(syncKinds))
        .optional()
        .describe(
          `only these kinds, separated by commas: ${syncKinds.join(", ")} (default: as last time; at first, all)`,
        ),
    }),
    z.object({
      place: z.string(),
      machines: z.number().int().describe("that have written to the vault, this one included"),
      received: z.number().int().describe("records that were new or newer"),
      sent: z.number().int(),
      kinds: z.array(z.string()),
      refused: z
        .array(z.string())
        .describe("parts that are cut or altered, and records that are not understood; with the reason"),
      missing: z
        .array(z.string())
        .describe("what has not arrived yet, is gone from the vault, or older than it was; a sentence each"),
      repaired: z
        .array(z.string())
        .describe("why this machine has written everything again that it holds; empty if there was no need"),
    }),
    ["place"],
    { cli: { within: "sync" } },
  ),
} as const;
