// What survives when real outputs are shortened, how short they get, and how long it takes.

import { describe, expect, test } from "vitest";
import { outputs, textOf } from "../../test/samples/shorten/outputs.ts";
import { ran, short } from "../../test/samples/shorten/uses.ts";

/** Independent of the patterns in the code: paths with positions, addresses, codes, exceptions, hashes. */
function identifiersOf(text: string): string[] {
  const found = [
    ...text.matchAll(/[\w./-]*\/[\w./-]+\.(?:ts|tsx|py|rs|c|js|mjs|log|ts)\b(?:[:(]\d+(?:[:,]\d+)?)?/g),
    ...text.matchAll(/https?:\/\/[^\s"]+/g),
    ...text.matchAll(/\b(?:TS\d{4,5}|E0\d{3}|ERR_\w+|ERESOLVE)\b/g),
    ...text.matchAll(/\b[A-Z][A-Za-z]+Error\b/g),
    ...text.matchAll(/\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,8}\b/g),
  ];
  return [...new Set(found.map(([word]) => word))];
}

describe("shortening", () => {
  const measured = outputs.map((sample) => {
    const text = textOf(sample);
    const shortened = short(ran(sample.command, text, sample.failed));
    const all = `${shortened.title}\n${shortened.summary}\n${shortened.detail}`;
    const wanted = [...identifiersOf(sample.says), ...sample.names];
    const lost = wanted.filter((word) => !all.includes(word));
    return {
      name: sample.name,
      raw: text.length,
      ratio: text.length / shortened.detail.length,
      wanted,
      lost,
    };
  });

  test("keeps at least 95 % of the important identifiers over all outputs", () => {
    const wanted = measured.reduce((sum, { wanted }) => sum + wanted.length, 0);
    const lost = measured.flatMap(({ name, lost }) => lost.map((word) => `${name}: ${word}`));
    expect(1 - lost.length / wanted, lost.join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  test("reduces large outputs at least 10:1", () => {
    const large = measured.filter(({ raw }) => raw >= 4000);
    expect(large.length).toBeGreaterThanOrEqual(7);
    for (const { name, ratio } of large) expect(ratio, name).toBeGreaterThanOrEqual(10);
  });

  test("keeps all three informative lines of 2,000", () => {
    const sample = outputs.find(({ name }) => name.startsWith("a build log"));
    const { detail } = short(ran("make", textOf(sample ?? (outputs[0] as never)), true));
    for (const part of ["handshake.c:214:17", "session.c:77", "Makefile:88"]) expect(detail).toContain(part);
  });
});

test("takes linear time for 256 kB of any text", () => {
  const kinds = [
    Array.from(
      { length: 4000 },
      (_, i) => `2026-01-05 10:00:00 INFO worker ${i} handled request /v1/items/${i}`,
    ).join("\n"),
    Array.from(
      { length: 3000 },
      (_, i) => `src/file-${i}.ts(${i},7): error TS2322: Type 'string' is not assignable`,
    ).join("\n"),
    "x".repeat(256_000),
    "a b ".repeat(64_000),
    "src/".repeat(64_000),
    "=".repeat(128_000) + "\r".repeat(128_000),
  ];
  for (const text of kinds) {
    const event = ran("npm test", text);
    const once = () => {
      const start = performance.now();
      short(event);
      return performance.now() - start;
    };
    const best = Math.min(...Array.from({ length: 5 }, once));
    // Measured 5–15 ms; a quadratic pattern took over 400.
    expect(best).toBeLessThan(200);
  }
});
