import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPageKeys, type PageKey, pageKeyIn } from "./keys.ts";

const start = Date.parse("2026-01-01T00:00:00Z");

function atTime() {
  const clock = { now: start };
  return { clock, keys: createPageKeys("secret", () => clock.now) };
}

const keyOf = (keys: ReturnType<typeof createPageKeys>) => keys.exchange(keys.newCode()) as PageKey;

describe("a code", () => {
  test("is exchanged once", () => {
    const { keys } = atTime();
    const code = keys.newCode();
    expect(keys.exchange(code)).not.toBeNull();
    expect(keys.exchange(code)).toBeNull();
  });

  test("is useless after a minute", () => {
    const { keys, clock } = atTime();
    const code = keys.newCode();
    clock.now += 60_001;
    expect(keys.exchange(code)).toBeNull();
  });

  test.each(["", "x", "__proto__"])("%j is none", (code) => {
    expect(atTime().keys.exchange(code)).toBeNull();
  });
});

describe("a key", () => {
  test("is accepted by a later server with the same secret, and by no other", () => {
    const { keys } = atTime();
    const key = keyOf(keys);
    expect(createPageKeys("secret", () => start).accepts(key)).toBe(true);
    expect(createPageKeys("another", () => start).accepts(key)).toBe(false);
  });

  test("ends after a week", () => {
    const { keys, clock } = atTime();
    const key = keyOf(keys);
    clock.now += 7 * 86_400_000 - 1;
    expect(keys.accepts(key)).toBe(true);
    clock.now += 1;
    expect(keys.accepts(key)).toBe(false);
    expect(keys.prove(key.id, "n", "h")).toBeNull();
  });

  test("with a later time in its name is not accepted", () => {
    const { keys } = atTime();
    const { id, token } = keyOf(keys);
    const later = id.replace(/^[^-]+/, (start + 1000).toString(36));
    expect(keys.accepts({ id: later, token })).toBe(false);
  });

  test("lets the server prove itself for one host and one nonce", () => {
    const { keys } = atTime();
    const key = keyOf(keys);
    const proof = keys.prove(key.id, "nonce", "127.0.0.1:4000");
    const expected = createHmac("sha256", key.token).update("server:127.0.0.1:4000:nonce").digest("hex");
    expect(proof).toBe(expected);
    expect(keys.prove(key.id, "nonce", "127.0.0.1:4001")).not.toBe(proof);
  });

  test("is read from its header only in its exact form", () => {
    const token = "a".repeat(64);
    expect(pageKeyIn(`Bearer page.k-1.${token}`)).toEqual({ id: "k-1", token });
    for (const bad of ["", `Bearer ${token}`, `Bearer page.k-1.${token}a`, `page.k-1.${token}`])
      expect(pageKeyIn(bad)).toBeNull();
  });
});
