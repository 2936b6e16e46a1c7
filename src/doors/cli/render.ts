// What each operation's answer looks like to a person.

import type { Observation, Session } from "../../protocol/episodic.ts";
import type { OperationName, OutputOf } from "../../protocol/operations.ts";
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
  show: (shown) =>
    shown.kind === "observation" ? observationText(shown.observation) : renderers["session.show"](shown),
  "compress.start": compressionText,
  "compress.state": compressionText,
  "reindex.start": reindexText,
  "reindex.state": reindexText,

  "session.list": ({ sessions }) =>
    sessions.length === 0
      ? dim("No sessions here yet. --all-projects shows those of every project.")
      : columns(sessions.map(sessionRow)),

  "session.show": ({ session, observations }) =>
    [
      `${bold(session.name ?? session.firstPrompt ?? "(no prompt)")}`,
      columns([
        [dim("session"), session.id],
        [dim("project"), session.project],
        [dim("time"), `${when(session.startedAt)} – ${session.endedAt ? when(session.endedAt) : "open"}`],
        [dim("status"), session.status],
      ]),
      "",
      columns(
        observations.map((one) => [one.id, dim(when(one.happenedAt)), mark(one), fitted(one.title, 54)]),
      ),
    ].join("\n"),

  "session.delete": ({ deleted }) => `Deleted session ${deleted} and all that was remembered of it.`,

  "observation.show": ({ observation }) => observationText(observation),
  "observation.edit": ({ observation }) => observationText(observation),
  "observation.delete": ({ deleted }) => `Deleted ${deleted}.`,

  "eval.compression": (trial) => textOf(trialPage(trial), look()),
  report: (report) => textOf(pageOf(report), look()),

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
