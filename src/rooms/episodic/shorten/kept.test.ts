// What survives the shortening of real outputs, how short they get, and how long it takes.

import { describe, expect, test } from "vitest";
import { outputs, textOf } from "./outputs.sample.ts";
import { ran, short } from "./uses.sample.ts";

/** Written apart from the patterns of the code: paths with places, addresses, codes, exceptions, hashes. */
function tellingIdentifiers(text: string): string[] {
  const found = [
    ...text.matchAll(/[\w./-]*\/[\w./-]+\.(?:ts|tsx|py|rs|c|js|mjs|log|ts)\b(?:[:(]\d+(?:[:,]\d+)?)?/g),
    ...text.matchAll(/https?:\/\/[^\s"]+/g),
    ...text.matchAll(/\b(?:TS\d{4,5}|E0\d{3}|ERR_\w+|ERESOLVE)\b/g),
    ...text.matchAll(/\b[A-Z][A-Za-z]+Error\b/g),
    ...text.matchAll(/\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,8}\b/g),
  ];
  return [...new Set(found.map(([word]) => word))];
}

describe("what is kept", () => {
  const measured = outputs.map((sample) => {
    const text = textOf(sample);
    const told = short(ran(sample.command, text, sample.failed));
    const all = `${told.title}\n${told.summary}\n${told.detail}`;
    const wanted = [...tellingIdentifiers(sample.says), ...sample.names];
    const lost = wanted.filter((word) => !all.includes(word));
    return { name: sample.name, raw: text.length, ratio: text.length / told.detail.length, wanted, lost };
  });

  test("at least 95 % of telling identifiers over all outputs", () => {
    const wanted = measured.reduce((sum, { wanted }) => sum + wanted.length, 0);
    const lost = measured.flatMap(({ name, lost }) => lost.map((word) => `${name}: ${word}`));
    expect(1 - lost.length / wanted, lost.join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  test("at least 10:1 on large outputs", () => {
    const large = measured.filter(({ raw }) => raw >= 4000);
    expect(large.length).toBeGreaterThanOrEqual(7);
    for (const { name, ratio } of large) expect(ratio, name).toBeGreaterThanOrEqual(10);
  });

  test("three telling lines among 2,000 are all there", () => {
    const sample = outputs.find(({ name }) => name.startsWith("a build log"));
    const { detail } = short(ran("make", textOf(sample ?? (outputs[0] as never)), true));
    for (const part of ["handshake.c:214:17", "session.c:77", "Makefile:88"]) expect(detail).toContain(part);
  });
});

test("256 kB take no longer than linear reading does, whatever they hold", () => {
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
