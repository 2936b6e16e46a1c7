// Reports: how much was captured, what it was, what it cost and whether it helped, over a period. Each plot has its
// numbers as a table.

import type { OutputOf } from "../../src/areas/contracts.ts";
import { Empty, Failure, Heading, nounFor, plural } from "../parts/frame.tsx";
import { Meter } from "../parts/meter.tsx";
import { Plot } from "../parts/plot.tsx";
import { Table } from "../parts/table.tsx";
import { dayName, timeOf } from "../parts/time.ts";
import { scope } from "../shell/project.ts";
import { go, href, hrefWith } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

const periods = { "24h": "Day", "7d": "Week", "30d": "Month", "52w": "Year" } as const;

export default function Reports({ query }: ViewProps) {
  const since = query.get("since") ?? "7d";
  const { data, error } = useOperation("report", { since, eval: true, ...scope.value }, { live: true });
  return (
    <div class="content">
      <Heading title="Reports" question={data ? (data.project ?? "All projects") : ""}>
        <div class="choice" role="group" aria-label="Period">
          {Object.entries(periods).map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === since}
              onClick={() => go(hrefWith({ since: name }))}
            >
              {title}
            </button>
          ))}
        </div>
      </Heading>
      <Failure error={error} />
      {data && data.observations.count === 0 && (
        <Empty title="Nothing was captured in this period" command="tellback install">
          Choose a longer one, or let your agent remember from now on.
        </Empty>
      )}
      {data && data.observations.count > 0 && <Report data={data} />}
    </div>
  );
}

type ReportData = OutputOf<"report">;

