// Status: whether everything works: what is stored, problems with their fix, the doctor, jobs.

import { useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Badge, Facts, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { call } from "../shell/api.ts";
import { href } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";

const tones = { ok: "good", pending: "plain", degraded: "warn", failed: "bad" } as const;

export default function Status() {
  const { data, error, reload } = useOperation("status", {}, { live: true });
  const jobs = useOperation("jobs", {}, { live: true });
  const retry = useAction(async () => {
    await call("jobs.retry", {});
    jobs.reload();
    reload();
  });
  return (
    <div class="content">
      <Heading
        title="Status"
        question={
          data
            ? data.problems.length === 0
              ? "Everything works"
              : plural(data.problems.length, "problem")
            : ""
        }
      />
      <Failure error={error} />
      {data?.problems.map(({ code, message, hint }) => (
        <div key={code} class="card problem">
          <p>
            <Badge tone="warn">problem</Badge> {message}
          </p>
          <p class="muted">{hint}</p>
        </div>
      ))}
      {data && <Figures data={data} />}
      <Doctor />
      <section>
        <h2>Jobs</h2>
        <Failure error={jobs.error ?? retry.error.value} />
        {jobs.data?.jobs.length === 0 && <p class="muted">No jobs are waiting.</p>}
        {jobs.data && jobs.data.jobs.length > 0 && (
          <>
            <table class="wide">
              <thead>
                <tr>
                  <th scope="col">job</th>
                  <th scope="col">state</th>
                  <th scope="col">about</th>
                </tr>
              </thead>
              <tbody>
                {linesOf(jobs.data.jobs).map(({ job, count }) => (
                  <tr key={job.id}>
                    <td>{job.kind}</td>
                    <td>
                      <Badge tone={job.state === "failed" ? "bad" : "plain"}>
                        {count > 1 ? `${count.toLocaleString("en")} ${job.state}` : job.state}
                      </Badge>
                    </td>
                    <td class="break">
                      {job.error ? (
                        <>
                          {job.error} <span class="muted">after {plural(job.attempts, "attempt")}</span>
                        </>
                      ) : count > 1 ? (
                        ""
                      ) : (
                        job.key
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {jobs.data.jobs.some(({ state }) => state === "failed") && (
              <p class="actions">
                <button type="button" onClick={() => void retry.act()}>
                  Retry failed jobs
                </button>
              </p>
            )}
          </>
        )}
      </section>
    </div>
  );
}

type Job = OutputOf<"jobs">["jobs"][number];
const maxFailed = 50;

/** Each failed one, and one line for all others of a kind and state. */
function linesOf(jobs: readonly Job[]): { job: Job; count: number }[] {
  const failed = jobs.filter(({ state }) => state === "failed").slice(0, maxFailed);
  const others = Map.groupBy(
    jobs.filter(({ state }) => state !== "failed"),
    ({ kind, state }) => `${state} ${kind}`,
  );
  return [
    ...failed.map((job) => ({ job, count: 1 })),
    ...[...others.values()].flatMap(([job, ...rest]) => (job ? [{ job, count: rest.length + 1 }] : [])),
  ];
}

function Figures({ data }: { data: OutputOf<"status"> }) {
  const { counts, store, daemon, search, inbox, model } = data;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return (
    <div class="card">
      <Facts
        rows={[
          [
            "remembered",
            `${plural(counts.observations, "observation")} in ${plural(counts.sessions, "session")} of ${plural(counts.projects, "project")}`,
          ],
          [
            "last capture",
            data.lastCaptureAt ? (
              <When key="at" at={data.lastCaptureAt} />
            ) : (
              "never: tellback install lets your agent remember"
            ),
          ],
          [
            "store",
            `${store.kind} · ${store.place}${store.bytes === null ? "" : ` · ${megabytes(store.bytes)}`}`,
          ],
          [
            "search",
            `${search.vectors.toLocaleString("en")} of ${plural(search.documents, "document")} have a vector (${search.model})`,
          ],
          [
            "model",
            model
              ? `${model.name}, ${plural(model.waiting, "observation")} waiting, $${model.today.usd.toFixed(2)} of $${model.today.capUsd.toFixed(2)} today`
              : "none: rules do the work",
          ],
          [
            "review",
            <a key="review" href={href("review")}>
              {plural(data.review.waiting, "statement")} waiting,{" "}
              {plural(data.review.contradictions, "contradiction")}
            </a>,
          ],
          ["inbox", `${plural(inbox.waiting, "event")} waiting, ${inbox.unreadable} unreadable`],
          ["daemon", `${data.version} · pid ${daemon.pid} · ${megabytes(daemon.rssBytes)} · ${daemon.home}`],
        ]}
      />
    </div>
  );
}

function Doctor() {
  const [answer, setAnswer] = useState<OutputOf<"doctor"> | null>(null);
  const ask = useAction(async () => setAnswer(await call("doctor", {})));
  return (
    <section>
      <h2>Doctor</h2>
      <p class="muted">
        Sends an event through the real hook, finds it again by search, and checks everything on the way.
      </p>
      <p class="actions">
        <button type="button" class="primary" disabled={ask.isBusy.value} onClick={() => void ask.act()}>
          {ask.isBusy.value ? "Checking…" : "Check now"}
        </button>
        <span role="status">
          {answer && <Badge tone={answer.verdict === "OK" ? "good" : "warn"}>{answer.verdict}</Badge>}
        </span>
      </p>
      <Failure error={ask.error.value} />
      {answer && (
        <ul class="findings">
          {answer.findings.map(({ what, state, found, hint }) => (
            <li key={what + found}>
              <Badge tone={tones[state]}>{state}</Badge>
              <div>
                <p>
                  <strong>{what}</strong> {found}
                </p>
                {hint && <p class="muted">{hint}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
