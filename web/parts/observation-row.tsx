// One observation as a row: when, what kind, what. The first row of a day names the day.

import type { OutputOf } from "../../src/areas/contracts.ts";
import { project } from "../shell/project.ts";
import { plainText } from "./frame.tsx";
import { Icon } from "./icons.tsx";
import { dayName, dayOf, timeOf } from "./time.ts";

export type TimelineRow = OutputOf<"timeline">["rows"][number];

const names = { prompt: "Prompt", reply: "Reply", tool: "Tool" } as const;

export function ObservationRow({
  row,
  before,
}: {
  row: TimelineRow | undefined;
  before?: TimelineRow | undefined;
}) {
  if (!row) return <span class="loading" />;
  const isNewDay = !before || dayOf(before.happenedAt) !== dayOf(row.happenedAt);
  return (
    <div class={`observation ${row.kind} ${row.status}${isNewDay ? " new-day" : ""}`}>
      <time dateTime={row.happenedAt}>{timeOf(row.happenedAt)}</time>
      <Icon name={row.kind} />
      <span class="unseen">{names[row.kind]}</span>
      <span class="grow">{plainText(row.title)}</span>
      {row.status !== "ok" && <span class="badge bad">{row.status}</span>}
      {isNewDay ? (
        <span class="day">{dayName(row.happenedAt)}</span>
      ) : (
        !project.value && <span class="muted place">{row.project}</span>
      )}
    </div>
  );
}
