// What each operation's answer looks like to a person.

import type { Observation, Session, SessionSummary } from "../../protocol/episodic.ts";
import type { OperationName, OutputOf } from "../../protocol/operations.ts";
import type { Learning } from "../../protocol/semantic.ts";
import { bad, bold, bytes, columns, dim, fitted, good, plural, warn, when } from "./output.ts";
import { look } from "./report/look.ts";
import { pageOf } from "./report/page.ts";
import { textOf } from "./report/text.ts";
import { trialPage } from "./report/trial.ts";

type Renderers = { [N in OperationName]: (output: OutputOf<N>) => string };

/** As much of an id as people need to type; longer when the store grows. */
export function shortId(id: string): string {
  const ulid = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id);
  return ulid ? id : id.slice(0, 8);
}

export const renderers: Renderers = {
  status: (status) => {
    const { counts, here, inbox, jobs, store, daemon } = status;
    const rows = [
      [
        "remembered",
        `${plural(counts.observations, "observation")} in ${plural(counts.sessions, "session")} of ${plural(counts.projects, "project")}`,
      ],
      [
        "here",
        here
          ? `${here.project}: ${plural(here.observations, "observation")} in ${plural(here.sessions, "session")}`
          : "nothing of this folder yet",
      ],
      ["last capture", status.lastCaptureAt ? when(status.lastCaptureAt) : "never"],
      ["store", `${store.kind} ${store.place}${store.bytes === null ? "" : ` (${bytes(store.bytes)})`}`],
      [
        "daemon",
        `pid ${daemon.pid}, version ${daemon.version}, ${bytes(daemon.rssBytes)}, since ${when(daemon.startedAt)}`,
      ],
      [
        "search",
        `${status.search.vectors} of ${plural(status.search.documents, "document")} have a vector (${status.search.model})`,
      ],
      [
        "waiting",
        `${plural(inbox.waiting, "event")} in the inbox, ${plural(jobs.pending + jobs.running, "job")}`,
      ],
    ];
    const problems = status.problems.flatMap(({ message, hint }) => [
      `${warn("!")} ${message}`,
      `  ${dim(hint)}`,
    ]);
    const verdict = problems.length === 0 ? good("OK") : warn("DEGRADED");
    return [
      `engram ${status.version}  ${verdict}`,
      columns(rows.map(([k = "", v = ""]) => [dim(k), v])),
      ...problems,
    ].join("\n");
  },

  search: resultsText,
  search_memory: resultsText,
  show: (shown) => {
    if (shown.kind === "observation") return observationText(shown.observation);
    return shown.kind === "learning" ? renderers["learnings.show"](shown) : renderers["session.show"](shown);
  },
  "compress.start": compressionText,
  "compress.state": compressionText,
  "reindex.start": reindexText,
  "reindex.state": reindexText,

  "session.list": ({ sessions }) =>
    sessions.length === 0
      ? dim("No sessions here yet. --all-projects shows those of every project.")
      : columns(sessions.map(sessionRow)),

  "session.show": ({ session, summary, observations }) =>
    [
      `${bold(session.name ?? session.firstPrompt ?? "(no prompt)")}`,
      columns([
        [dim("session"), session.id],
        [dim("project"), session.project],
        [dim("time"), `${when(session.startedAt)} – ${session.endedAt ? when(session.endedAt) : "open"}`],
        [dim("status"), session.status],
      ]),
      ...(summary ? ["", summaryText(summary)] : []),
      "",
      columns(
        observations.map((one) => [one.id, dim(when(one.happenedAt)), mark(one), fitted(one.title, 54)]),
      ),
    ].join("\n"),

  "session.reflect": ({ session, status, summary, learned }) =>
    [
      status === "empty"
        ? dim(`Nothing happened in session ${session.id}.`)
        : status === "unchanged"
          ? dim("Nothing new since its summary was made.")
          : "",
      summary ? summaryText(summary) : "",
      columns(learned.map(({ verdict, learning }) => [verdict, ...learningRow(learning)])),
    ]
      .filter(Boolean)
      .join("\n"),

  "session.delete": ({ deleted }) => `Deleted session ${deleted} and all that was remembered of it.`,

  "observation.show": ({ observation }) => observationText(observation),
  "observation.edit": ({ observation }) => observationText(observation),
  "observation.delete": ({ deleted }) => `Deleted ${deleted}.`,

  "eval.compression": (trial) => textOf(trialPage(trial), look()),
  report: (report) => textOf(pageOf(report), look()),
  learnings: ({ learnings }) =>
    learnings.length === 0
      ? dim("Nothing learned here yet. `engram learnings add` tells engram something.")
      : columns(learnings.map(learningRow)),

  "learnings.show": ({ learning, evidence, links }) => learningText(learning, evidence, links),
  "learnings.add": ({ learning }) => `Added ${learning.id}: ${learning.content}`,
  "learnings.confirm": ({ learning }) => `Confirmed: ${learning.content}`,
  "learnings.reject": ({ learning }) => `Rejected, and it does not come back: ${learning.content}`,
  "learnings.edit": ({ learning }) => `Now: ${learning.content}`,
  "learnings.log": ({ changes }) =>
    changes.length === 0
      ? dim("Nothing was changed yet.")
      : columns(
          changes.map(({ id, at, why, undoneAt }) => [id, dim(when(at)), undoneAt ? dim("undone") : "", why]),
        ),
  "learnings.undo": ({ change, learnings }) =>
    [`Undone: ${change.why}`, columns(learnings.map(learningRow))].filter(Boolean).join("\n"),

  jobs: ({ jobs }) =>
    jobs.length === 0
      ? dim("No jobs wait.")
      : columns(
          jobs.map((job) => [
            job.state === "failed" ? bad(job.state) : job.state,
            job.kind,
            `try ${job.attempts}`,
            fitted(job.error ?? job.key, 40),
          ]),
        ),

  "jobs.retry": ({ retried }) => `${plural(retried, "job")} will run again.`,
  spend: spendText,
  backup: ({ path, bytes: size }) => `Copied the store to ${path} (${bytes(size)}).`,
  "import.start": importText,
  "import.state": importText,
  "daemon.state": ({ pid, version, startedAt, home, rssBytes }) =>
    columns([
      [dim("daemon"), good("running")],
      [dim("pid"), String(pid)],
      [dim("version"), version],
      [dim("since"), when(startedAt)],
      [dim("memory"), bytes(rssBytes)],
      [dim("home"), home],
    ]),
  "daemon.stop": () => "The daemon finishes what it does and ends.",
};

