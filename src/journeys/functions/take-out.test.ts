// A function of a source file leaves it with what it needs, and with the comment that describes it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openCodeReader } from "../../rooms/functions/room.ts";
import { takeOut } from "./take-out.ts";

const memory = { functionCode: openCodeReader() };
afterAll(() => memory.functionCode.close());

function fileWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tellback-take-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return folder;
}

const typescript = `// Shared by all.
import { readFileSync } from "node:fs";

interface Point { x: number }

// Not about the next one.

const scale: number = 2;
/** Distance of two points. */
export function distance(a: Point, b: Point): number {
  return scale * Math.abs(a.x - b.x);
}

/** Something else. */
export function other(): string { return readFileSync("x", "utf8"); }
`;

test("with its types, its constants and its comment, without the rest", async () => {
  const { code, language } = await takeOut(memory, fileWith("a.ts", typescript), "a.ts:distance");
  expect(language).toBe("typescript");
  for (const part of ["interface Point", "const scale", "/** Distance of two points. */", "Math.abs"])
    expect(code).toContain(part);
  for (const part of ["readFileSync", "Something else", "Shared by all", "Not about"])
    expect(code).not.toContain(part);
});

test("a name that the file does not define is an error with the name", async () => {
  await expect(takeOut(memory, fileWith("a.ts", typescript), "a.ts:nothing")).rejects.toThrow(
    "defines no nothing",
  );
});
