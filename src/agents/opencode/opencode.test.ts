import { expect, test } from "vitest";
import { adapterNamed } from "./opencode.ts";

test("what a compaction writes is a summary with the message's id, so that an import adds nothing", () => {
  const payload = {
    ...{ session_id: "ses_1", cwd: "/home/ada/shop", hook_event_name: "PostCompact", trigger: "manual" },
    ...{ compact_summary: "Nine cranes.", message_id: "msg_1" },
  };
  const seen = { projectDir: undefined, at: "2026-11-18T21:00:00.000Z" };
  expect(adapterNamed("opencode").fromHook(payload, seen)).toMatchObject({
    ...{ type: "compact-after", trigger: "manual", summary: "Nine cranes.", messageId: "msg_1" },
  });
});
