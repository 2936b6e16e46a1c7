// Which model compresses observations, how many wait for it, and what keeps it from working.

import type { OutputOf } from "../../areas/contracts.ts";
import { improvesObservations } from "../../memory/ask-model.ts";
import type { Memory } from "../../memory/memory.ts";
import { countWaiting } from "../../rooms/excerpts/room.ts";
import { jobsOfKind } from "../../store/jobs.ts";

export async function compressionState({ db, config }: Memory): Promise<OutputOf<"compress.state">> {
  const jobs = await jobsOfKind(db, "compress");
  const job = (["running", "pending", "failed"] as const)
    .map((state) => jobs.find((one) => one.state === state))
    .find((one) => one !== undefined);
  const { waiting, trouble } = await countWaiting(db);
  return {
    model: improvesObservations(config)
      ? [config["llm.provider"], config["llm.model"]].filter(Boolean).join("/")
      : null,
    waiting,
    state: job === undefined ? "idle" : job.state === "pending" ? "waiting" : job.state,
    trouble: job?.error ?? trouble,
    nextAt: job?.state === "pending" ? job.run_at : null,
  };
}