function style(kind: string, id: string): string {
  return kind === "observation" ? id : `${kind}:${id}`;
}

function resultsText({ results, note }: OutputOf<"search">): string {
  const lines = results.map((one) => {
    const line = columns([
      [
        style(one.kind, one.id),
        dim(when(one.happenedAt)),
        dim(one.relevance.toFixed(2)),
        fitted(one.title || one.summary, 60),
      ],
    ]);
    return one.why ? `${line}\n${whyText(one.why)}` : line;
  });
  if (lines.length === 0) lines.push(dim("Nothing found. --all-projects looks in every project."));
  return [...lines, ...(note ? [dim(note)] : [])].join("\n");
}

function whyText(why: NonNullable<OutputOf<"search">["results"][number]["why"]>): string {
  const opinion = (name: string, said: typeof why.text) =>
    said ? `${name} #${said.rank} (${said.score.toFixed(2)})` : `${name} –`;
  const parts = Object.entries(why.parts).filter(([, value]) => Math.abs(value) >= 0.005);
  const sum = parts.map(([name, value]) => `${name} ${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`);
  return dim(`    ${opinion("words", why.text)} · ${opinion("meaning", why.meaning)} · ${sum.join(" ")}`);
}

function reindexText({ state, documents, vectors, error }: OutputOf<"reindex.state">): string {
  const counts = `${documents.done} of ${documents.all} documents, ${vectors.done} of ${vectors.all} vectors`;
  return error ? `${bad(state)}: ${error} (${counts})` : `${state}: ${counts}`;
}

function compressionText({ model, waiting, state, trouble, nextAt }: OutputOf<"compress.state">): string {
  if (model === null) {
    const hint = "`engram config set llm.provider …` lets a model improve what comes after.";
    return `Observations are made by rules alone.\n${dim(hint)}`;
  }
  if (waiting === 0) return `${good("done")}: nothing waits for ${model}.`;
  const later = nextAt && Date.parse(nextAt) > Date.now() + 60_000 ? ` Next try: ${when(nextAt)}.` : "";
  const line = `${state}: ${plural(waiting, "observation")} for ${model}.${later}`;
  return trouble ? `${line}\n${warn("!")} ${trouble}` : line;
}

function summaryText(summary: SessionSummary): string {
  const parts: [string, readonly string[]][] = [
    ["asked", [summary.request]],
    ["done", summary.done],
    ["decided", summary.decisions],
    ["learned", summary.learned],
    ["open", summary.open],
    ["files", summary.files.length > 0 ? [summary.files.join(", ")] : []],
    ["summary", [`by ${summary.provider}${summary.note ? ` (${summary.note})` : ""}`]],
  ];
  const rows = parts.flatMap(([name, lines]) => lines.map((text, i) => [i === 0 ? dim(name) : "", text]));
  return columns(rows.map(([name = "", text = ""]) => [name, fitted(text, 12)]));
}

