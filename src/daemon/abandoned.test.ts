import { mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../../test/support/temp.ts";
import { pathsOf } from "../config/paths.ts";
import { watchUnfinished } from "./abandoned.ts";

const second = 1_000;

async function anInbox() {
  const home = await tempDir("egaband");
  onTestFinished(() => home[Symbol.asyncDispose]());
  const paths = pathsOf({ TELLBACK_HOME: home.path });
  mkdirSync(paths.inbox);
  const clock = { now: 0 };
  const path = join(paths.inbox, "1.0");
  writeFileSync(path, "begun");
  return {
    clock,
    watch: watchUnfinished(paths, () => clock.now),
    look: () => ({ path, bytes: statSync(path).size, modifiedMs: Math.floor(statSync(path).mtimeMs) }),
    grow: () => writeFileSync(path, "more", { flag: "a" }),
    age: (ms: number) => utimesSync(path, new Date(), new Date(Date.now() - ms)),
  };
}

test("a file that is old by the file system's clock is abandoned once nothing was added for a while", async () => {
  const { clock, watch, look, age } = await anInbox();
  age(3_600 * second);
  expect(watch.isAbandoned(look())).toBe(false);
  clock.now = 6 * second;
  expect(watch.isAbandoned(look())).toBe(true);
});

test("a file that still grows is not abandoned, however old it looks", async () => {
  const { clock, watch, look, age, grow } = await anInbox();
  for (let n = 0; n < 5; n++) {
    grow();
    age(3_600 * second);
    expect(watch.isAbandoned(look())).toBe(false);
    clock.now += 6 * second;
  }
});

test("a young file is abandoned only when nothing was added for long", async () => {
  const { clock, watch, look } = await anInbox();
  expect(watch.isAbandoned(look())).toBe(false);
  clock.now = 20 * second;
  expect(watch.isAbandoned(look())).toBe(false);
  clock.now = 31 * second;
  expect(watch.isAbandoned(look())).toBe(true);
});

test("a file with a future time is not kept waiting until then", async () => {
  const { clock, watch, look, age } = await anInbox();
  age(-3_600 * second);
  expect(watch.isAbandoned(look())).toBe(false);
  clock.now = 31 * second;
  expect(watch.isAbandoned(look())).toBe(true);
});
