// Context: exactly what tellback would inject now, or for a prompt, or for a file; why each item, and what was left out.

import { useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Badge, Empty, Failure, Heading, plainText, plural } from "../parts/frame.tsx";
import { Meter } from "../parts/meter.tsx";
import { someProject } from "../shell/project.ts";
import { go, href, hrefWith } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

export default function Context({ query }: ViewProps) {
  const project = someProject.value;
  const [prompt, setPrompt] = useState(query.get("for") ?? "");
  const [file, setFile] = useState(query.get("file") ?? "");
  const asked = { for: query.get("for") ?? "", file: query.get("file") ?? "" };
  const input = project && {
    folder: project.root,
    ...(asked.for && { for: asked.for }),
    ...(asked.file && { file: asked.file }),
  };
  const { data, error } = useOperation("context", input, { live: true });
  const moment = asked.file
    ? `when ${asked.file} is opened`
    : asked.for
      ? "at this prompt"
      : "at session start";
  return (
    <div class="content">
      <Heading
        title="Context"
        question={project ? `What tellback injects in ${project.name}, ${moment}` : "What tellback injects"}
      />
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          go(hrefWith({ for: prompt.trim(), file: file.trim() }));
        }}
      >
        <input
          type="search"
          aria-label="Prompt"
          placeholder="At this prompt (empty: at session start)"
          value={prompt}
          onInput={(event) => setPrompt(event.currentTarget.value)}
        />
        <input
          aria-label="File"
          placeholder="or when this file is opened"
          value={file}
          onInput={(event) => setFile(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Show
        </button>
      </form>
      <Failure error={error} />
      {!project && <Empty title="No project is known yet" command="tellback install" />}
      {data && data.text === null && (
        <Empty title="Nothing would be injected">
          {asked.for
            ? "Memory has no answer to this prompt, so the agent is not disturbed."
            : "There is nothing yet that helps at this moment."}
        </Empty>
      )}
      {data && data.text !== null && <Injected data={data} />}
      {data && data.left.length > 0 && (
        <section>
          <h2>Left out</h2>
          <ul class="links">
            {data.left.map(({ id, title, because }) => (
              <li key={id}>
                <Badge>{because}</Badge> <a href={href("search", "", { q: title, id })}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Injected({ data }: { data: OutputOf<"context"> }) {
  return (
    <>
      <p class="muted">
        {plural(data.tokens, "token")} of at most {data.budget}{" "}
        <Meter label="share of the budget" value={data.tokens} max={data.budget} />
      </p>
      <pre class="code injected" tabIndex={0}>
        {data.text}
      </pre>
      <section>
        <h2>Why each item</h2>
        <table class="wide">
          <thead>
            <tr>
              <th scope="col">what</th>
              <th scope="col">why</th>
              <th scope="col">length</th>
              <th scope="col">tokens</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <tr key={item.id}>
                <td>
                  <span class="muted">{item.section}</span>{" "}
                  {item.id.includes(":") ? (
                    item.title
                  ) : (
                    <a class="clamped" href={href("why", "", { id: item.id })}>
                      {plainText(item.title)}
                    </a>
                  )}
                </td>
                <td>
                  {item.why.reason}
                  {item.why.relevance !== undefined && ` (${item.why.relevance.toFixed(2)})`}
                </td>
                <td>{item.length}</td>
                <td class="number">{item.tokens}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
