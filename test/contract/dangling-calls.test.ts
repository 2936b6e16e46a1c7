// Dangling calls on every store: whoever still uses the old name of a symbol is found by the old name and by the new one,
// until it is corrected.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callersOf, describeSymbol, impactOf } from "../../src/journeys/map/answers.ts";
import { listChanges } from "../../src/journeys/map/changes.ts";
import { codeMapForAgent } from "../../src/journeys/map/for-agent.ts";
import { mapProject } from "../../src/journeys/map/map.ts";
import { mapTouched } from "../../src/journeys/map/touched.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { findProject } from "../../src/rooms/projects/room.ts";
import { type RenameStory, renameStories as stories } from "../samples/rename-stories.ts";
import { forEachStore } from "../support/databases.ts";
import { gitProject, tempDir } from "../support/temp.ts";

async function put(memory: Memory, dir: string, file: string, text: string): Promise<void> {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
  const projectId = (await findProject(memory.db, dir))?.id ?? "";
  const none = { by: null, before: null, after: null, edits: [] };
  await mapTouched(memory, { projectId, dir, file, at: new Date().toISOString(), ...none });
}

forEachStore((open) => {
  async function mapped({ files }: Pick<RenameStory, "files">): Promise<{ memory: Memory; dir: string }> {
    const memory = await open();
    const place = await tempDir("egdangle");
    onTestFinished(() => place[Symbol.asyncDispose]());
    const dir = await gitProject(join(place.path, "shop"), files);
    await mapProject(memory, { folder: dir });
    return { memory, dir };
  }

  test.each(Object.entries(stories))(
    "after a rename, both names find who calls the old one: %s",
    async (_, story) => {
      const { memory, dir } = await mapped(story);
      const { files, defines, from, to, calls } = story;
      const folder = dir;
      const found = async (name: string) => (await callersOf(memory, { name, limit: 50, folder })).dangling;
      expect(await found(from)).toEqual([]);

      await put(memory, dir, defines, (files[defines] ?? "").replaceAll(from, to));
      const was = { was: `${defines}#${from}`, now: `${defines}#${to}` };
      const expected = calls.map(([file, line]) => expect.objectContaining({ ...was, file, line }));
      expect(await found(from)).toEqual(expected);
      expect(await found(to)).toEqual(expected);
      expect((await impactOf(memory, { name: to, depth: 5, limit: 50, folder })).dangling).toEqual(expected);
      const { text } = await codeMapForAgent(memory, { callers_of: from, budget: 500, folder });
      expect(text).toContain(`still uses ${defines}#${from}, now ${defines}#${to}`);

      await mapProject(memory, { folder });
      expect(await found(from)).toEqual(expected);

      for (const [file] of calls) await put(memory, dir, file, (files[file] ?? "").replaceAll(from, to));
      expect(await found(to)).toEqual([]);
      await expect(found(from)).rejects.toThrow(`no symbol is named "${from}"`);
    },
  );

  test.each(["def gross_of(net, rate:", "def gross_of(net, rate=0:", "def gross_of("])(
    "a file that is being written, %j, is not said to break anything, and changes nothing",
    async (head) => {
      const story = stories.Python as RenameStory;
      const { memory, dir } = await mapped(story);
      const whole = story.files[story.defines] ?? "";
      await put(memory, dir, story.defines, whole.replace(story.head, head));
      const callers = await callersOf(memory, { name: "net_to_gross", limit: 50, folder: dir });
      expect([callers.dangling, callers.calls.length]).toEqual([[], 2]);
      await put(memory, dir, story.defines, whole);
      expect((await listChanges(memory, { folder: dir, limit: 10 })).changes).toEqual([]);
    },
  );

  test("a file that never parsed whole is mapped as far as it does, and not parsed again while it is the same", async () => {
    const files = {
      "src/queue.cc": "class Queue {\n  int size_ GUARDED_BY(mu_;\n};\nint depth() { return 1; }\n",
    };
    const { memory, dir } = await mapped({ files });
    const { symbols } = await describeSymbol(memory, dir, "depth");
    expect(symbols).toHaveLength(1);
    expect(await mapProject(memory, { folder: dir })).toMatchObject({ mapped: 0, unchanged: 1 });
    await put(memory, dir, "src/queue.cc", `${files["src/queue.cc"]}int width() { return 2; }\n`);
    expect((await describeSymbol(memory, dir, "width")).symbols).toHaveLength(1);
  });

  test("what is deleted and comes back dangles no longer", async () => {
    const story = stories.Python as RenameStory;
    const { memory, dir } = await mapped(story);
    await put(memory, dir, "shop/price.py", "RATE = 0.19\n");
    const { dangling } = await callersOf(memory, { name: "net_to_gross", limit: 50, folder: dir });
    expect(dangling.map(({ file, now }) => [file, now])).toEqual([
      ["shop/cart.py", null],
      ["shop/invoice.py", null],
    ]);
    await put(memory, dir, "shop/price.py", story.files["shop/price.py"] ?? "");
    const back = await callersOf(memory, { name: "net_to_gross", limit: 50, folder: dir });
    expect(back).toMatchObject({
      dangling: [],
      calls: [{ file: "shop/cart.py" }, { file: "shop/invoice.py" }],
    });
  });
});
