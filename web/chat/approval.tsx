// The user's decision about a tool that writes. The page sends yes or no; what runs is what the daemon has.

import { approve, isAnswering } from "./conversation.ts";

export function Approval({ approval, tool }: { approval: string; tool: string }) {
  const isBusy = isAnswering.value;
  return (
    <div class="approval" role="group" aria-label={`Approve ${tool}?`}>
      <p>It writes, so it waits for you.</p>
      <button type="button" class="primary" disabled={isBusy} onClick={() => void approve(approval, true)}>
        Run it
      </button>
      <button type="button" disabled={isBusy} onClick={() => void approve(approval, false)}>
        Refuse
      </button>
    </div>
  );
}
