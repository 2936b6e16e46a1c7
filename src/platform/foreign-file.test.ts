import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Limits, openForeign, readForeign, readForeignSync } from "./foreign-file.ts";

let root: string;
let inside: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tellback-foreign-")));
  inside = join(root, "project");
  mkdirSync(inside);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const limits = (): Limits => ({ within: inside, maxBytes: 1024 });
const named = (name: string) => join(inside, name);

describe.each([
  { how: "at once", read: async (path: string, given: Limits) => readForeignSync(path, given) },
  { how: "asynchronously", read: readForeign },
])("read $how,", ({ read }) => {
  test("a regular file of the project is read, also through a link that stays inside", async () => {
    writeFileSync(named("a.txt"), "text");
    symlinkSync("a.txt", named("link"));
    for (const name of ["a.txt", "link"])
      expect(await read(named(name), limits())).toEqual({
        status: "read",
        bytes: Buffer.from("text"),
        path: named("a.txt"),
      });
  });

  test.each(["/dev/zero", "/dev/ptmx", "/dev/tty"])("%s behind a link is refused", async (to) => {
    symlinkSync(to, named("device"));
    expect(await read(named("device"), { maxBytes: 1024 })).toMatchObject({ status: "refused" });
    expect(await read(named("device"), limits())).toMatchObject({ status: "refused" });
  });

  test("a pipe that nobody writes to is refused instead of waited for", async () => {
    execFileSync("mkfifo", [named("pipe")]);
    symlinkSync("pipe", named("link"));
    for (const name of ["pipe", "link"])
      expect(await read(named(name), limits())).toEqual({ status: "refused", why: "is not a regular file" });
  });

  test("a link out of the project is refused, of the file and of a folder on the way to it", async () => {
    mkdirSync(join(root, "elsewhere"));
    writeFileSync(join(root, "elsewhere/a.txt"), "text");
    symlinkSync("../elsewhere/a.txt", named("link"));
    symlinkSync("../elsewhere", named("folder"));
    const refused = { status: "refused", why: expect.stringContaining("outside") };
    for (const name of ["link", "folder/a.txt", "../elsewhere/a.txt"])
      expect(await read(named(name), limits())).toEqual(refused);
    expect(await read(named("link"), { maxBytes: 1024 })).toMatchObject({ status: "read" });
  });

  test("a folder whose name only begins like the project's is outside", async () => {
    mkdirSync(`${inside}-other`);
    writeFileSync(`${inside}-other/a.txt`, "text");
    expect(await read(named("../project-other/a.txt"), limits())).toMatchObject({ status: "refused" });
  });

  test("a file over the limit is refused, with the limit in the reason", async () => {
    writeFileSync(named("large"), Buffer.alloc(1025));
    expect(await read(named("large"), limits())).toEqual({ status: "refused", why: "is larger than 1 kB" });
  });

  test("a missing file, a link to nothing and a link to itself", async () => {
    symlinkSync("nothing", named("dangling"));
    symlinkSync("circle", named("circle"));
    expect(await read(named("none"), limits())).toEqual({ status: "missing" });
    expect(await read(named("dangling"), limits())).toEqual({ status: "missing" });
    expect(await read(named("circle"), limits())).toMatchObject({ status: "refused" });
    expect(await read(inside, { maxBytes: 10 })).toEqual({
      status: "refused",
      why: "is not a regular file",
    });
  });
});

test("what is opened for reading in parts is a regular file too", async () => {
  execFileSync("mkfifo", [named("pipe")]);
  expect(await openForeign(named("pipe"))).toEqual({ status: "refused", why: "is not a regular file" });
  writeFileSync(named("a.txt"), "text");
  const opened = await openForeign(named("a.txt"));
  expect(opened).toMatchObject({ status: "open", size: 4 });
  if (opened.status === "open") await opened.file.close();
});
