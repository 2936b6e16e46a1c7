// Leaves out of an imported event, before it is redacted, what preparing it does not look at: most of the file that an
// edit reports beside its patch, a third of a history's text. A live event keeps it for the code map. Pure.

import { linesAroundEdits } from "../../../libs/shorten/index.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import { deedOf } from "../../protocol/tools.ts";
import { hasPrivatePart } from "../../secrets/cleaner.ts";

export interface Lean {
  event: HookEvent;
  /** The size of what was left out, in bytes of JSON. */
  leftOut: number;
}

export function withoutUnread(event: HookEvent): Lean {
  const original = event.type === "tool" && deedOf(event.tool) === "edits" ? originalOf(event.output) : "";
  // Only the whole file shows which of its lines are private.
  if (event.type !== "tool" || original === "" || hasPrivatePart(original)) return { event, leftOut: 0 };
  const originalFile = linesAroundEdits(event.output, original);
  return {
    event: { ...event, output: { ...(event.output as object), originalFile } },
    leftOut: jsonBytes(original) - jsonBytes(originalFile),
  };
}

function originalOf(output: unknown): string {
  const original =
    typeof output === "object" && output !== null && "originalFile" in output ? output.originalFile : "";
  return typeof original === "string" ? original : "";
}

/** The bytes of a value as JSON, without counting what is escaped: nobody needs it more exactly. */
export function jsonBytes(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  if (typeof value !== "object" || value === null) return String(value).length;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + jsonBytes(item) + 1, 2);
  let bytes = 2;
  for (const [name, part] of Object.entries(value))
    if (part !== undefined) bytes += name.length + jsonBytes(part) + 4;
  return bytes;
}
