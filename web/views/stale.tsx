// Stale: what is known about code that has changed since, beside the change.

import { Detail } from "../parts/detail.tsx";
import { Empty, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { go, href, hrefWith } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

export default function Stale({ query }: ViewProps) {
  const chosenId = query.get("id");
  const { data, error, reload } = useOperation("stale", { limit: 1000, ...scope.value }, { live: true });
  const rows = data?.stale ?? [];
  const selected = rows.findIndex(({ node }) => node.id === chosenId);
  const choose = (index: number) => {
    const id = rows[index]?.node.id;
    if (id) go(hrefWith({ id }), "replace");
  };
  return (
    <div class={chosenId ? "split with-detail" : "split"}>
      <section class="list-side" aria-label="Stale">
        <Heading
          title="Stale"
          question={
            data ? plural(rows.length, "statement about changed code", "statements about changed code") : ""
          }
        />
        <Failure error={error} />
        {data && rows.length === 0 ? (
          <Empty title="Nothing is outdated" command="engram node anchor ID src/file.ts">
            When code changes that a statement is about, the statement appears here. This ties one to code:
          </Empty>
        ) : (
          <Rows
            label="Stale statements"
            count={rows.length}
            rowHeight={64}
            selected={selected}
            onSelect={choose}
            onClose={() => {
              if (!chosenId) return false;
              go(hrefWith({ id: null }));
              return true;
            }}
            row={(index) => {
              const one = rows[index];
              return (
                one && (
                  <div class="result">
                    <p class="title">{one.node.content}</p>
                    <p class="eyebrow">
                      {one.reason} · {one.node.staleSince && <When at={one.node.staleSince} />}
                    </p>
                  </div>
                )
              );
            }}
          />
        )}
      </section>
      {chosenId && (
        <Detail id={chosenId} onClose={() => go(hrefWith({ id: null }))}>
          <Change id={chosenId} onDone={reload} />
        </Detail>
      )}
    </div>
  );
}

function Change({ id, onDone }: { id: string; onDone(): void }) {
  const { data } = useOperation("node.show", { id });
  const changed = data?.anchors.filter(({ brokenAt }) => brokenAt !== null) ?? [];
  const cause = changed.find(({ observationId }) => observationId !== null)?.observationId;
  const seen = useOperation("observation.show", cause ? { id: cause } : null);
  const confirm = useAction(async () => {
    await call("node.confirm", { id });
    onDone();
    go(hrefWith({ id: null }));
  });
  return (
    <div class="verdict">
      <Failure error={confirm.error.value} />
      <ul class="links">
        {changed.map(({ file, symbol, how, brokenAt }) => (
          <li key={`${file}${symbol}`}>
            <a href={href("code", "", { symbol: symbol ? `${file}#${symbol}` : file })}>
              <code>{symbol ? `${file}#${symbol}` : file}</code>
            </a>{" "}
            {how === "gone" ? "is gone" : "has changed"} {brokenAt && <When at={brokenAt} />}
          </li>
        ))}
      </ul>
      {seen.data && (
        <>
          <p class="muted">
            The change:{" "}
            <a href={href("session", seen.data.observation.sessionId, { at: cause })}>
              {seen.data.observation.title}
            </a>
          </p>
          <pre class="code" tabIndex={0}>
            {seen.data.observation.detail}
          </pre>
        </>
      )}
      <p class="actions">
        <button type="button" class="primary" onClick={() => void confirm.act()}>
          It is still true
        </button>
        <a href={href("forget", "", { id })}>Forget it</a>
      </p>
    </div>
  );
}
