// The contract of every host's adapter and table of hooks: the same questions to each, with payloads that the host
// really sent. What is particular to one host is tested beside its adapter.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inert } from "../context/quote.ts";
import { TellbackError } from "../protocol/errors.ts";
import { hookEvent } from "../protocol/hook.ts";
import type { Inert } from "../protocol/inert.ts";
import type { HookContext } from "./adapter.ts";
import { answeringHook, hookArguments, recallDeadlineMs } from "./hook-table.ts";
import { adapterOf, hosts } from "./hosts.ts";

const context: HookContext = { projectDir: "/home/ada/shop", at: "2026-11-16T10:00:00.000Z" };

/** Events whose answer is text for the host's own summariser, not JSON. */
const plainAnswers: Record<string, readonly string[]> = { "claude-code": ["PreCompact"] };

/** Answers in a form of the host's own, which has no line for the user. */
const ownForms: Record<string, object> = {
  cline: { cancel: false, contextModification: "known: ünï" },
  copilot: { additionalContext: "known: ünï" },
  cursor: { additional_context: "known: ünï" },
};

interface Recording {
  name: string;
  event: string;
  payload: Record<string, unknown>;
  /** What the hook knows: the event too, where the payload does not name it. */
  seen: HookContext;
}

function recordedBy(host: string): Recording[] {
  const folder = join(import.meta.dirname, "../../test/fixtures", host, "hooks");
  return readdirSync(folder).map((name) => {
    const payload = JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>;
    const [event = ""] = name.split(".");
    const isNamed = payload.hook_event_name !== undefined;
    return { name, event, payload, seen: isNamed ? context : { ...context, eventName: event } };
  });
}

const adapters = await Promise.all(
  hosts.flatMap(({ name, adapter, hooks }) =>
    adapter && hooks ? [adapter().then((it) => [name, it] as const)] : [],
  ),
);

/** The session and the folder, in the fields that hosts have for them. */
function sessionIn(payload: Record<string, unknown>): unknown {
  const { rootSessionId } = (payload.sessionContext ?? {}) as { rootSessionId?: unknown };
  const { parentAgentId, conversation_id, sessionId, session_id } = payload;
  return parentAgentId ?? conversation_id ?? sessionId ?? session_id ?? rootSessionId;
}

function folderIn(payload: Record<string, unknown>): unknown {
  const [root] = (payload.workspaceRoots ?? payload.workspace_roots ?? []) as unknown[];
  return root ?? payload.cwd;
}

function withSession(payload: Record<string, unknown>, id: unknown): Record<string, unknown> {
  const fields = ["session_id", "sessionId", "conversation_id", "parentAgentId", "taskId"];
  const given = Object.fromEntries(fields.filter((name) => name in payload).map((name) => [name, id]));
  return {
    ...payload,
    ...given,
    ...("sessionContext" in payload && { sessionContext: { rootSessionId: id } }),
  };
}

function unknownEvent(payload: Record<string, unknown>, seen: HookContext): [unknown, HookContext] {
  const eventName = "AnEventOfNextYear";
  if (seen.eventName !== undefined) return [payload, { ...seen, eventName }];
  return [{ ...payload, hook_event_name: eventName }, seen];
}

