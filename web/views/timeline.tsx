// Timeline: what is happening, live. New rows appear by themselves at the top; while somebody reads further down,
// nothing moves, and a button offers them.

import { useSignal } from "@preact/signals";
import { useCallback, useMemo, useRef } from "preact/hooks";
import { Empty, Failure, Heading, plural } from "../parts/frame.tsx";
import { later } from "../parts/later.tsx";
import { ObservationRow } from "../parts/observation-row.tsx";
import { Rows } from "../parts/rows.tsx";
import { Split } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { go, hrefWith } from "../shell/router.ts";
import { usePages, usePulse } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

const Detail = later(() => import("../parts/detail.tsx").then(({ Detail: loaded }) => loaded));

const kinds = { "": "Everything", prompt: "Prompts", reply: "Replies", tool: "Tools" } as const;

export default function Timeline({ query }: ViewProps) {
  const kind = (query.get("kind") ?? "") as keyof typeof kinds;
  const selectedId = query.get("id");
  const where = scope.value;
  const upTo = useRef<number | undefined>(undefined);
  const isAtTop = useRef(true);
  const waiting = useSignal(0);
  const selected = useSignal(-1);

  const load = useCallback(
    async (offset: number, limit: number, isFirst: boolean) => {
      if (isFirst) upTo.current = undefined;
      const answer = await call("timeline", {
        ...where,
        ...(kind && { kind }),
        ...(upTo.current !== undefined && { upTo: upTo.current }),
        offset,
        limit,
      });
      upTo.current = answer.upTo;
      return answer;
    },
    [where, kind],
  );
  const pages = usePages(`${JSON.stringify(where)} ${kind}`, load);

  usePulse(() => {
    if (isAtTop.current && selected.peek() <= 0) return pages.reload();
    void call("timeline", { ...where, ...(kind && { kind }), limit: 1 }).then(({ total }) => {
      waiting.value = Math.max(0, total - (pages.total ?? 0));
    });
  });

  const showNew = () => {
    waiting.value = 0;
    selected.value = -1;
    document.querySelector(".rows")?.scrollTo({ top: 0 });
    pages.reload();
  };
  const onTop = useCallback((top: boolean) => {
    isAtTop.current = top;
  }, []);
  const close = () => go(hrefWith({ id: null }));
  const choose = (index: number) => {
    selected.value = index;
    const id = pages.row(index)?.id;
    if (id && selectedId) go(hrefWith({ id }), "replace");
  };
  const row = useMemo(
    () => (index: number) => <ObservationRow row={pages.row(index)} before={pages.row(index - 1)} />,
    [pages],
  );
  return (
    <Split label="Timeline" detail={selectedId && <Detail id={selectedId} onClose={close} />}>
      <Heading title="Timeline" question={pages.total === null ? "" : plural(pages.total, "observation")}>
        <div class="choice" role="group" aria-label="Kind">
          {Object.entries(kinds).map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === kind}
              onClick={() => go(hrefWith({ kind: name, id: null }))}
            >
              {title}
            </button>
          ))}
        </div>
      </Heading>
      <Failure error={pages.error} />
      {waiting.value > 0 && (
        <button type="button" class="new-rows" onClick={showNew}>
          {waiting.value} new
        </button>
      )}
      {pages.total === 0 ? (
        <Empty title="Nothing has happened yet" command="tellback install">
          Let your agent remember from now on, or read earlier conversations with <code>tellback import</code>
          .
        </Empty>
      ) : (
        <Rows
          label="Observations, newest first"
          count={pages.total ?? 0}
          rowHeight={40}
          selected={selected.value}
          onSelect={choose}
          onOpen={(index) => {
            const id = pages.row(index)?.id;
            if (id) go(hrefWith({ id }), selectedId ? "replace" : "push");
          }}
          onClose={() => {
            if (!selectedId) return false;
            close();
            return true;
          }}
          onShow={pages.show}
          onTop={onTop}
          row={row}
        />
      )}
    </Split>
  );
}
