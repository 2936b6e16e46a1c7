// What a function did lately: its runs and those of its tests, and since when each test has its result.

import { Badge, Empty, Failure, When } from "../parts/frame.tsx";
import { useOperation } from "../shell/use.ts";

export function Runs({ name }: { name: string }) {
  const { data, error } = useOperation("fn.runs", { name, limit: 50 });
  return (
    <>
      <Failure error={error} />
      {data?.runs.length === 0 && <Empty title="No run is kept">Runs and tests are listed here.</Empty>}
      {data && data.tests.length > 0 && (
        <ul class="links">
          {data.tests.map(({ test, passed, since, version }) => (
            <li key={test}>
              <Badge tone={passed ? "good" : "bad"}>{passed ? "passes" : "fails"}</Badge> {test}{" "}
              <span class="muted">
                since <When at={since} />, version {version}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.runs.length > 0 && (
        <table class="wide">
          <thead>
            <tr>
              <th scope="col">when</th>
              <th scope="col">version</th>
              <th scope="col">input</th>
              <th scope="col">result</th>
              <th scope="col">ms</th>
            </tr>
          </thead>
          <tbody>
            {data.runs.map((run) => (
              <tr key={run.id}>
                <td>
                  <When at={run.at} />
                </td>
                <td>{run.version}</td>
                <td class="break">
                  <code>{run.args}</code>
                </td>
                <td class="break">
                  {(run.passed ?? run.status === "ok") || <Badge tone="bad">failed</Badge>}{" "}
                  <code>{run.status === "ok" ? run.value : run.error}</code>
                </td>
                <td>{run.ms}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
