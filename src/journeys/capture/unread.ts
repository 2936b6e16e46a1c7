// Leaves out of an imported event, before it is redacted, what preparing it does not look at: most of the file that an
// edit reports beside its patch, a third of a history's text. A live event keeps it for the code map. Pure.

import type { HookEvent } from "../../protocol/hook.ts";
import { deedOf } from "../../protocol/tools.ts";
import { linesAroundEdits } from "../../rooms/episodic/room.ts";
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

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
