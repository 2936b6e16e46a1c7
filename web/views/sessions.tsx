// Sessions: what was worked on, newest first.

import { useSignal } from "@preact/signals";
import { Badge, Empty, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { scope } from "../shell/project.ts";
import { go, href } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";

export default function Sessions() {
  const { data, error } = useOperation("session.list", { limit: 1000, ...scope.value }, { live: true });
  const selected = useSignal(-1);
  const sessions = data?.sessions ?? [];
  return (
    <section class="list-side" aria-label="Sessions">
      <Heading title="Sessions" question={data ? plural(sessions.length, "session") : ""} />
      <Failure error={error} />
      {data && sessions.length === 0 ? (
        <Empty title="No session yet" command="engram install">
          Each conversation with your agent becomes one. <code>engram import</code> reads earlier ones.
        </Empty>
      ) : (
        <Rows
          label="Sessions, newest first"
          count={sessions.length}
          rowHeight={64}
          selected={selected.value}
          onSelect={(index) => {
            selected.value = index;
          }}
          onOpen={(index) => {
            const id = sessions[index]?.id;
            if (id) go(href("session", id));
          }}
          row={(index) => {
            const one = sessions[index];
            return (
              one && (
                <div class="result">
                  <p class="title">{one.name ?? one.firstPrompt ?? one.id}</p>
                  <p class="eyebrow">
                    {one.project} · <When at={one.lastSeenAt} /> · {plural(one.observations, "observation")}
                    {one.host !== "claude-code" && <Badge>{one.host}</Badge>}
                    {one.status === "active" && <Badge tone="good">active</Badge>}
                  </p>
                </div>
              )
            );
          }}
        />
      )}
    </section>
  );
}
