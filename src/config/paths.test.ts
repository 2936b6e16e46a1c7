import { homedir } from "node:os";
import { join, sep } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fromUser, pathsOf, projectConfigPath } from "./paths.ts";

const platform = process.platform;
const pretend = (name: NodeJS.Platform) => Object.defineProperty(process, "platform", { value: name });
afterEach(() => {
  pretend(platform);
  vi.unstubAllEnvs();
});

test("everything is below ~/.tellback, or below TELLBACK_HOME", () => {
  const { socket, ...files } = pathsOf({});
  for (const path of Object.values(files))
    expect(`${path}${sep}`).toContain(join(homedir(), ".tellback") + sep);
  const moved = pathsOf({ TELLBACK_HOME: "/srv/memory" });
  for (const path of Object.values(moved)) expect(`${path}/`).toMatch(/^\/srv\/memory\//);
});

test("TELLBACK_HOME may be relative, untidy or empty", () => {
  expect(pathsOf({ TELLBACK_HOME: "some/../place" }).home).toBe(join(process.cwd(), "place"));
  expect(pathsOf({ TELLBACK_HOME: "" }).home).toBe(join(homedir(), ".tellback"));
});

describe("the socket", () => {
  const maxLength = 104; // macOS; Linux takes four more.

  test("is in the home while its path is short enough for the kernel", () => {
    expect(pathsOf({ TELLBACK_HOME: "/srv/memory" }).socket).toBe("/srv/memory/daemon.sock");
  });

  test.each([
    ["long", `/srv/${"x".repeat(120)}`],
    ["of wide characters", `/srv/${"漢".repeat(40)}`],
  ])("of a home that is %s is a short path of its own, the same each time", (_, home) => {
    const { socket } = pathsOf({ TELLBACK_HOME: home });
    expect(Buffer.byteLength(socket)).toBeLessThan(maxLength);
    expect(socket).toMatch(/tellback-\d+\/[0-9a-f]{16}\.sock$/);
    expect(pathsOf({ TELLBACK_HOME: home }).socket).toBe(socket);
    expect(pathsOf({ TELLBACK_HOME: `${home}y` }).socket).not.toBe(socket);
  });

  test("is short even where the folder for temporary files is not", () => {
    vi.stubEnv("TMPDIR", `/var/${"t".repeat(100)}`);
    const { socket } = pathsOf({ TELLBACK_HOME: `/srv/${"x".repeat(120)}` });
    expect(socket).toMatch(/^\/tmp\/tellback-\d+\/[0-9a-f]{16}\.sock$/);
  });

  test("is a named pipe on Windows, one per home", () => {
    pretend("win32");
    const pipe = (home: string) => pathsOf({ TELLBACK_HOME: home }).socket;
    expect(pipe("/a")).toMatch(/^\\\\\.\\pipe\\tellback-[0-9a-f]{16}$/);
    expect(pipe("/a")).toBe(pipe("/a"));
    expect(pipe("/a")).not.toBe(pipe("/b"));
  });
});

test("a project's settings are in its .tellback folder", () => {
  expect(projectConfigPath("/code/app")).toBe("/code/app/.tellback/config.json");
});

test.each([
  ["~", homedir()],
  ["~/copies/a.db", join(homedir(), "copies/a.db")],
  ["~friend/a.db", "/place/~friend/a.db"],
  ["a.db", "/place/a.db"],
  ["../a.db", "/a.db"],
  ["/tmp/a.db", "/tmp/a.db"],
])("what a person types as %s is %s", (typed, path) => {
  expect(fromUser(typed, "/place")).toBe(path);
});
