// Sessions: what was worked on, newest first.

import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import { Badge, Empty, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { go, href } from "../shell/router.ts";
import { usePages, usePulse } from "../shell/use.ts";

export default function Sessions() {
  const where = scope.value;
  const load = useCallback(
    (offset: number, limit: number) =>
      call("session.list", { offset, limit, ...where }).then(({ sessions, total }) => ({
        rows: sessions,
        total,
      })),
    [where],
  );
  const pages = usePages(JSON.stringify(where), load);
  usePulse(pages.reload);
  const selected = useSignal(-1);
  return (
    <section class="list-side" aria-label="Sessions">
      <Heading title="Sessions" question={pages.total === null ? "" : plural(pages.total, "session")} />
      <Failure error={pages.error} />
      {pages.total === 0 ? (
        <Empty title="No session yet" command="tellback install">
          Each conversation with your agent becomes one. <code>tellback import</code> reads earlier ones.
        </Empty>
      ) : (
        <Rows
          label="Sessions, newest first"
          count={pages.total ?? 0}
          rowHeight={64}
          selected={selected.value}
          onSelect={(index) => {
            selected.value = index;
          }}
          onOpen={(index) => {
            const id = pages.row(index)?.id;
            if (id) go(href("session", id));
          }}
          onShow={pages.show}
          row={(index) => {
            const one = pages.row(index);
            return (
              one && (
                <div class="result">
                  <p class="title">{plainText(one.name ?? one.firstPrompt ?? one.id)}</p>
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
