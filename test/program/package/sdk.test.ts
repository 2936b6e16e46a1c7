// The SDK as a program uses it: every example of the documentation compiles with the built package and prints what
// the documentation says; every refusal is a TellbackError.

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  openMemory,
  query,
  recall,
  remember,
  searchMemory,
  show,
  TellbackError,
} from "../../../src/index.ts";
import { environment, type Home, stop, tellbackHome } from "../../support/tellback.ts";
import { gitProject, tempDir } from "../../support/temp.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

interface Example {
  name: string;
  code: string;
  output: string;
}

/** A block of code, and the block of text after it, which is what it prints. */
function examplesIn(file: string): Example[] {
  const text = readFileSync(join(root, file), "utf8");
  const blocks = text.matchAll(/^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms);
  return [...blocks].map(([, code = "", output = ""], i) => ({ name: `${file} ${i + 1}`, code, output }));
}

const examples = examplesIn("docs/sdk.md");

describe("the examples of the documentation", () => {
  let home: Home;
  let folder: string;
  const fileOf = (example: Example) => join(folder, `example-${examples.indexOf(example) + 1}.ts`);

  beforeAll(async () => {
    home = await tellbackHome();
    folder = await gitProject(join(home.path, "user/program"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/tellback"));
    for (const example of examples) writeFileSync(fileOf(example), example.code);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  });
  afterAll(async () => {
    await stop(home);
    await home[Symbol.asyncDispose]();
  });

  test("there are some in the guide", () => {
    expect(examples.length).toBeGreaterThan(3);
  });

  test("compile strictly", async () => {
    const options = {
      ...{ target: "es2024", lib: ["es2024", "esnext.disposable"], module: "nodenext", strict: true },
      ...{ exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
      ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
    };
    const project = { compilerOptions: options, include: ["example-*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await execute(process.execPath, [tsc, "-p", folder]).catch((failed) => failed);
    expect(stdout).toBe("");
  });

  // In this order: the last one asks the daemon for what an earlier one has stored.
  test.each(examples)("$name prints what it says", async (example) => {
    // The model takes seconds to load: only where the example is about it.
    const provider = example.code.includes("embedPending") ? "bundled" : "off";
    const env = environment(home, { TELLBACK_EMBED_PROVIDER: provider });
    const { stdout, stderr } = await execute(process.execPath, [fileOf(example)], { cwd: folder, env });
    expect(stderr).toBe("");
    expect(stdout).toBe(example.output);
  });
});

describe("a memory in the program's own process", () => {
  test("remembers, recalls, searches and shows, and closes without a daemon", async () => {
    await using home = await tempDir("egs");
    const options = { home: join(home.path, "h"), flags: { "embed.provider": "off" } } as const;
    const memory = await openMemory(options);
    const { node } = await remember(memory, { content: "Cranes rest on one leg", global: true });
    expect((await searchMemory(memory, { query: "cranes" })).results).toMatchObject([{ id: node.id }]);
    expect((await recall(memory, { query: "cranes" })).told).toEqual([node.id]);
    expect((await query(memory, { query: "type:fact" })).nodes).toHaveLength(1);
    expect(await show(memory, { id: node.id })).toMatchObject({ kind: "node" });
    expect(await ask(memory, "get", { id: node.id, length: "title" })).toMatchObject({ id: node.id });
    await memory.close();
    await memory.close();
    await expect(searchMemory(memory, { query: "cranes" })).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining("openMemory"),
    });

    await using again = await openMemory(options);
    expect((await searchMemory(again, { query: "cranes" })).results).toHaveLength(1);
  });

  test("refuses invalid calls with a readable TellbackError", async () => {
    await using home = await tempDir("egs");
    await using memory = await openMemory({ home: home.path, flags: { "embed.provider": "off" } });
    const code = async (work: Promise<unknown>) => {
      const error = await work.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TellbackError);
      return (error as TellbackError).code;
    };
    // @ts-expect-error a query is needed
    expect(await code(searchMemory(memory, {}))).toBe("invalid_input");
    // @ts-expect-error limits are numbers
    expect(await code(searchMemory(memory, { query: "a", limit: "5" }))).toBe("invalid_input");
    expect(await code(searchMemory(memory, { query: "a", since: "never" }))).toBe("invalid_input");
    // @ts-expect-error it is about the daemon
    expect(await code(ask(memory, "status", {}))).toBe("not_supported");
    // @ts-expect-error no operation has this name
    expect(await code(ask(memory, "nonsense", {}))).toBe("not_found");
    writeFileSync(join(home.path, "config.json"), "{ broken");
    expect(await code(openMemory({ home: home.path }))).toBe("invalid_input");
  });
});
