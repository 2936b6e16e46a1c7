// A new function for the library: name, code and its first tests.

import { useState } from "preact/hooks";
import { TellbackError } from "../../src/protocol/errors.ts";
import type { FunctionLanguage } from "../../src/protocol/functions.ts";
import { Failure } from "../parts/frame.tsx";
import { later } from "../parts/later.tsx";
import { DetailSide } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { useAction } from "../shell/use.ts";
import type { SaveAnswer } from "./saved.tsx";
import { newTest, type TestDraft, TestFields, writtenOf } from "./test-fields.tsx";

const Editor = later(() => import("../parts/editor.tsx").then(({ Editor: loaded }) => loaded));

const languages = {
  python: "Python",
  javascript: "JavaScript",
  typescript: "TypeScript",
} satisfies Record<FunctionLanguage, string>;

interface NewProps {
  names: readonly string[];
  onSaved(saved: SaveAnswer): void;
  onClose(): void;
}

export function NewFunction({ names, onSaved, onClose }: NewProps) {
  const [name, setName] = useState("");
  const [language, setLanguage] = useState<FunctionLanguage>("python");
  const [description, setDescription] = useState("");
  const [needs, setNeeds] = useState("");
  const [code, setCode] = useState("");
  const [tests, setTests] = useState<readonly TestDraft[]>([]);
  const save = useAction(async () => {
    const wanted = name.trim();
    if (wanted === "") throw new TellbackError("invalid_input", "The function needs a name");
    if (code.trim() === "")
      throw new TellbackError("invalid_input", "The function needs code", {
        hint: `It defines a function with the name ${wanted}.`,
      });
    if (names.includes(wanted))
      throw new TellbackError("conflict", `There is a function ${wanted} already`, {
        hint: "Choose another name, or open that one and save a new version of it.",
      });
    onSaved(
      await call("fn.save", {
        ...{ name: wanted, language, code },
        ...(description.trim() && { description: description.trim() }),
        ...(needs.trim() && { needs }),
        tests: JSON.stringify(tests.map(numbered)),
      }),
    );
  });
  return (
    <DetailSide label="New function" onClose={onClose}>
      <article>
        <h2>New function</h2>
        <form
          class="new-function"
          onSubmit={(event) => {
            event.preventDefault();
            void save.act();
          }}
        >
          <div class="fields">
            <label class="grow">
              <span class="muted">Name</span>
              <input
                class="mono"
                autocomplete="off"
                maxLength={100}
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            </label>
            <label>
              <span class="muted">Language</span>
              <select
                value={language}
                onChange={(event) => setLanguage(event.currentTarget.value as FunctionLanguage)}
              >
                {Object.entries(languages).map(([key, title]) => (
                  <option key={key} value={key}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <label class="grow">
              <span class="muted">Needs</span>
              <input
                class="mono"
                autocomplete="off"
                placeholder="functions that it calls"
                value={needs}
                onInput={(event) => setNeeds(event.currentTarget.value)}
              />
            </label>
          </div>
          <label>
            <span class="muted">What it does</span>
            <textarea
              rows={2}
              maxLength={2000}
              placeholder="as its documentation in the code says"
              value={description}
              onInput={(event) => setDescription(event.currentTarget.value)}
            />
          </label>
          <div>
            <span class="muted">Code, which defines a function of this name</span>
            <Editor label="Code" text={code} language={language} onChange={setCode} />
          </div>
          {tests.map((test, i) => (
            <fieldset key={i} class="card">
              <legend class="muted">Test {i + 1}</legend>
              <TestFields test={test} onChange={(changed) => setTests(tests.with(i, changed))} />
              <p class="actions">
                <button type="button" onClick={() => setTests(tests.filter((_, other) => other !== i))}>
                  Leave it out
                </button>
              </p>
            </fieldset>
          ))}
          <p class="actions">
            <button type="submit" class="primary" disabled={save.isBusy.value}>
              {save.isBusy.value ? "Saving…" : "Save the function"}
            </button>
            <button type="button" onClick={() => setTests([...tests, newTest])}>
              Add a test
            </button>
          </p>
          <Failure error={save.error.value} />
        </form>
      </article>
    </DetailSide>
  );
}

/** What is wrong with a test names which one it is. */
function numbered(test: TestDraft, i: number) {
  try {
    return writtenOf(test);
  } catch (thrown) {
    const { code, message, hint } = TellbackError.from(thrown);
    throw new TellbackError(code, `Test ${i + 1}: ${message}`, { hint });
  }
}
