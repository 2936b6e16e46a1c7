// The text of a file before and after a tool edited it, from what the host reported: exact also when several edits
// follow each other before the first is mapped. Pure.

import type { ToolUse } from "../../protocol/hook.ts";
import { deedOf } from "../../protocol/tools.ts";

export interface EditedText {
  /** Null if the host did not report it; "" for a file that was created. */
  before: string | null;
  after: string | null;
  /** The edits, to reconstruct one text from the other. */
  edits: { from: string; to: string; isEverywhere: boolean }[];
}

const maxLength = 512 * 1024;

/** Null if the tool edits nothing, or failed. */
export function editedText(use: ToolUse): EditedText | null {
  if (deedOf(use.tool) !== "edits" || use.status !== "ok") return null;
  const input = asRecord(use.input);
  const output = asRecord(use.output);
  const original = textOf(output.originalFile);
  const content = textOf(input.content);
  const edits = editsOf(input);
  const isCreated = output.type === "create" && edits.length === 0;
  const before = isCreated ? "" : original;
  const after = content ?? (before === null ? null : applied(before, edits));
  return {
    before: short(before),
    after: short(after),
    edits: edits.filter(({ from, to }) => from.length + to.length < maxLength),
  };
}

/** Null if an edit does not fit the text. */
function applied(text: string, edits: EditedText["edits"]): string | null {
  if (edits.length === 0) return null;
  let now = text;
  for (const { from, to, isEverywhere } of edits) {
    if (from === "" ? now !== "" : !now.includes(from)) return null;
    now = isEverywhere ? now.replaceAll(from, () => to) : now.replace(from, () => to);
  }
  return now;
}

/** The text before, if the edits left only one place where they can have been. */
export function undone(text: string, edits: EditedText["edits"]): string | null {
  let now = text;
  for (const { from, to, isEverywhere } of edits.toReversed()) {
    const at = now.indexOf(to);
    if (to === "" || at === -1 || (!isEverywhere && now.indexOf(to, at + 1) !== -1)) return null;
    now = isEverywhere ? now.replaceAll(to, () => from) : now.replace(to, () => from);
  }
  return edits.length === 0 ? null : now;
}

function editsOf(input: Record<string, unknown>): EditedText["edits"] {
  const several = Array.isArray(input.edits) ? input.edits.slice(0, 200).map(asRecord) : [input];
  return several.flatMap((edit) => {
    const from = textOf(edit.old_string);
    const to = textOf(edit.new_string);
    return from === null || to === null ? [] : [{ from, to, isEverywhere: edit.replace_all === true }];
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function short(text: string | null): string | null {
  return text !== null && text.length <= maxLength ? text : null;
}
