import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ensurePrivateFolder, writePrivateFile } from "./private-files.ts";

const isRoot = process.getuid?.() === 0;
const somebodyElse = 65_534;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const refused = (message: string) =>
  expect.objectContaining({ code: "forbidden", message: expect.stringContaining(message) });

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "egpriv-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("a private folder", () => {
  test("is made with its parents, for its owner only", () => {
    const path = join(base, "a/b");
    ensurePrivateFolder(path);
    expect([modeOf(join(base, "a")), modeOf(path)]).toEqual(["700", "700"]);
    ensurePrivateFolder(path);
  });

  test("that others may read is closed to them", () => {
    chmodSync(base, 0o755);
    ensurePrivateFolder(base);
    expect(modeOf(base)).toBe("700");
  });

  test.each([0o777, 0o1777, 0o770, 0o702])("that others may write to is refused: mode %o", (mode) => {
    chmodSync(base, mode);
    expect(() => ensurePrivateFolder(base)).toThrow(
      expect.objectContaining({ code: "forbidden", hint: `chmod 700 ${base}` }),
    );
  });

  test("may be the user's own link to the user's own folder", () => {
    mkdirSync(join(base, "real"), { mode: 0o755 });
    symlinkSync(join(base, "real"), join(base, "link"));
    ensurePrivateFolder(join(base, "link"));
    expect(modeOf(join(base, "real"))).toBe("700");
  });

  test("is refused if a file or a dangling link has its name", () => {
    writeFileSync(join(base, "file"), "");
    expect(() => ensurePrivateFolder(join(base, "file"))).toThrow(refused("is not a folder"));
    expect(() => ensurePrivateFolder(join(base, "file/below"))).toThrow(
      expect.objectContaining({ code: "unavailable", hint: expect.stringContaining("TELLBACK_HOME") }),
    );
    symlinkSync(join(base, "nowhere"), join(base, "dangling"));
    expect(() => ensurePrivateFolder(join(base, "dangling"))).toThrow(
      expect.objectContaining({ code: "unavailable" }),
    );
  });
});

const foreign = isRoot ? describe : describe.skip;
foreign(`a folder of another user${isRoot ? "" : " (skipped: only root can make one)"}`, () => {
  test("is refused", () => {
    chownSync(base, somebodyElse, somebodyElse);
    expect(() => ensurePrivateFolder(base)).toThrow(refused("belongs to another user"));
  });

  test("is refused behind the user's own link, and so is another user's link to the user's folder", () => {
    for (const name of ["mine", "theirs"]) mkdirSync(join(base, name), { mode: 0o700 });
    chownSync(join(base, "theirs"), somebodyElse, somebodyElse);
    symlinkSync(join(base, "theirs"), join(base, "to-theirs"));
    symlinkSync(join(base, "mine"), join(base, "to-mine"));
    lchownSync(join(base, "to-mine"), somebodyElse, somebodyElse);
    for (const link of ["to-theirs", "to-mine"]) {
      expect(() => ensurePrivateFolder(join(base, link)), link).toThrow(refused("belongs to another user"));
    }
  });
});

describe("a private file", () => {
  test("is written whole, for its owner only, and leaves nothing beside it", () => {
    const path = join(base, "settings");
    writeFileSync(path, "open to all", { mode: 0o644 });
    writePrivateFile(path, "private");
    expect([readFileSync(path, "utf8"), modeOf(path), readdirSync(base)]).toEqual([
      "private",
      "600",
      ["settings"],
    ]);
  });

  test("that replaces a link leaves the link's target alone", () => {
    const target = join(base, "target");
    writeFileSync(target, "theirs");
    symlinkSync(target, join(base, "link"));
    writePrivateFile(join(base, "link"), "ours");
    expect(readFileSync(target, "utf8")).toBe("theirs");
    expect(existsSync(join(base, "link"))).toBe(true);
  });
});
