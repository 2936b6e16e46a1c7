import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../../test/support/temp.ts";
import { asStoreError } from "./failure.ts";
import { whileBusy } from "./while-busy.ts";

/** A file that another connection holds, and an attempt to write to it that does not wait. */
async function heldFile() {
  const folder = await tempDir("egbusy");
  const path = `${folder.path}/store.db`;
  const holder = new DatabaseSync(path);
  holder.exec("begin exclusive");
  onTestFinished(async () => {
    holder.close();
    await folder[Symbol.asyncDispose]();
  });
  const attempt = () => {
    const file = new DatabaseSync(path, { timeout: 0 });
    try {
      file.exec("pragma journal_mode = wal");
    } catch (error) {
      throw asStoreError(error);
    } finally {
      file.close();
    }
  };
  return { holder, attempt };
}

test("what fails because another program holds the file is tried again until it works", async () => {
  const { holder, attempt } = await heldFile();
  let attempts = 0;
  const opened = await whileBusy(async () => {
    if (++attempts === 3) holder.exec("rollback");
    attempt();
    return "opened";
  });
  expect([opened, attempts]).toEqual(["opened", 3]);
});

test("after the deadline, and for any other failure at once, the error is the answer", async () => {
  const { attempt } = await heldFile();
  await expect(whileBusy(async () => attempt(), 0)).rejects.toThrow("database is locked");
  let attempts = 0;
  const broken = whileBusy(async () => {
    attempts++;
    throw new Error("no such table");
  });
  await expect(broken).rejects.toThrow("no such table");
  expect(attempts).toBe(1);
});
