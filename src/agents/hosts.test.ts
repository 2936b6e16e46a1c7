// The contract of every host's adapter and table of hooks: the same questions to each, with payloads that the host
// really sent. What is particular to one host is tested beside its adapter.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inert } from "../context/quote.ts";
import { TellbackError } from "../protocol/errors.ts";
import { hookEvent } from "../protocol/hook.ts";
import { type HookHost, hookHosts } from "../protocol/hosts.ts";
import type { Inert } from "../protocol/inert.ts";
import { answeringHook, hookArguments, recallDeadlineMs } from "./hook-table.ts";
import { adapterOf, adapters } from "./hosts.ts";

const seen = { projectDir: "/home/ada/shop", at: "2026-11-16T10:00:00.000Z" };

/** Events whose answer is text for the host's own summariser, not JSON. */
const plainAnswers: Record<HookHost, readonly string[]> = {
  "claude-code": ["PreCompact"],
  codex: [],
  gemini: [],
};

type Payload = Record<string, unknown> & { hook_event_name: string; session_id: string };

function recordedBy(host: HookHost): [name: string, payload: Payload][] {
  const folder = join(import.meta.dirname, "../../test/fixtures", host, "hooks");
  return readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8"))]);
}

describe.each(hookHosts)("%s", (host) => {
  const { fromHook, toHost, hooks } = adapters[host];
  const recorded = recordedBy(host);
  const [[, example] = ["", undefined]] = recorded;
  const answered = Object.keys(hooks).filter((name) => answeringHook(hooks, name));
  const silent = Object.keys(hooks).filter((name) => !answeringHook(hooks, name));

  test("is found by the name that its envelopes have", () => {
    expect(adapterOf(host)).toBe(adapters[host]);
    expect(adapters[host].host).toBe(host);
  });

  describe("each recorded payload", () => {
    test("is a valid event or nothing, and the same one when it comes again", () => {
      for (const [name, payload] of recorded) {
        const event = fromHook(payload, seen);
        expect.soft(fromHook(structuredClone(payload), seen), name).toEqual(event);
        if (event === null) continue;
        expect.soft(hookEvent.safeParse(event).data, name).toEqual(event);
        expect.soft(event, name).toMatchObject({ host, sessionId: payload.session_id, at: seen.at });
      }
    });

    test("belongs to the hook's project, else to its own working folder", () => {
      for (const [name, payload] of recorded) {
        const event = fromHook(payload, seen);
        if (event === null) continue;
        expect.soft(event.projectDir, name).toBe(seen.projectDir);
        const alone = fromHook(payload, { ...seen, projectDir: undefined });
        expect.soft(alone, name).toMatchObject({ projectDir: payload.cwd, cwd: payload.cwd });
      }
    });

    test("may have fields that tellback does not know", () => {
      for (const [name, payload] of recorded) {
        const more = { ...payload, a_field_of_next_year: { deep: [1] } };
        expect.soft(fromHook(more, seen), name).toEqual(fromHook(payload, seen));
      }
    });

    test("of an unknown event is nothing", () => {
      for (const [name, payload] of recorded)
        expect.soft(fromHook({ ...payload, hook_event_name: "AnEventOfNextYear" }, seen), name).toBeNull();
    });

    test("without its session is refused", () => {
      for (const [name, payload] of recorded)
        for (const session_id of [undefined, "", 7])
          expect
            .soft(() => fromHook({ ...payload, session_id }, seen), name)
            .toThrow("session_id is missing");
    });
  });

  test.each([
    [null, "expected a JSON object"],
    [[], "expected a JSON object"],
    ["text", "expected a JSON object"],
    [{ session_id: "s1" }, "hook_event_name is missing"],
    [{ session_id: "s1", hook_event_name: 7 }, "hook_event_name is missing"],
  ])("refuses %j with the reason", (received, reason) => {
    expect(() => fromHook(received, seen)).toThrow(TellbackError);
    expect(() => fromHook(received, seen)).toThrow(reason);
  });

  test.each(Object.keys(hooks))("the hook at %s brings an event, as recorded", (name) => {
    const ofIt = recorded.filter(([, payload]) => payload.hook_event_name === name);
    expect(ofIt.map(([, payload]) => fromHook(payload, seen)).filter((event) => event !== null)).not.toEqual(
      [],
    );
  });

  describe("an answer", () => {
    test("is awaited when a session starts", () => {
      expect(answered).toContain("SessionStart");
    });

    test.each(answered)("at %s has the form that the host reads", (name) => {
      const text = toHost(name, { context: inert("known: ünï") });
      if (plainAnswers[host].includes(name)) return expect(text).toBe("known: ünï");
      const hookSpecificOutput = { hookEventName: name, additionalContext: "known: ünï" };
      expect(JSON.parse(text)).toEqual({ hookSpecificOutput });
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

    test("shows the user a notice that the model does not get", () => {
      expect(JSON.parse(toHost("SessionStart", { context: inert(""), notice: inert("full") }))).toEqual({
        systemMessage: "full",
      });
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
    const before = structuredClone(example);
    fromHook(example, seen);
    expect(example).toEqual(before);
  });
});

test.each(["cursor", "constructor", "__proto__", ""])("%j is not a host with hooks", (name) => {
  expect(adapterOf(name)).toBeUndefined();
});
