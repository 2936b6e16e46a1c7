import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { partBeside, putInPlace, refuseLinkOnPath, writeUserFile } from "./user-files.ts";

let folder: string;
const at = (name: string) => join(folder, name);
const refused = (words: string) =>
  expect.objectContaining({ code: "conflict", message: expect.stringContaining(words) });
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tellback-user-files-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a new file is written whole and private, and nothing is left beside it", () => {
  writeUserFile(at("new"), "text", {});
  expect(readFileSync(at("new"), "utf8")).toBe("text");
  expect(statSync(at("new")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["new"]);
});

test("an existing file stays, unless tellback wrote it or the user agrees", () => {
  writeFileSync(at("mine"), "my notes");
  expect(() => writeUserFile(at("mine"), "text", { begins: "# tellback" })).toThrow(
    refused("exists already"),
  );
  expect(readFileSync(at("mine"), "utf8")).toBe("my notes");
  writeUserFile(at("mine"), "# tellback one", { force: true });
  writeUserFile(at("mine"), "# tellback two", { begins: "# tellback" });
  expect(readFileSync(at("mine"), "utf8")).toBe("# tellback two");
  expect(readdirSync(folder)).toEqual(["mine"]);
});

test("nothing is written through a link, to a pipe or over a folder, agreed or not", () => {
  writeFileSync(at("target"), "# tellback");
  symlinkSync("target", at("link"));
  symlinkSync("nothing", at("dangling"));
  execFileSync("mkfifo", [at("pipe")]);
  mkdirSync(at("folder"));
  for (const name of ["link", "dangling", "pipe", "folder"])
    expect(() => writeUserFile(at(name), "text", { force: true, begins: "# tellback" }), name).toThrow(
      refused(name),
    );
  expect(readFileSync(at("target"), "utf8")).toBe("# tellback");
  expect(readdirSync(folder)).toEqual(["dangling", "folder", "link", "pipe", "target"]);
});

test("a file that appears while the new one is written is refused too", () => {
  const part = partBeside(at("late"));
  symlinkSync("/dev/null", at("late"));
  expect(() => putInPlace(part, at("late"), { force: true })).toThrow(refused("is a link"));
});

test("below the current folder no link is followed; elsewhere links are the user's own", () => {
  mkdirSync(at("outside"));
  mkdirSync(at("project/docs"), { recursive: true });
  symlinkSync("../outside", at("project/planted"));
  for (const path of ["project/planted", "project/planted/deep/file"])
    expect(() => refuseLinkOnPath(at(path), at("project"))).toThrow(refused("project/planted is a link"));
  refuseLinkOnPath(at("project/docs/new/file"), at("project"));
  refuseLinkOnPath(at("project/planted/file"), at("project/docs"));
});
