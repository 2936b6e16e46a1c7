// Renders the answers about tellback itself as text.

import type { OutputOf } from "../contracts.ts";
import { reviewCount } from "../review/text.ts";
import { look } from "../text/look.ts";
import { bad, bytes, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import { textOf } from "../text/section-text.ts";
import type { operations } from "./contract.ts";
import { pageOf } from "./report-page.ts";

export const texts = {
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
          : "nothing from this folder yet",
      ],
      ...(status.tasks.length === 0 ? [] : [["tasks", status.tasks.map(taskText).join(", ")]]),
      ["this week", weekText(status.week)],
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
      ...(status.model
        ? [
            [
              "model",
              `${status.model.name}, ${status.model.waiting > 0 ? `${plural(status.model.waiting, "observation")} waiting, ` : ""}$${status.model.today.usd.toFixed(2)} of $${status.model.today.capUsd.toFixed(2)} today`,
            ],
          ]
        : []),
      ["described", `sessions: ${describedText(status.summaries)}`],
      ...(status.review.waiting + status.review.contradictions > 0
        ? [["review", `${reviewCount(status.review)} (\`tellback review\`)`]]
        : []),
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
      `tellback ${status.version}  ${verdict}`,
      columns(rows.map(([k = "", v = ""]) => [dim(k), v])),
      ...problems,
    ].join("\n");
  },
  report: (report) => textOf(pageOf(report), look()),
  jobs: ({ jobs }) =>
    jobs.length === 0
      ? dim("No jobs are waiting.")
      : columns(
          jobs.map((job) => [
            job.state === "failed" ? bad(job.state) : job.state,
            job.kind,
            `attempt ${job.attempts}`,
            fitted(job.error ?? job.key, 40),
          ]),
        ),
  "jobs.retry": ({ retried }) => `${plural(retried, "job")} will be retried.`,
  backup: ({ path, bytes: size }) => `Backed up the store to ${path} (${bytes(size)}).`,
  "reindex.start": reindexText,
  "reindex.state": reindexText,
  "daemon.state": ({ pid, version, startedAt, home, rssBytes }) =>
    columns([
      [dim("daemon"), good("running")],
      [dim("pid"), String(pid)],
      [dim("version"), version],
      [dim("since"), when(startedAt)],
      [dim("memory"), bytes(rssBytes)],
      [dim("home"), home],
    ]),
  "daemon.stop": () => "The daemon is stopping.",
} satisfies TextsOf<typeof operations>;

function taskText({ name, phase, done, steps }: OutputOf<"status">["tasks"][number]): string {
  return `${name} (${phase === "none" ? "not begun" : phase}${steps > 0 ? `, ${done} of ${plural(steps, "step")}` : ""})`;
}

function describedText({ byRules, byModel, waiting }: OutputOf<"status">["summaries"]): string {
  const parts = [`${byRules} by rules`, ...(byModel > 0 ? [`${byModel} by a model`] : [])];
  return [...parts, ...(waiting > 0 ? [`${waiting} waiting for it`] : [])].join(", ");
}

function weekText({ sessions, told, used }: OutputOf<"status">["week"]): string {
  if (told === 0) return "no notes told yet";
  return `${plural(told, "note")} told in ${plural(sessions, "session")}, ${used} of them used`;
}

function reindexText({ state, documents, vectors, error }: OutputOf<"reindex.state">): string {
  const counts = `${documents.done} of ${plural(documents.all, "document")}, ${vectors.done} of ${plural(vectors.all, "vector")}`;
  return error ? `${bad(state)}: ${error} (${counts})` : `${state}: ${counts}`;
}
