// One open point: what is left, since when and where, with its evidence; done and edit in place.

import { useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { call } from "../shell/api.ts";
import { href } from "../shell/router.ts";
import { useAction } from "../shell/use.ts";
import { Failure, plainText, When } from "./frame.tsx";
import { TextForm } from "./text-form.tsx";

interface OpenPointProps {
  point: OutputOf<"open-points">["points"][number];
  folder: string;
  onChanged(): void;
}

export function OpenPoint({
  point: { id, text, branch, since, sessionId },
  folder,
  onChanged,
}: OpenPointProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const close = useAction(async () => {
    await call("open-points.close", { id, folder });
    onChanged();
  });
  const save = useAction(async () => {
    await call("open-points.edit", { id, folder, text: (draft ?? "").trim() });
    setDraft(null);
    onChanged();
  });
  return (
    <li>
      {plainText(text)}{" "}
      <span class="muted">
        {branch && `${branch} · `}
        <When at={since} />
      </span>
      <Failure error={close.error.value ?? save.error.value} />
      {draft === null ? (
        <p class="in-place">
          <button type="button" disabled={close.isBusy.value} onClick={() => void close.act()}>
            Done
          </button>
          <button type="button" onClick={() => setDraft(text)}>
            Edit
          </button>
          <a href={href("session", sessionId, { as: "turns" })}>evidence</a>
        </p>
      ) : (
        <TextForm
          draft={draft}
          keep="Save"
          isBusy={save.isBusy.value}
          onDraft={setDraft}
          onKeep={() => void save.act()}
        />
      )}
    </li>
  );
}
