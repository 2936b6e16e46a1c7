import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Binding, keyFromPassphrase, seal, unseal } from "./seal.ts";

const key = randomBytes(32);
const binding: Binding = { vault: "v", machine: "m1", number: 1, previous: "" };
const text = Buffer.from("The mirror is down on Sundays, so the sync waits until Monday.");

test("what was sealed opens with the same key and binding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      const plain = Buffer.from(bytes);
      expect(unseal(seal(plain, key, binding), key, binding)?.equals(plain)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("no word of the text can be read in the sealed file", () => {
  const sealed = seal(text, key, binding).toString("latin1");
  for (const word of ["mirror", "Sundays", "sync waits"]) expect(sealed).not.toContain(word);
});

test.each<[string, Partial<Binding>]>([
  ["another vault", { vault: "w" }],
  ["another machine", { machine: "m2" }],
  ["another number", { number: 2 }],
  ["another predecessor", { previous: "00" }],
])("a file does not open as the file of %s", (_, other) => {
  expect(unseal(seal(text, key, binding), key, { ...binding, ...other })).toBe(null);
});

test("another key opens nothing", () => {
  expect(unseal(seal(text, key, binding), randomBytes(32), binding)).toBe(null);
});

test("a file that was cut or altered anywhere does not open", () => {
  const sealed = seal(text, key, binding);
  for (let at = 0; at < sealed.length; at++) {
    expect(unseal(sealed.subarray(0, at), key, binding)).toBe(null);
    const altered = Buffer.from(sealed);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(unseal(altered, key, binding)).toBe(null);
  }
});

test("a passphrase gives the same key with the same salt, in every spelling of Unicode", async () => {
  const salt = randomBytes(16);
  const [composed, decomposed, other] = await Promise.all([
    keyFromPassphrase("größe 7", salt),
    keyFromPassphrase("gro\u0308ße 7", salt),
    keyFromPassphrase("groesse 7", salt),
  ]);
  expect(composed.equals(decomposed)).toBe(true);
  expect(composed.equals(other)).toBe(false);
});