/** How sure, in words where a number would say too much. */
function sureness(one: Learning): string {
  if (one.state !== "active") return one.state;
  if (one.isManual) return good("yours");
  const share = one.confidence.toFixed(2);
  return one.confidence >= 0.7 ? good(share) : one.confidence < 0.4 ? warn(share) : share;
}

function learningRow(one: Learning): string[] {
  const kind = one.type === "hypothesis" ? "hypothesis" : one.category;
  return [one.id, sureness(one), dim(kind), fitted(one.content, 52)];
}

function learningText(
  one: Learning,
  evidence: OutputOf<"learnings.show">["evidence"],
  links: OutputOf<"learnings.show">["links"],
): string {
  const sessions = `${plural(one.timesSeen, "session")}${one.isManual ? ", confirmed by you" : ""}`;
  const facts = [
    [dim("id"), one.id],
    [dim("what"), `${one.type} · ${one.category}${one.projectId === null ? " · everywhere" : ""}`],
    [dim("sure"), `${sureness(one)} (seen in ${sessions})`],
    [dim("since"), `${when(one.createdAt)}, last seen ${when(one.updatedAt)}`],
  ];
  const seen = evidence.map((each) => [
    each.kind === "supports" ? good("+") : bad("−"),
    dim(when(each.at)),
    each.sessionId ? shortId(each.sessionId) : "",
    fitted(each.claim, 34),
  ]);
  const linked = links.map((each) => {
    const name = each.type.toLowerCase().replaceAll("_", " ");
    return [dim(each.direction === "from" ? name : `← ${name}`), each.id, fitted(each.content, 50)];
  });
  return [
    bold(one.content),
    columns(facts),
    ...(seen.length > 0 ? ["", columns(seen)] : []),
    ...(linked.length > 0 ? ["", columns(linked)] : []),
  ].join("\n");
}

function mark(one: Observation): string {
  return one.status === "ok" ? " " : bad("✗");
}

function sessionRow(one: Session): string[] {
  return [
    shortId(one.id),
    dim(when(one.lastSeenAt)),
    one.project,
    dim(plural(one.observations, "observation")),
    fitted(one.name ?? one.firstPrompt ?? "(no prompt)", 60),
  ];
}

function observationText(one: Observation): string {
  const facts = [
    [dim("id"), one.id],
    [dim("when"), when(one.happenedAt)],
    [
      dim("what"),
      [one.kind, one.tool, one.status === "ok" ? null : bad(one.status)].filter(Boolean).join(" · "),
    ],
    [dim("session"), one.sessionId],
    ...(one.files.length > 0 ? [[dim("files"), one.files.join(", ")]] : []),
    ...(one.branch ? [[dim("branch"), one.branch]] : []),
    [dim("size"), `${bytes(one.rawBytes)} seen, ${one.tokens} tokens kept (${one.provider})`],
  ];
  const texts = [one.summary, one.detail].filter((text, i, all) => text !== "" && all.indexOf(text) === i);
  return [bold(one.title), columns(facts), "", texts.join("\n\n")].join("\n");
}

function spendText({ rows, today, month, open, prices }: OutputOf<"spend">): string {
  const counts = rows.map((row) => [
    row.name,
    plural(row.calls, "call"),
    `${tokens(row.input)} in`,
    `${tokens(row.output)} out`,
    dollars(row.usd),
  ]);
  const use = ({ usd, capUsd }: typeof today) => {
    const text = `${dollars(usd)} of ${dollars(capUsd)}`;
    return usd >= capUsd ? warn(text) : text;
  };
  return [
    rows.length === 0 ? dim("No model was called yet.") : columns(counts),
    "",
    columns([
      [dim("today"), use(today)],
      [dim("this month"), use(month)],
      ...(open.calls > 0
        ? [[dim("under way"), `${plural(open.calls, "call")}, at most ${dollars(open.usd)}`]]
        : []),
      [dim("caps"), dim("change: engram config set spend.dailyUsd 1; days are UTC")],
      [dim("prices"), dim(prices)],
    ]),
  ].join("\n");
}

/** Enough places to tell a call of a cheap model from none. */
function dollars(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.1 ? 4 : 2)}`;
}

function tokens(n: number): string {
  return n < 10_000 ? n.toLocaleString("en-US") : `${Math.round(n / 1000).toLocaleString("en-US")}k`;
}

function importText(run: OutputOf<"import.state">): string {
  if (run.state === "none") return dim("No import has run since the daemon started.");
  if (run.state === "waiting") return "The import begins as soon as the daemon is free.";
  const counts = `${run.filesDone} of ${plural(run.files, "transcript")}, ${plural(run.stored, "new observation")}`;
  return run.state === "failed" ? `${bad("failed")}: ${run.error} (${counts})` : `${run.state}: ${counts}`;
}
