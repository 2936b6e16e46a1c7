// A model's description of a turn, within limits. What the agent wrote itself stays; an empty outcome says that nothing came
// of the turn: it is not offered.

import { oneLine } from "../../../libs/language/index.ts";
import { storable, unique } from "../../../libs/shorten/index.ts";
import { agentItself } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import type { Db } from "../../store/schema.ts";
import { noteValues, statedBy } from "./states.ts";
import { index } from "./turns.ts";

const maxLength = { outcome: 600, line: 300 };
const maxLines = 6;

/** Returns whether it was replaced. */
export async function improveTurn(
  db: Db,
  id: string,
  better: Pick<Turn, "outcome" | "decisions" | "open">,
  provider: string,
): Promise<boolean> {
  const outcome = oneLine(storable(better.outcome), maxLength.outcome);
  const decisions = lines(better.decisions);
  const row = await db
    .updateTable("turns")
    .set({
      outcome,
      decisions: JSON.stringify(decisions),
      open: JSON.stringify(lines(better.open)),
      provider,
    })
    .where("id", "=", id)
    .where("provider", "!=", agentItself)
    .returning(["project_id", "request"])
    .executeTakeFirst();
  if (!row) return false;
  await noteValues(db, id, row.project_id, statedBy({ request: row.request, outcome, decisions }, []));
  await index(db, id);
  return true;
}

function lines(texts: readonly string[]): string[] {
  const cut = texts.map((text) => oneLine(storable(text), maxLength.line)).filter((text) => text !== "");
  return unique(cut).slice(0, maxLines);
}