function Report({ data }: { data: ReportData }) {
  const { eval: quality, spend, compression } = data;
  const time = {
    step: data.period.step,
    at: data.line.map(({ at }) => at),
    nameOf: (at: string) => when(at, data.period.step),
  };
  const used =
    quality && quality.injection.items > 0 ? quality.injection.used / quality.injection.items : null;
  return (
    <>
      <div class="figures">
        <Figure
          value={data.observations.count.toLocaleString("en")}
          what={`${nounFor(data.observations.count, "observation")} in ${plural(data.sessions, "session")}`}
        />
        <Figure
          value={compression.tokens.toLocaleString("en")}
          what={`${nounFor(compression.tokens, "token")} kept of ${sizeOf(compression.rawBytes)} seen`}
        />
        <Figure
          value={used === null ? "–" : `${Math.round(used * 100)} %`}
          what={used === null ? "nothing was injected yet" : "of what was injected was used"}
        />
        <Figure
          value={spend ? `$${spend.usd.toFixed(2)}` : "$0"}
          what={
            spend
              ? `spent; today $${spend.todayUsd.toFixed(2)} of $${spend.dailyCapUsd.toFixed(2)}`
              : "spent: no model is set"
          }
        />
      </div>
      <section class="card">
        <h2>Captured</h2>
        <Plot
          {...time}
          series={[
            { label: "observations", values: data.line.map(({ count }) => count), colour: "--accent" },
            { label: "failed", values: data.line.map(({ failed }) => failed), colour: "--bad" },
          ]}
        />
      </section>
      <section class="card">
        <h2>Tokens</h2>
        <Plot
          {...time}
          series={[
            {
              ...{ label: "seen", colour: "--bar" },
              values: data.line.map(({ rawBytes }) => Math.round(rawBytes / bytesPerToken)),
            },
            { label: "kept", values: data.line.map(({ tokens }) => tokens), colour: "--accent" },
          ]}
        />
        <p class="muted">What was seen is counted as one token for {bytesPerToken} bytes.</p>
      </section>
      <div class="columns">
        <Shares title="Tools" shares={data.tools} />
        <Shares title="Files" shares={data.files} />
        <Shares title="Symbols" shares={data.symbols} />
      </div>
      {data.failures.length > 0 && (
        <section class="card">
          <h2>Failures</h2>
          <ul class="links">
            {data.failures.map(({ id, title, times }) => (
              <li key={id}>
                <a href={href("timeline", "", { id })}>{title}</a>{" "}
                {times > 1 && <span class="muted">{times} times</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {quality && <Usefulness injection={quality.injection} time={time} />}
      {spend && <Spent spend={spend} period={data.period} />}
      {quality && <Quality quality={quality} />}
    </>
  );
}

/** As the report itself counts. */
const bytesPerToken = 4;

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const when = (at: string, step: string) => (step === "hour" ? `${dayName(at)} ${timeOf(at)}` : dayName(at));

function Figure({ value, what }: { value: string; what: string }) {
  return (
    <p class="figure">
      <strong>{value}</strong>
      <span class="muted">{what}</span>
    </p>
  );
}

/** The end of a path tells more than its beginning. */
const shortPath = (name: string) => name.split("/").slice(-2).join("/");

function Shares({ title, shares }: { title: string; shares: ReportData["tools"] }) {
  if (shares.length === 0) return null;
  const most = Math.max(...shares.map(({ count }) => count));
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="bars">
        {shares.slice(0, 10).map(({ name, count }) => (
          <li key={name}>
            <span class="grow" title={name}>
              {shortPath(name)}
            </span>
            <Meter label={`${name}: ${count}`} value={count} max={most} />
            <span class="number">{count.toLocaleString("en")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const moments = {
  start: "at session start",
  prompt: "at a prompt",
  file: "with a file",
  agent: "for a sub-agent",
  failure: "at a failed command",
};

interface UsefulnessProps {
  injection: NonNullable<ReportData["eval"]>["injection"];
  time: { step: string; nameOf(at: string): string };
}

/** Whether what was injected helped: over time, and by moment and kind. */
function Usefulness({ injection, time }: UsefulnessProps) {
  if (injection.items === 0) return null;
  return (
    <section class="card">
      <h2>Usefulness</h2>
      <p class="muted">
        Of {plural(injection.items, "injected memory", "injected memories")} (
        {plural(injection.tokens, "token")}), the agent then used {injection.used.toLocaleString("en")}.
      </p>
      <Plot
        {...time}
        at={injection.line.map(({ at }) => at)}
        series={[
          { label: "injected", values: injection.line.map(({ items }) => items), colour: "--bar" },
          { label: "used", values: injection.line.map(({ used }) => used), colour: "--good" },
        ]}
      />
      <Table
        head={["moment", "kind", "injected", "used", "tokens", "used tokens"]}
        rows={injection.by.map(({ moment, kind, items, used, tokens, tokensUsed }) => [
          ...[moments[moment], kind, items, used, tokens, tokensUsed],
        ])}
      />
    </section>
  );
}

interface SpentProps {
  spend: NonNullable<ReportData["spend"]>;
  period: ReportData["period"];
}

function Spent({ spend, period }: SpentProps) {
  const days = daysOf(period);
  const usdOn = new Map(spend.daily.map(({ day, usd }) => [day, usd]));
  const caps = [
    ["Today", spend.todayUsd, spend.dailyCapUsd],
    ["This month", spend.monthUsd, spend.monthlyCapUsd],
  ] as const;
  return (
    <section class="card">
      <h2>Spend against caps</h2>
      <ul class="bars wide-bars">
        {caps.map(([name, usd, cap]) => (
          <li key={name}>
            <span class="grow">{name}</span>
            <Meter label={`${name}: $${usd.toFixed(2)} of $${cap.toFixed(2)}`} value={usd} max={cap || 1} />
            <span class="number">
              ${usd.toFixed(2)} of ${cap.toFixed(2)}
            </span>
          </li>
        ))}
      </ul>
      {spend.daily.length > 0 && (
        <Plot
          step="day"
          at={days.map((day) => `${day}T00:00:00.000Z`)}
          nameOf={(at) => at.slice(0, 10)}
          textOf={(usd) => usd.toFixed(3)}
          least={spend.dailyCapUsd / 10 || 0.001}
          series={[
            { label: "dollars", values: days.map((day) => usdOn.get(day) ?? 0), colour: "--accent" },
            {
              ...{ label: "cap of a day", colour: "--bad", as: "line" },
              values: days.map(() => spend.dailyCapUsd),
            },
          ]}
        />
      )}
      {spend.byPurpose.length > 0 && (
        <Table
          head={["purpose", "model", "calls", "dollars"]}
          rows={spend.byPurpose.map(({ purpose, model, calls, usd }) => [
            purpose,
            model,
            calls,
            usd.toFixed(3),
          ])}
        />
      )}
    </section>
  );
}

const dayMs = 86_400_000;

/** Days of UTC, as the caps count them. */
function daysOf({ from, to }: ReportData["period"]): string[] {
  const days = [];
  for (let at = Date.parse(from.slice(0, 10)); at <= Date.parse(to); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function Quality({ quality }: { quality: NonNullable<ReportData["eval"]> }) {
  const ms = (value: number | null) => (value === null ? "–" : `${Math.round(value)} ms`);
  const { injection, search, compression, capture } = quality;
  return (
    <section class="card">
      <h2>tellback itself</h2>
      <Table
        head={["", "count", "half within", "95 % within"]}
        rows={[
          ["injections", injection.count, ms(injection.p50), ms(injection.p95)],
          ["searches", search.count, ms(search.p50), ms(search.p95)],
          ["compressions", compression.count, ms(compression.p50), ms(compression.p95)],
        ]}
      />
      <p class="muted">
        {plural(capture.captured, "event")} captured, {capture.unreadable} unreadable,{" "}
        {plural(capture.failedJobs, "failed job")}.
      </p>
    </section>
  );
}
