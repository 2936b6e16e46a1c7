// Home: where a project stands, as the agent hears it when a session starts: the last outcomes, what is open, what holds here
// and what waits for a decision. Every line leads to its evidence, and what is wrong is corrected in place.

import { type ComponentChildren, Fragment } from "preact";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Badge, Empty, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { OpenPoint } from "../parts/open-point.tsx";
import { Statement } from "../parts/statement.tsx";
import { project, projects, someProject } from "../shell/project.ts";
import { href } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";

const shown = { statements: 5, review: 3, sessions: 5 };
const live = { live: true };

export default function Home() {
  const at = someProject.value;
  if (!at) return <NothingYet />;
  return <ProjectHome key={at.id} folder={at.root} name={at.name} />;
}

function NothingYet() {
  const status = useOperation("status", {}, live);
  return (
    <div class="content">
      <Heading title="tellback" question="The memory of your coding agents" />
      <Failure error={status.error} />
      {status.data && (
        <>
          <Empty title="Nothing is remembered yet" command="tellback install">
            Let your agent remember from now on, or read earlier conversations with{" "}
            <code>tellback import</code>.
          </Empty>
          <Health status={status.data} />
        </>
      )}
    </div>
  );
}

function ProjectHome({ folder, name }: { folder: string; name: string }) {
  const context = useOperation("context", { folder }, live);
  const points = useOperation("open-points", { folder }, live);
  const status = useOperation("status", { folder }, live);
  const { data, error } = context;
  const now = data?.items.filter(({ section }) => section === "now") ?? [];
  const commands = data?.items.filter(({ kind }) => kind === "checks") ?? [];
  const open = points.data?.points ?? [];
  const isEmpty = data !== null && points.data !== null && now.length + open.length === 0;
  return (
    <div class="content home">
      <Heading title={name} question={lastSeenOf(status.data)}>
        {data && data.tokens > 0 && (
          <a href={href("context")}>What a new session is told: {plural(data.tokens, "token")}</a>
        )}
      </Heading>
      <Failure error={error ?? points.error ?? status.error} />
      <div class="state">
        <div>
          {isEmpty && (
            <Empty title="No outcome is known yet">
              When a session of this project ends, its outcome and what it left open appear here.
            </Empty>
          )}
          {now.length > 0 && (
            <Part title="Now">
              <ul class="told">
                {now.map((item) => (
                  <li key={item.id}>
                    {plainText(item.title)} <Evidence of={item} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {open.length > 0 && (
            <Part title="Open" count={open.length}>
              <ul class="told">
                {open.map((point) => (
                  <OpenPoint key={point.id} point={point} folder={folder} onChanged={points.reload} />
                ))}
              </ul>
            </Part>
          )}
          <Known folder={folder} commands={commands.map(({ title }) => title)} />
          <Sessions folder={folder} />
        </div>
        <aside aria-label="What needs you">
          <Review folder={folder} />
          {status.data && status.data.tasks.length > 0 && <Tasks tasks={status.data.tasks} />}
          {status.data && <Worth week={status.data.week} />}
          {status.data && <Health status={status.data} />}
          {project.value === null && projects.value.length > 1 && <Projects />}
        </aside>
      </div>
    </div>
  );
}

function Part({
  title,
  count,
  more,
  children,
}: {
  title: string;
  count?: number;
  more?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section>
      <h2>
        {title} {count !== undefined && <span class="muted">{count}</span>}
      </h2>
      {children}
      {more && <p class="more">{more}</p>}
    </section>
  );
}

function lastSeenOf(status: OutputOf<"status"> | null): string {
  if (!status?.here) return "";
  return `${plural(status.here.sessions, "session")}, ${plural(status.here.observations, "observation")}`;
}

type Item = OutputOf<"context">["items"][number];

function Evidence({ of: { id, kind, title } }: { of: Item }) {
  const to = kind === "session" ? href("session", id) : href("why", "", { id });
  return (
    <a class="evidence-link" href={to} aria-label={`Evidence: ${title.slice(0, 60)}`}>
      evidence
    </a>
  );
}

/** What holds here: rules and decisions, the surest first, and the commands that were used. */
function Known({ folder, commands }: { folder: string; commands: readonly string[] }) {
  const page = { folder, limit: shown.statements };
  const rules = useOperation("learnings", page, live);
  const decisions = useOperation("node.list", { ...page, type: "decision" }, live);
  const reload = () => {
    rules.reload();
    decisions.reload();
  };
  const known = [
    ...(rules.data?.learnings ?? []).map((one) => ({ ...one, label: one.category ?? "rule" })),
    ...(decisions.data?.nodes ?? []).map((one) => ({ ...one, label: "decision" })),
  ];
  const total = (rules.data?.total ?? 0) + (decisions.data?.total ?? 0);
  const error = rules.error ?? decisions.error;
  if (!error && known.length + commands.length === 0) return null;
  return (
    <Part
      title="Here"
      more={total > known.length && <a href={href("learnings")}>All {plural(total, "statement")}</a>}
    >
      <Failure error={error} />
      <ul class="told">
        {commands.map((text) => (
          <li key={text}>{plainText(text)}</li>
        ))}
        {known.map((one) => (
          <Statement key={one.id} one={one} onChanged={reload} />
        ))}
      </ul>
    </Part>
  );
}

function Sessions({ folder }: { folder: string }) {
  const { data, error } = useOperation("session.list", { folder, limit: shown.sessions }, live);
  if (!error && (data?.sessions.length ?? 0) === 0) return null;
  return (
    <Part
      title="Last sessions"
      more={<a href={href("sessions")}>All {plural(data?.total ?? 0, "session")}</a>}
    >
      <Failure error={error} />
      <ul class="told">
        {data?.sessions.map((one) => (
          <li key={one.id}>
            <a href={href("session", one.id, { as: "turns" })}>
              {plainText(one.name ?? one.firstPrompt ?? one.id)}
            </a>
            <p class="muted">
              {one.outcome && <span class="clamped">{plainText(one.outcome)}</span>}
              <When at={one.lastSeenAt} />
              {one.status === "active" && <Badge tone="good">active</Badge>}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Review({ folder }: { folder: string }) {
  const { data, error, reload } = useOperation("review", { folder, limit: shown.review }, live);
  if (!error && (data?.total ?? 0) === 0) return null;
  return (
    <Part title="To decide" count={data?.total ?? 0} more={<a href={href("review")}>Decide all</a>}>
      <Failure error={error} />
      <ul class="told">
        {data?.items.map((one) => (
          <Statement
            key={one.id}
            one={{ ...one, label: one.why === "waiting" ? "waits" : "contradiction" }}
            isWaiting={one.why === "waiting"}
            onChanged={reload}
          />
        ))}
      </ul>
    </Part>
  );
}

function Tasks({ tasks }: { tasks: OutputOf<"status">["tasks"] }) {
  return (
    <Part title="Tasks">
      <ul class="told">
        {tasks.map(({ name, phase, done, steps }) => (
          <li key={name}>
            <a href={href("tasks", name)}>{name}</a>{" "}
            <span class="muted">
              {phase}
              {steps > 0 && `, ${done} of ${plural(steps, "step")}`}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What can be seen of the use: that a note was taken up, not that it was obeyed. */
function Worth({ week: { sessions, told, used } }: { week: OutputOf<"status">["week"] }) {
  return (
    <Part title="This week" more={<a href={href("why")}>What was told, and why</a>}>
      <p>
        {told === 0
          ? "Nothing was told yet."
          : `${plural(told, "note")} told in ${plural(sessions, "session")}, ${used} taken up afterwards.`}
      </p>
    </Part>
  );
}

function Health({ status: { problems, lastCaptureAt } }: { status: OutputOf<"status"> }) {
  return (
    <Part title="Health" more={<a href={href("status")}>Status</a>}>
      {problems.length === 0 ? (
        <p>
          <Badge tone="good">ok</Badge> Everything works
          {lastCaptureAt && (
            <Fragment>
              , last capture <When at={lastCaptureAt} />
            </Fragment>
          )}
          .
        </p>
      ) : (
        <ul class="told">
          {problems.map(({ code, message, hint }) => (
            <li key={code}>
              <Badge tone="warn">problem</Badge> {message}
              <p class="muted">{hint}</p>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Projects() {
  return (
    <Part title="Projects">
      <ul class="told">
        {projects.value.map(({ id, name }) => (
          <li key={id}>
            <a href={href("", "", { project: id })}>{name}</a>
          </li>
        ))}
      </ul>
    </Part>
  );
}
