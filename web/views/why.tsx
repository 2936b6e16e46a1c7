// Why: the ledger of what was injected, for which reason, and whether the agent used it; of everything, or of one thing.

import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Detail } from "../parts/detail.tsx";
import { Badge, Empty, Facts, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { DetailSide, Split } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { go, href, hrefWith } from "../shell/router.ts";
import { useOperation, usePages, usePulse } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

type Injection = OutputOf<"injections">["injections"][number];

const lists = { "": "Everything", used: "Used", ignored: "Ignored" } as const;
const moments = {
  start: "at session start",
  prompt: "at a prompt",
  file: "with a file",
  agent: "for a sub-agent",
  failure: "at a failed command",
};

export default function Why({ query }: ViewProps) {
  const list = (query.get("list") ?? "") as keyof typeof lists;
  const chosenId = query.get("id");
  const where = scope.value;
  const used = useSignal<{ all: number; used: number } | null>(null);
  const selected = useSignal(-1);
  const load = useCallback(
    async (offset: number, limit: number) => {
      const filter = list === "" ? {} : { used: list === "used" };
      const answer = await call("injections", { ...where, ...filter, offset, limit });
      if (list === "") used.value = { all: answer.total, used: answer.used };
      return { rows: answer.injections, total: answer.total };
    },
    [where, list],
  );
  const pages = usePages(`${JSON.stringify(where)} ${list}`, load);
  usePulse(pages.reload);
  const close = () => go(hrefWith({ id: null }));
  const choose = (index: number) => {
    selected.value = index;
    const id = pages.row(index)?.id;
    if (id) go(hrefWith({ id }), "replace");
  };
  return (
    <Split
      label="Injections"
      detail={
        chosenId &&
        (isOwner(chosenId) ? (
          <Ledger id={chosenId} onClose={close} />
        ) : (
          <FilesInjected one={pages.row(selected.value)} onClose={close} />
        ))
      }
    >
      <Heading
        title="Why"
        question={used.value ? `${used.value.used} of ${plural(used.value.all, "injection")} were used` : ""}
      >
        <div class="choice" role="group" aria-label="Use">
          {Object.entries(lists).map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === list}
              onClick={() => go(hrefWith({ list: name, id: null }))}
            >
              {title}
            </button>
          ))}
        </div>
      </Heading>
      <Failure error={pages.error} />
      {pages.total === 0 ? (
        <Empty title="Nothing was injected yet" command="tellback context">
          It begins with the next session of your agent. This shows what it would be told now:
        </Empty>
      ) : (
        <Rows
          label="Injections, newest first"
          count={pages.total ?? 0}
          rowHeight={64}
          selected={selected.value}
          onSelect={choose}
          onClose={() => {
            if (!chosenId) return false;
            close();
            return true;
          }}
          onShow={pages.show}
          row={(index) => <InjectionRow one={pages.row(index)} />}
        />
      )}
    </Split>
  );
}

function InjectionRow({ one }: { one: Injection | undefined }) {
  if (!one) return <span class="loading" />;
  return (
    <div class="result">
      <p class="title">{plainText(one.title ?? filesIn(one.id))}</p>
      <p class="eyebrow led">
        {one.used ? <Badge tone="good">used</Badge> : <Badge>ignored</Badge>} {moments[one.moment]} ·{" "}
        {one.why.reason} · <When at={one.at} /> · {plural(one.tokens, "token")}
      </p>
    </div>
  );
}

const filesIn = (id: string) => id.replace(/^files:/, "Files: ");

/** A list of files is injected too, and has no id of its own. */
const isOwner = (id: string) => !id.includes(":");

function FilesInjected({ one, onClose }: { one: Injection | undefined; onClose(): void }) {
  return (
    <DetailSide label="Detail" onClose={onClose}>
      {one && (
        <article>
          <p class="eyebrow">
            {moments[one.moment]} · <When at={one.at} />
          </p>
          <h2>{filesIn(one.id)}</h2>
          <p>{one.why.reason}</p>
          <p class="actions">
            <a href={href("session", one.sessionId)}>The session</a>
          </p>
        </article>
      )}
    </DetailSide>
  );
}

const uses = {
  file: "its file was touched",
  name: "its names were repeated",
  asked: "it was asked for",
  followed: "a command did what it says",
  contradicted: "a command did what it rules out",
};

function Ledger({ id, onClose }: { id: string; onClose(): void }) {
  const { data, error } = useOperation("why", { id });
  return (
    <Detail id={id} onClose={onClose}>
      {data && (
        <div class="why">
          {data.origin && (
            <Facts
              rows={[
                ...(data.origin.words ? [["first said", `“${data.origin.words}”`] as const] : []),
                ...(data.origin.reason ? [["because", data.origin.reason] as const] : []),
              ]}
            />
          )}
          {data.injections.length === 0 && <p class="muted">It was never injected.</p>}
          <ul class="links">
            {data.injections.slice(0, 50).map((one, i) => (
              <li key={i}>
                <When at={one.at} /> {moments[one.moment]}: {one.why.reason}
                {one.why.relevance !== undefined && ` (${one.why.relevance.toFixed(2)})`},{" "}
                {one.used ? uses[one.used.how] : "not used"} ·{" "}
                <a href={href("session", one.sessionId)}>session</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {error?.code !== "not_found" && <Failure error={error} />}
    </Detail>
  );
}
