// The form in which the text of a statement is corrected. For the views that show statements.

interface TextFormProps {
  draft: string;
  /** What the button says. */
  keep: string;
  isBusy: boolean;
  onDraft(text: string | null): void;
  onKeep(): void;
}

export function TextForm({ draft, keep, isBusy, onDraft, onKeep }: TextFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onKeep();
      }}
    >
      <textarea
        aria-label="Text"
        rows={4}
        value={draft}
        ref={(field) => field?.focus()}
        onInput={(event) => onDraft(event.currentTarget.value)}
      />
      <p class="actions">
        <button type="submit" class="primary" disabled={isBusy || draft.trim().length < 3}>
          {keep}
        </button>
        <button type="button" onClick={() => onDraft(null)}>
          Cancel
        </button>
      </p>
    </form>
  );
}
