import { afterEach, expect, test } from "vitest";
import type { PortionRequest } from "../../memory/capture/portion.ts";
import { openReaders, type Readers } from "./readers.ts";

/** Answers with the name of the file, but ends at a file named "deadly". */
const code = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ number, request }) => {
    if (request.file === "deadly") process.exit(1);
    parentPort.postMessage({ number, portion: { status: "failed", reason: request.file }, covers: [] });
  });`;

let readers: Readers | undefined;

afterEach(() => readers?.close());

function read(...files: string[]): Promise<string[]> {
  const open = openReaders(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  readers = open;
  return Promise.all(
    files.map(async (file) => {
      const portion = await open.read({ file } as PortionRequest);
      return portion.status === "failed" ? portion.reason : portion.status;
    }),
  );
}

test("every question gets its own answer, however many wait", async () => {
  const files = Array.from({ length: 40 }, (_, n) => `file ${n}`);
  expect(await read(...files)).toEqual(files);
});

test("a file that ends its thread fails alone: those behind it are read by another thread", async () => {
  const files = ["a", "b", "deadly", "c", "d", "e", "deadly", "f"];
  const expected = files.map((file) => (file === "deadly" ? "the thread ended" : file));
  expect(await read(...files)).toEqual(expected);
});

test("what is not read when the import ends is reported as failed", async () => {
  const answers = read(...Array.from({ length: 40 }, (_, n) => `file ${n}`));
  await readers?.close();
  for (const answer of await answers) expect(answer).toMatch(/^(?:file \d+|the import ended)$/);
});
