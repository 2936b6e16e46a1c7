// The tests of a function: run them, add one, change or remove one.

import { useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import type { FunctionTest } from "../../src/protocol/functions.ts";
import { Badge, Empty, Failure } from "../parts/frame.tsx";
import { call } from "../shell/api.ts";
import { useAction } from "../shell/use.ts";
import type { SaveAnswer } from "./saved.tsx";
import { draftOf, newTest, type TestDraft, TestFields, writtenOf } from "./test-fields.tsx";

interface TestsProps {
  data: OutputOf<"fn.show">;
  /** Of the last change, null before one. */
  saved: SaveAnswer | null;
  onSaved(saved: SaveAnswer | null): void;
}

type Results = OutputOf<"fn.test">["results"];

export function Tests({ data, saved, onSaved }: TestsProps) {
  const { name } = data.function;
  const [ran, setRan] = useState<Results | null>(null);
  const [open, setOpen] = useState<{ test: FunctionTest | null; draft: TestDraft } | null>(null);
  const results = ran ?? saved?.results ?? null;
  const test = useAction(async () => {
    const answer = await call("fn.test", { name });
    setRan(answer.results);
    onSaved(null);
  });
  const save = useAction(async () => {
    if (!open) return;
    const answer = await call("fn.save", { name, tests: JSON.stringify([writtenOf(open.draft)]) });
    await removeOld(data, open.test);
    setRan(null);
    setOpen(null);
    onSaved(answer);
  });
  const remove = useAction(async (one: FunctionTest) => {
    setRan((await call("fn.test", { name, remove: one.id })).results);
    setOpen(null);
    onSaved(null);
  });
  const isBusy = test.isBusy.value || save.isBusy.value || remove.isBusy.value;
  return (
    <>
      {data.tests.length === 0 && !open && (
        <Empty title="It has no tests">
          A test is arguments and what is expected. Agents are offered only functions whose tests pass.
        </Empty>
      )}
      {data.tests.length > 0 && (
        <TestTable
          tests={data.tests}
          results={results}
          onEdit={(one) => setOpen({ test: one, draft: draftOf(one) })}
        />
      )}
      <Failure error={test.error.value} />
      {open ? (
        <form
          class="card"
          aria-label={open.test ? "Edit the test" : "New test"}
          onSubmit={(event) => {
            event.preventDefault();
            void save.act();
          }}
        >
          <TestFields test={open.draft} onChange={(draft) => setOpen({ ...open, draft })} />
          <Failure error={save.error.value ?? remove.error.value} />
          <p class="actions">
            <button type="submit" class="primary" disabled={isBusy}>
              {save.isBusy.value ? "Saving…" : "Save the test"}
            </button>
            <button type="button" onClick={() => setOpen(null)}>
              Cancel
            </button>
            {open.test && (
              <button
                type="button"
                disabled={isBusy}
                onClick={() => void remove.act(open.test as FunctionTest)}
              >
                Remove the test
              </button>
            )}
          </p>
        </form>
      ) : (
        <p class="actions">
          {data.tests.length > 0 && (
            <button type="button" class="primary" disabled={isBusy} onClick={() => void test.act()}>
              {test.isBusy.value ? "Running…" : "Run the tests"}
            </button>
          )}
          <button type="button" onClick={() => setOpen({ test: null, draft: newTest })}>
            Add a test
          </button>
        </p>
      )}
    </>
  );
}

/** A test is known by its name: under another name it was saved beside the old one. */
async function removeOld(before: OutputOf<"fn.show">, old: FunctionTest | null): Promise<void> {
  if (!old) return;
  const { name } = before.function;
  const { tests } = await call("fn.show", { name });
  if (tests.length > before.tests.length) await call("fn.test", { name, remove: old.id });
}

interface TableProps {
  tests: readonly FunctionTest[];
  results: Results | null;
  onEdit(test: FunctionTest): void;
}

function TestTable({ tests, results, onEdit }: TableProps) {
  return (
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">test</th>
          <th scope="col">arguments</th>
          <th scope="col">expects</th>
          <th scope="col">result</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {tests.map((one) => {
          const result = results?.find(({ test: name }) => name === one.name);
          const { kind, ...expected } = one.expects;
          return (
            <tr key={one.id}>
              <td class="break">{one.name}</td>
              <td class="break">
                <code>{JSON.stringify(one.args)}</code>
              </td>
              <td class="break">
                {kind} <code>{JSON.stringify(Object.values(expected)[0])}</code>
              </td>
              <td class="break">
                {result && (
                  <Badge tone={result.passed ? "good" : "bad"}>
                    {result.passed ? "passed" : `got ${result.got}`}
                  </Badge>
                )}
              </td>
              <td>
                <button
                  type="button"
                  class="plain"
                  aria-label={`Edit the test ${one.name}`}
                  onClick={() => onEdit(one)}
                >
                  Edit
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
