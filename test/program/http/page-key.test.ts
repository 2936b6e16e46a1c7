// The way of a browser to its key, and what that key may do, with the real daemon. Other users of the machine see the
// arguments of every process: no code may be among them.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Home, tellback, tellbackHome, until } from "../../support/tellback.ts";

let home: Home;
let programs: string;
const seen = () => join(home.path, "..", "arguments");

beforeAll(async () => {
  home = await tellbackHome();
  programs = join(home.path, "..", "bin");
  mkdirSync(programs);
  const script = join(programs, "xdg-open");
  writeFileSync(
    script,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen()}.part' && mv '${seen()}.part' '${seen()}'\n`,
  );
  chmodSync(script, 0o755);
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

const doorFiles = () => readdirSync(home.path).filter((name) => name.startsWith("open-"));

async function exchanged(address: string) {
  const [url = "", code = ""] = address.split("#k=");
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}page/exchange`, {
    method: "POST",
    headers,
    body: JSON.stringify({ code }),
  });
  return { url, status: answer.status, key: (await answer.json()) as { id: string; token: string } };
}

test("the browser gets the path of a file that only its owner reads, and that is gone after use", async () => {
  const env = { PATH: `${programs}:${process.env.PATH}` };
  const { stdout } = await tellback(home, ["open"], { env });
  const [address = ""] = stdout.split("\n");
  const [, code = ""] = address.split("#k=");
  expect(code.length).toBeGreaterThan(20);
  await until("the opener has run", () => existsSync(seen()));
  const given = readFileSync(seen(), "utf8").trim();
  expect(given).not.toContain(code);
  expect(given.startsWith(`${home.path}/open-`)).toBe(true);
  expect(statSync(given).mode & 0o777).toBe(0o600);
  expect(statSync(home.path).mode & 0o777).toBe(0o700);
  expect(readFileSync(given, "utf8")).toContain(JSON.stringify(address));
  expect((await exchanged(address)).status).toBe(200);
  expect(doorFiles()).toEqual([]);
  expect((await exchanged(address)).status).toBe(401);
});

const nobody = 65534;

/** What another user of the machine sees: the arguments and environments of all processes, and the files that are named. */
const spy = `
const fs = require("node:fs");
const read = (path) => { try { return fs.readFileSync(path, "utf8"); } catch (error) { return error.code; } };
const all = fs.readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))
  .map((pid) => read("/proc/" + pid + "/cmdline") + " " + read("/proc/" + pid + "/environ")).join("\\n");
const files = [...new Set(all.match(/\\/[^\\0\\n]*open-[0-9a-f]+\\.html/g) ?? [])];
console.log(JSON.stringify({ all, files, contents: files.map(read), uid: process.getuid() }));
`;

test.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "another user of the machine sees the opener's arguments and gets no code from them",
  async () => {
    const mark = join(home.path, "..", "opener");
    const script = join(programs, "xdg-open");
    const before = readFileSync(script, "utf8");
    writeFileSync(script, `#!/bin/sh\necho $$ > '${mark}.part' && mv '${mark}.part' '${mark}'\nsleep 60\n`);
    chmodSync(join(home.path, ".."), 0o755);
    const env = { PATH: `${programs}:${process.env.PATH}` };
    const { stdout } = await tellback(home, ["open"], { env });
    const [address = ""] = stdout.split("\n");
    const [, code = ""] = address.split("#k=");
    await until("the opener runs", () => existsSync(mark));
    try {
      const said = execFileSync(process.execPath, ["-e", spy], { uid: nobody, gid: nobody, cwd: "/" });
      const seenByOther = JSON.parse(said.toString());
      expect(seenByOther.uid).toBe(nobody);
      expect(seenByOther.files).toContainEqual(expect.stringContaining(`${home.path}/open-`));
      expect(new Set(seenByOther.contents)).toEqual(new Set(["EACCES"]));
      expect(code.length).toBeGreaterThan(20);
      expect(seenByOther.all).not.toContain(code);
    } finally {
      process.kill(-Number(readFileSync(mark, "utf8")), "SIGKILL");
      writeFileSync(script, before);
    }
    expect((await exchanged(address)).status).toBe(200);
  },
);

test("a browser's key changes no setting that decides where data goes, and chooses no path", async () => {
  const { stdout } = await tellback(home, ["open", "--json"]);
  const { url, key } = await exchanged(JSON.parse(stdout).address);
  const call = async (route: string, input: object) => {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer page.${key.id}.${key.token}`,
    };
    const answer = await fetch(url + route, { method: "POST", headers, body: JSON.stringify(input) });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await call("v1/status", {})).toMatchObject({ status: 200 });
  expect(await call("v1/config.set", { key: "backup.keep", value: "3" })).toMatchObject({ status: 200 });
  const aim = join(home.path, "..", "taken");
  for (const [route, input] of [
    ["v1/config.set", { key: "llm.url", value: "http://127.0.0.1:1/" }],
    ["v1/config.set", { key: "functions.weakIsolation", value: "true" }],
    ["v1/config.set", { key: "tasks.path", value: aim }],
    ["v1/map.start", { path: "/usr/share" }],
    ["v1/map.show", { path: "/usr/share" }],
    ["v1/config.show", { folder: "/etc" }],
    ["v1/search", { query: "x", folder: join(home.path, "..") }],
    ["v1/export", { path: aim, format: "jsonl" }],
    ["v1/backup", { path: aim }],
    ["v1/fn.export", { path: aim }],
    ["v1/knowledge.export", { path: aim }],
    ["v1/sync", { place: aim }],
    ["v1/fn.allow", { name: "x", module: "fs" }],
    ["v1/tool.run", { name: "x" }],
    ["v1/tool.add", { path: aim }],
    ["v1/tool.trust", { name: "x" }],
    ["v1/page.open", {}],
    ["v1/daemon.stop", {}],
    ["mcp", {}],
    ["hook/claude-code", {}],
  ] as const)
    expect(await call(route, input), `${route} ${JSON.stringify(input)}`).toMatchObject({ status: 403 });
  expect(existsSync(aim)).toBe(false);
  expect(readFileSync(home.paths.config, "utf8")).not.toMatch(/llm|functions|tasks/);
});
