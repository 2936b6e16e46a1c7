// The room of commands: what agents wrote into their replies for tellback, and the answers that wait for their next
// prompt. Import only this file; the other files are private.

export {
  addPending,
  expandedIn,
  markGiven,
  type PendingAnswer,
  type PendingItem,
  pendingOf,
  wasReminded,
} from "./pending.ts";
export { commandRecords } from "./records.ts";
export { hasCommands, markDone, messageOfHook, noteReply, replyHash, waitingReplies } from "./replies.ts";
