// Settings: every value with its meaning and origin. What decides where data goes and what may run is shown only: it is
// set in a terminal.

import { useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Badge, Failure, Heading } from "../parts/frame.tsx";
import { call } from "../shell/api.ts";
import { project } from "../shell/project.ts";
import { useAction, useOperation } from "../shell/use.ts";

type Setting = OutputOf<"config.show">["settings"][number];

export default function Settings() {
  const [words, setWords] = useState("");
  const { data, error, reload } = useOperation(
    "config.show",
    project.value ? { folder: project.value.root } : {},
  );
  const wanted = words.toLowerCase();
  const shown = (data?.settings ?? []).filter(({ key, description }) =>
    `${key} ${description}`.toLowerCase().includes(wanted),
  );
  const groupOf = ({ key }: Setting) => key.split(".")[0] ?? "";
  const sizes = Map.groupBy(data?.settings ?? [], groupOf);
  const groups = Map.groupBy(shown, (one) =>
    (sizes.get(groupOf(one))?.length ?? 0) > 1 ? groupOf(one) : "general",
  );
  return (
    <div class="content">
      <Heading
        title="Settings"
        question="A change holds when the daemon starts again (tellback daemon restart)."
      >
        <input
          type="search"
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </Heading>
      <Failure error={error} />
      {data?.ignored.map((reason) => (
        <p key={reason} class="note">
          Not used: {reason}
        </p>
      ))}
      {[...groups].map(([group, settings]) => (
        <section key={group}>
          <h2>{group}</h2>
          <div class="card settings">
            {settings.map((setting) => (
              <Row key={setting.key} setting={setting} onChanged={reload} />
            ))}
          </div>
        </section>
      ))}
      {data && <p class="muted">Your file: {data.file}</p>}
    </div>
  );
}

function Row({ setting, onChanged }: { setting: Setting; onChanged(): void }) {
  const { key, origin, description, isOfPage } = setting;
  const save = useAction(async (text: string | undefined) => {
    await call("config.set", text === undefined ? { key } : { key, value: text });
    onChanged();
  });
  const isOwn = origin.endsWith("config.json");
  return (
    <div class="setting">
      <div>
        <p>
          <label for={key}>
            <code>{key}</code>
          </label>
          {origin !== "default" && <Badge tone="good">{isOwn ? "yours" : origin}</Badge>}
        </p>
        <p class="muted">{description}</p>
        <Failure error={save.error.value} />
      </div>
      <div class="value">
        {isOfPage ? (
          <Field setting={setting} onSave={(text) => void save.act(text)} />
        ) : (
          <InTerminal setting={setting} />
        )}
        {isOwn && isOfPage && (
          <button type="button" class="plain muted" onClick={() => void save.act(undefined)}>
            reset
          </button>
        )}
      </div>
    </div>
  );
}

function InTerminal({ setting: { key, value, kind } }: { setting: Setting }) {
  const isSet = value !== "";
  return (
    <div>
      <output id={key}>{kind === "secret" ? (isSet ? "set" : "not set") : String(value)}</output>
      <p class="muted">
        <code>tellback config set {key}</code>
      </p>
    </div>
  );
}

function Field({
  setting: { key, value, kind, options },
  onSave,
}: {
  setting: Setting;
  onSave(text: string): void;
}) {
  if (kind === "switch")
    return (
      <input
        id={key}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onSave(String(event.currentTarget.checked))}
      />
    );
  if (options.length > 0)
    return (
      <select id={key} value={String(value)} onChange={(event) => onSave(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  return (
    <input
      id={key}
      inputMode={kind === "number" ? "decimal" : "text"}
      defaultValue={String(value)}
      key={String(value)}
      onChange={(event) => onSave(event.currentTarget.value)}
    />
  );
}
