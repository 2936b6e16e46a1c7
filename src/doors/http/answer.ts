// A hook that waits for an answer: its envelope comes in, the text to inject goes out. Capture does not happen here:
// the same envelope is in the inbox.

import { parseBounded } from "../../agents/bounded-json.ts";
import { answeringHook, recallDeadlineMs } from "../../agents/hook-table.ts";
import { adapterOf } from "../../agents/hosts.ts";
import { isNewNotice } from "../../config/hook-log.ts";
import { answerTo } from "../../journeys/followers.ts";
import { denialOf } from "../../journeys/guard/guard.ts";
import { asRecallReads } from "../../journeys/recall/recall.ts";
import { problemsNow } from "../../journeys/report/status.ts";
import type { Memory } from "../../memory/memory.ts";
import { withoutSecrets } from "../../memory/without-secrets.ts";
import { unpack } from "../../platform/inbox.ts";
import { TellbackError } from "../../protocol/errors.ts";

export async function answerHook(memory: Memory, body: Buffer): Promise<string> {
  const envelope = unpack(body, new Date().toISOString());
  const adapter = envelope && adapterOf(envelope.host);
  if (!adapter) throw new TellbackError("invalid_input", "the request is not a hook's envelope");
  const parsed = parseBounded(envelope.payload);
  if (!parsed.ok) throw new TellbackError("invalid_input", `the payload is not JSON: ${parsed.reason}`);
  const received = adapter.fromHook(parsed.value, {
    projectDir: envelope.projectDir || undefined,
    at: envelope.at,
  });
  if (!received) return "";
  const name = (parsed.value as { hook_event_name: string }).hook_event_name;
  const hook = answeringHook(adapter.hooks, name);
  if (!hook) return "";
  const denial = received.type === "tool-start" ? denialOf(memory, received) : null;
  if (denial !== null) return adapter.toHost(name, { context: "", deny: denial });
  const event = withoutSecrets(asRecallReads(received));
  const answer = await answerTo(memory, event, recallDeadlineMs(hook));
  const notice = event.type === "session-start" ? await noticeFor(memory) : undefined;
  return adapter.toHost(name, notice === undefined ? answer : { context: answer?.context ?? "", notice });
}

/** A problem in one line for the user, once a day, never for the model. */
async function noticeFor(memory: Memory): Promise<string | undefined> {
  const [problem, ...more] = await problemsNow(memory);
  if (!problem) return undefined;
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  const text = `tellback: ${problem.message}${others}. Run \`tellback doctor\`.`;
  return isNewNotice(memory.paths, text) ? text : undefined;
}
