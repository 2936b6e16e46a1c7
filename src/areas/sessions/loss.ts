// What is lost with a session or an observation, in words.

import { plural } from "../text/output.ts";
import type { LossesOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

const transcriptStays =
  "The host's own transcript stays in the host's folder; tellback does not read it again.";

export const losses: LossesOf<typeof operations> = {
  "session.show": ({ session, tiers }, input, backups) => ({
    goes: `This deletes session ${session.id} (${session.name ?? session.firstPrompt ?? session.project}) with ${plural(tiers.store.observations, "observation")}, ${plural(tiers.compacted.length, "compaction")} and the learnings that only it supports.`,
    stays: [...("backups" in input && input.backups === true ? [] : backups), transcriptStays],
  }),
  "observation.show": ({ observation }, _, stays) => ({
    goes: `This deletes observation ${observation.id}: ${observation.title}`,
    stays,
  }),
};
