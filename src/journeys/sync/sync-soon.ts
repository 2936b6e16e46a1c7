// sync-soon: the exchange with other machines when a session starts or ends, if the user has set a place for it.

import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { keyOf } from "./keys.ts";
import { sync } from "./sync.ts";
import { locationOf } from "./vault-location.ts";

/** What the session's end adds is stored first. */
const afterMs = 5_000;

export async function syncSoon({ config }: Memory, tx: Db): Promise<void> {
  const place = config["sync.auto"];
  if (place === "") return;
  const runAt = new Date(Date.now() + afterMs);
  await enqueue(tx, { kind: "sync", key: place, payload: { place }, runAt });
}

/** A place that cannot be reached now is tried again by the next session; `tellback log` has the reason. */
export async function syncNow(memory: Memory, place: string): Promise<void> {
  try {
    const location = locationOf(memory.paths, place);
    const key = keyOf(memory.paths, location);
    if (!key)
      throw new TellbackError("unauthorized", `no key is known for ${location.name}`, {
        hint: "Run `tellback sync` with it once in a terminal.",
      });
    await sync(memory, location, key);
  } catch (error) {
    if (!(error instanceof TellbackError)) throw error;
    memory.events.record({ type: "store.sync", data: { error: error.message } });
  }
}
