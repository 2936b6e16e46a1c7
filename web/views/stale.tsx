// Stale: what is known about code that has changed since, beside the change.

import type { OutputOf } from "../../src/areas/contracts.ts";
import { Detail } from "../parts/detail.tsx";
import { Empty, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { later } from "../parts/later.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, Split } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { href, hrefWith } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

const Compared = later(() => import("../parts/editor.tsx").then(({ Compared: loaded }) => loaded));

export default function Stale({ query }: ViewProps) {
  const chosenId = query.get("id");
  const { data, error, reload } = useOperation("stale", { limit: 1000, ...scope.value }, { live: true });
  const rows = data?.stale ?? [];
  const ids = rows.map(({ node }) => node.id);
  const { close, keys } = chosenIn(ids, chosenId, (id) => hrefWith({ id }));
  return (
    <Split
      label="Stale"
      detail={
        chosenId && (
          <Detail id={chosenId} onClose={close}>
            <Change
              key={chosenId}
              id={chosenId}
              onDone={() => {
                close();
                reload();
              }}
            />
          </Detail>
        )
      }
    >
      <Heading
        title="Stale"
        question={
          data ? plural(rows.length, "statement about changed code", "statements about changed code") : ""
        }
      />
      <Failure error={error} />
      {data && rows.length === 0 ? (
        <Empty title="Nothing is outdated" command="tellback node anchor ID src/file.ts">
          When code changes that a statement is about, the statement appears here. This ties one to code:
        </Empty>
      ) : (
        <Rows
          label="Stale statements"
          count={rows.length}
          rowHeight={64}
          {...keys}
          row={(index) => {
            const one = rows[index];
            return (
              one && (
                <div class="result">
                  <p class="title">{plainText(one.node.content)}</p>
                  <p class="eyebrow">{one.reason.replace(/^stale: /, "")}</p>
                </div>
              )
            );
          }}
        />
      )}
    </Split>
  );
}

function Change({ id, onDone }: { id: string; onDone(): void }) {
  const { data } = useOperation("node.show", { id });
  const code = useOperation("stale.code", { id });
  const changed = data?.anchors.filter(({ brokenAt }) => brokenAt !== null) ?? [];
  const cause = changed.find(({ observationId }) => observationId !== null)?.observationId;
  const seen = useOperation("observation.show", cause ? { id: cause } : null);
  const confirm = useAction(async () => {
    await call("node.confirm", { id });
    onDone();
  });
  return (
    <div class="verdict">
      <Failure error={confirm.error.value} />
      <p class="actions">
        <button type="button" class="primary" onClick={() => void confirm.act()}>
          It is still true
        </button>
        <a href={href("learnings", "", { id, list: data?.node.category ? "" : "decisions" })}>Correct it</a>
        <a href={href("forget", "", { id })}>Forget it</a>
      </p>
      {seen.data && (
        <p class="muted">
          Changed by{" "}
          <a href={href("session", seen.data.observation.sessionId, { at: cause })}>
            {seen.data.observation.title}
          </a>
        </p>
      )}
      {changed.map((anchor) => (
        <ChangedFile
          key={`${anchor.file}#${anchor.symbol}`}
          {...anchor}
          code={code.data?.changes.find(
            ({ file, symbol }) => file === anchor.file && symbol === anchor.symbol,
          )}
        />
      ))}
    </div>
  );
}

const languages = { python: /\.pyi?$/, typescript: /\.[cm]?tsx?$/, javascript: /\.[cm]?jsx?$/ };

/** Empty if the page cannot colour it. */
const languageOf = (file: string) =>
  Object.entries(languages).find(([, names]) => names.test(file))?.[0] ?? "";

type Anchor = OutputOf<"node.show">["anchors"][number];
type Code = OutputOf<"stale.code">["changes"][number];

function ChangedFile({ file, symbol, how, brokenAt, code }: Anchor & { code: Code | undefined }) {
  const name = symbol ? `${file}#${symbol}` : file;
  return (
    <>
      <p>
        <a href={href("code", "", { symbol: name })}>
          <code>{name}</code>
        </a>{" "}
        {how === "gone" ? "is gone" : "has changed"} {brokenAt && <When at={brokenAt} />}
        {code?.commit && <span class="muted"> · compared with commit {code.commit}</span>}
      </p>
      {code && code.before !== null && (
        <Compared
          label={`What changed in ${file}`}
          before={code.before}
          after={code.after ?? ""}
          language={languageOf(file)}
        />
      )}
      {code && code.before === null && (
        <p class="muted">The code as it was is not in git, so there is nothing to compare with.</p>
      )}
    </>
  );
}
