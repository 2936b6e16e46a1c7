// Asks before an operation that deletes for good: another operation shows what it would delete. For the command line.

import { pathsOf } from "../config/paths.ts";
import type { LossShownBy } from "./operation.ts";
import { losses } from "./tables/loss.ts";
import { backupsStay, confirmLoss, sayWhatStays } from "./text/confirm.ts";
import type { Loss } from "./text/renderer.ts";

interface Deletion {
  input: Record<string, unknown>;
  /** The command can remove it from the backups too. */
  reachesBackups: boolean;
}

type LossText = (output: unknown, input: object, backups: readonly string[]) => Loss | null;

/** Returns what is said after the deletion to those who were not asked; null if there is nothing to lose. */
export async function confirmCall(
  showing: LossShownBy,
  output: unknown,
  { input, reachesBackups }: Deletion,
  answer: { yes: boolean; json: boolean },
): Promise<{ sayWhatStays(): void } | null> {
  const loss = (losses[showing] as LossText)(output, input, backupsStay(pathsOf(), reachesBackups));
  if (loss === null) return null;
  await confirmLoss(loss, answer);
  return { sayWhatStays: () => sayWhatStays(loss) };
}

/** What would go and what would stay, for a dry run. */
export function lossText(showing: LossShownBy, output: unknown, { input, reachesBackups }: Deletion): string {
  const loss = (losses[showing] as LossText)(output, input, backupsStay(pathsOf(), reachesBackups));
  return loss === null ? "There is nothing to delete." : [loss.goes, ...loss.stays].join("\n");
}
