// An event on its way into the store: redacted, and prepared if something is observed. Knows no store, so that an
// import can do it in other threads.

import type { HookEvent } from "../../protocol/hook.ts";
import { branchOf } from "../../rooms/projects/room.ts";
import { withoutSecrets } from "../without-secrets.ts";
import { findingsOf, type ObservationEvent, type PreparedEvent, type Preparing, prepare } from "./prepare.ts";
import { withoutUnread } from "./unread.ts";

/** An event in which nothing is observed. */
export type SignalEvent = Exclude<HookEvent, ObservationEvent>;

export type IncomingEvent =
  | { event: PreparedEvent["head"]; prepared: PreparedEvent }
  | { event: SignalEvent; prepared: PreparedEvent | null };

export function redactAndPrepare(event: HookEvent, preparing: Preparing): IncomingEvent {
  const { event: lean, leftOut } = preparing.isImported ? withoutUnread(event) : { event, leftOut: 0 };
  const clean = withoutSecrets(withBranch(lean));
  if (clean.type === "tool" || clean.type === "prompt" || clean.type === "reply") {
    const prepared = prepare(clean, preparing, leftOut);
    return { event: prepared.head, prepared };
  }
  const findings = clean.type === "agent-end" ? findingsOf(clean) : null;
  return { event: clean, prepared: findings && prepare(findings, preparing) };
}

/** An older event may have happened on another branch than the one that is checked out now. */
const sameBranchMs = 60_000;

/** A hook does not name the branch; a transcript does. */
function withBranch(event: HookEvent): HookEvent {
  if (event.branch !== undefined || Date.now() - Date.parse(event.at) > sameBranchMs) return event;
  const branch = branchOf(event.cwd || event.projectDir);
  return branch === null ? event : { ...event, branch };
}

export function isObserved(
  one: IncomingEvent,
): one is { event: PreparedEvent["head"]; prepared: PreparedEvent } {
  return one.event.type === "tool" || one.event.type === "prompt" || one.event.type === "reply";
}
