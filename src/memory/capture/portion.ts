// portion: a part of a transcript, read and prepared without the store, so that an import can do it in other threads.

import { type ReadFrom, type ReadStats, transcriptFormat } from "../../agents/transcript-events.ts";
import { type Cleaner, cleanerFor } from "../../secrets/cleaner.ts";
import { cleanerOf } from "../without-secrets.ts";
import { type IncomingEvent, redactAndPrepare } from "./incoming.ts";
import type { Preparing } from "./prepare.ts";

export interface PortionRequest extends ReadFrom {
  /** The host. */
  format: string;
  preparing: Preparing;
}

/** An event of a transcript, with the id of its record. */
export interface Entry {
  uuid: string;
  incoming: IncomingEvent;
}

export type Portion =
  | {
      status: "read";
      entries: Entry[];
      /** The folder of the first event, as it is stored; null without events. */
      folder: string | null;
      resumeAt: number;
      end: number;
      promptId: string | null;
      fingerprint: string | null;
      more: boolean;
      stats: ReadStats;
    }
  | { status: "vanished" }
  | { status: "rewritten" };

export async function readPortion({ format, preparing, ...from }: PortionRequest): Promise<Portion> {
  const entries: Entry[] = [];
  let cleaner: Cleaner | undefined;
  const read = await (await transcriptFormat(format))(from, ({ uuid, event }) => {
    if (event.sessionId === "") return;
    const clean = cleanerOf(event);
    cleaner ??= clean;
    entries.push({ uuid: clean.id(uuid), incoming: redactAndPrepare(event, preparing) });
  });
  if (read.status !== "read") return read;
  const { promptId, ...rest } = read;
  const clean = cleaner ?? cleanerFor(from.projectDir ?? "");
  return {
    ...rest,
    entries,
    folder: entries[0]?.incoming.event.projectDir ?? null,
    promptId: promptId === undefined ? null : clean.id(promptId),
  };
}
