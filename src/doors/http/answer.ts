// A hook that waits for an answer: its envelope comes in, the text to inject goes out. Capture does not happen here:
// the same envelope is in the inbox.

import { eventNameIn } from "../../agents/adapter.ts";
import { parseBounded } from "../../agents/bounded-json.ts";
import { answeringHook, recallDeadlineMs } from "../../agents/hook-table.ts";
import { adapterOf, senderOf } from "../../agents/hosts.ts";
import type { HandlerContext } from "../../areas/context.ts";
import { forShell } from "../../areas/for-shell.ts";
import { answerTo } from "../../journeys/followers.ts";
import { unpack } from "../../platform/inbox.ts";
import { TellbackError } from "../../protocol/errors.ts";

export async function answerHook({ memory }: Pick<HandlerContext, "memory">, body: Buffer): Promise<string> {
  const envelope = unpack(body, new Date().toISOString());
  const sender = senderOf(envelope?.host ?? "");
  const adapter = await adapterOf(sender.host);
  if (!envelope || !adapter) throw new TellbackError("invalid_input", "the request is not a hook's envelope");
  const parsed = parseBounded(envelope.payload);
  if (!parsed.ok) throw new TellbackError("invalid_input", `the payload is not JSON: ${parsed.reason}`);
  const received = adapter.fromHook(parsed.value, {
    projectDir: envelope.projectDir || undefined,
    at: envelope.at,
    eventName: sender.eventName,
  });
  if (!received) return "";
  const name = eventNameIn(adapter, parsed.value, sender.eventName);
  const hook = answeringHook(adapter.hooks, name);
  if (!hook) return "";
  const answer = await answerTo(memory, received, recallDeadlineMs(hook));
  return adapter.toHost(name, forShell(memory.paths, answer));
}
