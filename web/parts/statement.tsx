// One statement of what is known, with the buttons that correct it in place: confirm or keep, edit, reject or drop.

import { useState } from "preact/hooks";
import { call } from "../shell/api.ts";
import { href } from "../shell/router.ts";
import { useAction } from "../shell/use.ts";
import { Badge, Failure, plainText } from "./frame.tsx";
import { TextForm } from "./text-form.tsx";

interface StatementProps {
  one: {
    id: string;
    content: string;
    label: string;
    isManual?: boolean;
    category?: string | null;
    staleSince?: string | null;
  };
  /** It has no effect until somebody keeps it. */
  isWaiting?: boolean;
  onChanged(): void;
}

export function Statement({ one, isWaiting = false, onChanged }: StatementProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const { id, content, label, isManual = false, staleSince = null } = one;
  const isLearning = one.category !== null && one.category !== undefined;
  const change = useAction(async (run: () => Promise<unknown>) => {
    await run();
    setDraft(null);
    onChanged();
  });
  const confirm = () => {
    if (isWaiting || label === "contradiction") return call("review.keep", { id });
    return isLearning ? call("learnings.confirm", { id }) : call("node.confirm", { id });
  };
  const reject = isWaiting
    ? () => call("review.drop", { id })
    : isLearning
      ? () => call("learnings.reject", { id })
      : null;
  const save = (text: string) => {
    if (isWaiting) return call("review.edit", { id, content: text });
    return isLearning
      ? call("learnings.edit", { id, content: text })
      : call("node.update", { id, content: text });
  };
  const { isBusy } = change;
  return (
    <li>
      {plainText(content)} <Badge>{label}</Badge>
      {isManual && <Badge tone="good">confirmed</Badge>}
      {staleSince && <Badge tone="warn">stale</Badge>}
      <Failure error={change.error.value} />
      {draft === null ? (
        <p class="in-place">
          {!isManual && (
            <button type="button" disabled={isBusy.value} onClick={() => void change.act(confirm)}>
              {isWaiting ? "Keep" : label === "contradiction" ? "Keep both" : "Confirm"}
            </button>
          )}
          <button type="button" onClick={() => setDraft(content)}>
            Edit
          </button>
          {reject && (
            <button type="button" disabled={isBusy.value} onClick={() => void change.act(reject)}>
              {isWaiting ? "Drop" : "Reject"}
            </button>
          )}
          <a href={href("why", "", { id })}>evidence</a>
        </p>
      ) : (
        <TextForm
          draft={draft}
          keep="Save"
          isBusy={isBusy.value}
          onDraft={setDraft}
          onKeep={() => void change.act(() => save(draft.trim()))}
        />
      )}
    </li>
  );
}
