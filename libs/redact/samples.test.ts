// What the redactor does with the shapes of real tools: the secret goes, the look-alike beside it stays.
import { describe, expect, test } from "vitest";
import { SAMPLES } from "../../test/samples/redact/all.ts";
import { GROUPED } from "../../test/samples/redact/calls.ts";
import { HARMLESS } from "../../test/samples/redact/files.ts";
import { leaks, secretsFrom, shownIn } from "../../test/samples/redact/shape.ts";
import { redact } from "./redact.ts";

const secrets = secretsFrom(20260412);

describe.each(SAMPLES)("$tool", (sample) => {
  test("loses its secret, and a second redaction changes nothing", () => {
    for (let i = 0; i < 10; i++)
      for (const secret of secrets.for(sample)) {
        const out = redact(sample.put(secret));
        expect(leaks(out, shownIn(sample, secret)), out).toBe(false);
        expect(redact(out)).toBe(out);
      }
  });
  test("stays as it is where it holds none", () => {
    expect(redact(sample.alike)).toBe(sample.alike);
    expect(redact(JSON.stringify({ text: sample.alike }))).toBe(JSON.stringify({ text: sample.alike }));
  });
});

test("there are some hundred shapes", () => expect(SAMPLES.length).toBeGreaterThan(300));

test.each(HARMLESS)("%s is no secret", (text) => expect(redact(text)).toBe(text));

test.each(GROUPED)("$text loses its secret", ({ text, secret }) => {
  const out = redact(text);
  expect(out).not.toContain(secret);
  expect(redact(out)).toBe(out);
});

test.each([
  "setup key: this will take some time, then read more",
  "AES key: none of them",
  "backup codes: 10 left",
])("%s is written in groups and is no secret", (text) => expect(redact(text)).toBe(text));
