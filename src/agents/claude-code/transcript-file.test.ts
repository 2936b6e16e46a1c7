// Transcripts are read while another program writes, truncates, replaces or removes them.

import { appendFile, mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readRecord } from "./transcript.ts";
import { fingerprint, type Lines, listTranscripts, readLines } from "./transcript-file.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tellback-transcript-"));
  path = join(folder, "s1.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const texts = (read: Lines) => (read.status === "read" ? read.lines.map(({ text }) => text) : read.status);

describe("readLines", () => {
  test("returns complete lines with their offsets and leaves an incomplete last line for later", async () => {
    await writeFile(path, 'é1\n{"b":');
    const first = await readLines(path, 0);
    expect(first).toEqual({
      status: "read",
      lines: [{ text: "é1", offset: 0, end: 4 }],
      end: 4,
      more: false,
    });
    await appendFile(path, "2}\n");
    expect(await readLines(path, 4)).toMatchObject({
      lines: [{ text: '{"b":2}', offset: 4, end: 12 }],
      end: 12,
    });
    expect(await readLines(path, 12)).toMatchObject({ lines: [], end: 12, more: false });
  });

  test("pauses at the end of a line and reports that there is more", async () => {
    await writeFile(path, "aaaa\nbbbb\ncccc\n");
    expect(await readLines(path, 0, { budget: 6 })).toMatchObject({ end: 10, more: true });
    expect(await readLines(path, 10, { budget: 6 })).toMatchObject({ end: 15, more: false });
  });

  test("finds every line in a file of any size", async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `${at}${"-".repeat((at * 7919) % 997)}`);
    await writeFile(path, `${lines.join("\n")}\n`);
    const found: string[] = [];
    for (let at = 0, more = true; more; ) {
      const read = await readLines(path, at, { budget: 100_000 });
      if (read.status !== "read") throw new Error(read.status);
      found.push(...read.lines.map(({ text }) => text));
      ({ end: at, more } = read);
    }
    expect(found).toEqual(lines);
  });

  test("shortens a line of many megabytes while reading", async () => {
    const long = JSON.stringify({ type: "user", text: "x".repeat(20_000_000), uuid: "u1" });
    await writeFile(path, `${long}\n"after"\n`);
    const read = await readLines(path, 0, { budget: 1e9 });
    if (read.status !== "read") throw new Error(read.status);
    expect(read.lines.map(({ end }) => end)).toEqual([long.length + 1, long.length + 9]);
    expect(read.lines[0]?.text.length).toBeLessThan(300_000);
    expect(JSON.parse(read.lines[0]?.text ?? "")).toMatchObject({ type: "user", uuid: "u1" });
    expect(read.lines[1]?.text).toBe('"after"');
  });

  test("skips a malicious line and reads the rest of the file", async () => {
    await writeFile(path, `${"[".repeat(9_000_000)}\n"after"\n`);
    const read = await readLines(path, 0, { budget: 1e9 });
    expect(texts(read)).toEqual(["", '"after"']);
    expect(readRecord("")).toMatchObject({ kind: "broken" });
  });

  test("accepts bytes that are not text", async () => {
    await writeFile(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x00, 0x0a, 0x61, 0x0a]));
    expect(texts(await readLines(path, 0))).toEqual(["\uFFFD\uFFFD\0", "\0", "a"]);
  });

  test("reports a missing file", async () => {
    expect(await readLines(path, 0)).toEqual({ status: "vanished" });
    expect(await fingerprint(path)).toBeNull();
    expect(await listTranscripts(join(folder, "none"))).toEqual([]);
  });

  test.each([
    ["shorter than the offset", () => truncate(path, 3)],
    ["with no line beginning at the offset", () => writeFile(path, "x".repeat(100))],
    ["beginning otherwise", () => writeFile(path, "other\nlines\n")],
  ])("reports a rewritten file: %s", async (_, rewrite) => {
    await writeFile(path, "first\nsecnd\n");
    const known = await fingerprint(path);
    expect(await readLines(path, 6, { fingerprint: known })).toMatchObject({ lines: [{ text: "secnd" }] });
    await rewrite();
    expect(await readLines(path, 6, { fingerprint: known })).toEqual({ status: "rewritten" });
  });
});

describe("the fingerprint of a file", () => {
  test.each([
    ["a short first line", "first\n"],
    ["a long first line", "x".repeat(5000)],
  ])("stays the same while the file grows: %s", async (_, start) => {
    await writeFile(path, start);
    const before = await fingerprint(path);
    await appendFile(path, "more\nand more\n");
    expect(before).toMatch(/^[0-9a-f]{32}$/);
    expect(await fingerprint(path)).toBe(before);
  });

  test("is null until the first line is complete", async () => {
    await writeFile(path, "half a li");
    expect(await fingerprint(path)).toBeNull();
  });
});

describe("the transcripts under a folder", () => {
  test("are those of sessions and sub-agents, the oldest first, without links and other files", async () => {
    const project = join(folder, "-home-ada-shop");
    const agents = join(project, "s2", "subagents");
    await mkdir(agents, { recursive: true });
    await mkdir(join(project, "s2", "tool-results"));
    const files = [join(project, "s2.jsonl"), join(agents, "agent-a1.jsonl"), join(project, "s1.jsonl")];
    for (const [at, file] of files.entries()) {
      await writeFile(file, "x\n");
      await utimes(file, 1000 + at, 1000 + at);
    }
    await writeFile(join(project, "s2", "tool-results", "huge.jsonl"), "x\n");
    await writeFile(join(agents, "agent-a1.meta.json"), "{}");
    await symlink(folder, join(project, "round"));
    await symlink(files[0] ?? "", join(project, "copy.jsonl"));
    const found = await listTranscripts(folder);
    expect(found.map((file) => file.path)).toEqual(files);
    expect(found.map((file) => file.agentId)).toEqual([undefined, "a1", undefined]);
    expect(found[0]).toMatchObject({ size: 2, modifiedAt: new Date(1_000_000) });
  });
});
