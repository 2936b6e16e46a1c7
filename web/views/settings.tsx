// Settings: every value with its meaning and origin. A secret can be set and removed, and is never shown.

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
  const { key, origin, description, kind } = setting;
  const save = useAction(async (text: string | undefined) => {
    await call("config.set", text === undefined ? { key } : { key, value: text });
    onChanged();
  });
  const saveSecret = useAction(async (text: string | undefined) => {
    await call("config.secret", text === undefined ? { key } : { key, secret: text });
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
        <Failure error={save.error.value ?? saveSecret.error.value} />
      </div>
      <div class="value">
        {kind === "secret" ? (
          <Secret setting={setting} onSave={(text) => void saveSecret.act(text)} />
        ) : (
          <Field setting={setting} onSave={(text) => void save.act(text)} />
        )}
        {isOwn && kind !== "secret" && (
          <button type="button" class="plain muted" onClick={() => void save.act(undefined)}>
            reset
          </button>
        )}
      </div>
    </div>
  );
}

interface SecretProps {
  setting: Setting;
  onSave(text: string | undefined): void;
}

/** Empty whatever is set: what is typed goes to tellback, and nothing comes back. */
function Secret({ setting: { key, value }, onSave }: SecretProps) {
  const [text, setText] = useState("");
  const isSet = value !== "";
  return (
    <form
      class="secret"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "") onSave(text);
        setText("");
      }}
    >
      <input
        id={key}
        type="password"
        autocomplete="off"
        placeholder={isSet ? "set; type to replace" : "not set"}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text !== "" && <button type="submit">Save</button>}
      {text === "" && isSet && (
        <button type="button" class="plain muted" onClick={() => onSave(undefined)}>
          remove
        </button>
      )}
    </form>
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