describe.each(adapters)("%s", (host, adapter) => {
  const { fromHook, toHost, hooks } = adapter;
  const recorded = recordedBy(host);
  const [example] = recorded;
  const asked = Object.keys(hooks).filter((name) => answeringHook(hooks, name));
  const answered = asked.filter((name) => answeringHook(hooks, name)?.does !== "wake");
  const forUser = asked.filter((name) => !answered.includes(name));
  const silent = Object.keys(hooks).filter((name) => !answeringHook(hooks, name));

  test("is found by the name that its envelopes have", async () => {
    expect((await adapterOf(host))?.host).toBe(host);
    expect(adapter.host).toBe(host);
  });

  describe("each recorded payload", () => {
    test("is a valid event or nothing, and the same one when it comes again", () => {
      for (const { name, payload, seen } of recorded) {
        const event = fromHook(payload, seen);
        expect.soft(fromHook(structuredClone(payload), seen), name).toEqual(event);
        if (event === null) continue;
        expect.soft(hookEvent.safeParse(event).data, name).toEqual(event);
        expect.soft(event, name).toMatchObject({ host, sessionId: sessionIn(payload), at: seen.at });
      }
    });

    test("belongs to the hook's project, else to its own working folder", () => {
      for (const { name, payload, seen } of recorded) {
        const event = fromHook(payload, seen);
        if (event === null) continue;
        expect.soft(event.projectDir, name).toBe(seen.projectDir);
        const alone = fromHook(payload, { ...seen, projectDir: undefined });
        expect.soft(alone, name).toMatchObject({ projectDir: folderIn(payload), cwd: folderIn(payload) });
      }
    });

    test("may have fields that tellback does not know", () => {
      for (const { name, payload, seen } of recorded) {
        const more = { ...payload, a_field_of_next_year: { deep: [1] } };
        expect.soft(fromHook(more, seen), name).toEqual(fromHook(payload, seen));
      }
    });

    test("of an unknown event is nothing", () => {
      for (const { name, payload, seen } of recorded)
        expect.soft(fromHook(...unknownEvent(payload, seen)), name).toBeNull();
    });

    test("without its session is refused", () => {
      for (const { name, payload, seen } of recorded)
        for (const id of fromHook(payload, seen) === null ? [] : [undefined, "", 7])
          expect.soft(() => fromHook(withSession(payload, id), seen), name).toThrow("session_id is missing");
    });
  });

  test.each([
    [null, "expected a JSON object"],
    [[], "expected a JSON object"],
    ["text", "expected a JSON object"],
    [{ session_id: "s1" }, "hook_event_name is missing"],
    [{ session_id: "s1", hook_event_name: 7 }, "hook_event_name is missing"],
  ])("refuses %j with the reason", (received, reason) => {
    expect(() => fromHook(received, context)).toThrow(TellbackError);
    expect(() => fromHook(received, context)).toThrow(reason);
  });

  test.each(Object.keys(hooks))("the hook at %s brings an event, as recorded", (name) => {
    const ofIt = recorded.filter(({ event }) => event === name);
    const events = ofIt.map(({ payload, seen }) => fromHook(payload, seen));
    expect(events.filter((event) => event !== null)).not.toEqual([]);
  });

  describe("an answer", () => {
    test("is awaited when a session starts", () => {
      const starts = recorded.filter(
        ({ payload, seen }) => fromHook(payload, seen)?.type === "session-start",
      );
      expect(starts.map(({ event }) => event).some((event) => answered.includes(event))).toBe(true);
    });

    test.each(answered)("at %s has the form that the host reads", (name) => {
      const text = toHost(name, { context: inert("known: ünï") });
      if (plainAnswers[host]?.includes(name)) return expect(text).toBe("known: ünï");
      const hookSpecificOutput = { hookEventName: name, additionalContext: "known: ünï" };
      expect(JSON.parse(text)).toEqual(ownForms[host] ?? { hookSpecificOutput });
    });

    test.each(answered)("at %s is an empty string where there is nothing to inject", (name) => {
      expect([toHost(name, null), toHost(name, { context: inert("") })]).toEqual(["", ""]);
    });

    test.each(answered)("at %s may be as long as the host takes it, and is left out above", (name) => {
      expect(toHost(name, { context: inert("x".repeat(10_000), 20_000) })).toContain("xxx");
      expect(toHost(name, { context: inert("x".repeat(10_001), 20_000) })).toBe("");
    });

    test.each(answered)("at %s is valid Unicode", (name) => {
      expect(toHost(name, { context: "torn \ud83d" as Inert }).isWellFormed()).toBe(true);
    });

    test.each([...silent, "AnEventOfNextYear", "constructor"])("at %s is never given", (name) => {
      expect(toHost(name, { context: inert("x"), notice: inert("y") })).toBe("");
    });

    test.each(forUser)("at %s is for the user only: context would force another turn", (name) => {
      const text = toHost(name, { context: inert("x"), notice: inert("full") });
      expect(text).toBe(JSON.stringify({ systemMessage: "full" }));
    });

    test("shows the user a notice that the model does not get, where the host has a place for one", () => {
      const [first = ""] = answered;
      const text = toHost(first, { context: inert(""), notice: inert("full") });
      expect(text).toBe(ownForms[host] ? "" : JSON.stringify({ systemMessage: "full" }));
    });
  });

  test.each(answered)("at %s recall ends before the hook, and the hook before the host's timeout", (name) => {
    const hook = answeringHook(hooks, name);
    if (!hook) throw new Error(`${name} has no answer`);
    expect(recallDeadlineMs(hook)).toBeLessThan(hook.waitMs);
    expect(hook.waitMs).toBeLessThanOrEqual(hook.startMs);
    // hook.sh waits for whole seconds, two more than it was given, where it starts the daemon.
    const patienceMs = Math.floor(hook.waitMs / 1000) * 1000 + 2_000;
    expect(Math.max(patienceMs, hook.startMs)).toBeLessThan(hook.timeoutSeconds * 1000);
    expect(hook.isAsync).toBeUndefined();
    expect(hookArguments(hook)).toEqual([hook.does, `${hook.waitMs / 1000}`]);
  });

  test("an adapter does not change what it is given", () => {
    const before = structuredClone(example?.payload);
    fromHook(example?.payload, example?.seen ?? context);
    expect(example?.payload).toEqual(before);
  });
});

test.each(["emacs", "constructor", "__proto__", ""])("%j is not a host with hooks", async (name) => {
  expect(await adapterOf(name)).toBeUndefined();
});
