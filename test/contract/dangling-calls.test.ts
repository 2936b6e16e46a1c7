// Dangling calls on every store: whoever still uses the old name of a symbol is found by the old name and by the new one,
// until it is corrected.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { callersOf, impactOf } from "../../src/journeys/map/answers.ts";
import { codeMapForAgent } from "../../src/journeys/map/for-agent.ts";
import { mapProject } from "../../src/journeys/map/map.ts";
import { mapTouched } from "../../src/journeys/map/touched.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { findProject } from "../../src/rooms/projects/room.ts";
import { forEachStore } from "../support/databases.ts";
import { gitProject, tempDir } from "../support/temp.ts";

interface Story {
  files: Record<string, string>;
  defines: string;
  calls: [file: string, line: number][];
  from: string;
  to: string;
}

const stories: Record<string, Story> = {
  Python: {
    files: {
      "shop/price.py":
        "def net_to_gross(net, rate):\n    gross = net * (1 + rate)\n    return round(gross, 2)\n",
      "shop/invoice.py":
        "from shop.price import net_to_gross\n\n\ndef total(lines):\n    return sum(net_to_gross(one.net, 0.19) for one in lines)\n",
      "shop/cart.py":
        "from shop import price\n\n\ndef shown(cart):\n    return price.net_to_gross(cart.sum, cart.rate)\n",
      "shop/__init__.py": "",
    },
    ...{ defines: "shop/price.py", from: "net_to_gross", to: "gross_of" },
    calls: [
      ["shop/cart.py", 5],
      ["shop/invoice.py", 5],
    ],
  },
  TypeScript: {
    files: {
      "src/price.ts":
        "export function netToGross(net: number, rate: number): number {\n  const gross = net * (1 + rate);\n  return Math.round(gross * 100) / 100;\n}\n",
      "src/invoice.ts":
        'import { netToGross } from "./price.ts";\n\nexport function total(nets: number[]): number {\n  return nets.reduce((sum, net) => sum + netToGross(net, 0.19), 0);\n}\n',
      "src/cart.ts":
        'import * as price from "./price.ts";\n\nexport function shown(sum: number): string {\n  return String(price.netToGross(sum, 0.07));\n}\n',
    },
    ...{ defines: "src/price.ts", from: "netToGross", to: "grossOf" },
    calls: [
      ["src/cart.ts", 4],
      ["src/invoice.ts", 4],
    ],
  },
  Go: {
    files: {
      "go.mod": "module shop\n\ngo 1.22\n",
      "price.go":
        "package shop\n\nfunc netToGross(net float64, rate float64) float64 {\n\tgross := net * (1 + rate)\n\treturn gross\n}\n",
      "invoice.go":
        "package shop\n\nfunc total(nets []float64) float64 {\n\tsum := 0.0\n\tfor _, net := range nets {\n\t\tsum += netToGross(net, 0.19)\n\t}\n\treturn sum\n}\n",
    },
    ...{ defines: "price.go", from: "netToGross", to: "grossOf" },
    calls: [["invoice.go", 6]],
  },
};

async function put(memory: Memory, dir: string, file: string, text: string): Promise<void> {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
  const projectId = (await findProject(memory.db, dir))?.id ?? "";
  const none = { by: null, before: null, after: null, edits: [] };
  await mapTouched(memory, { projectId, dir, file, at: new Date().toISOString(), ...none });
}

forEachStore((open) => {
  async function mapped({ files }: Pick<Story, "files">): Promise<{ memory: Memory; dir: string }> {
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

  test("a file that is being written is not said to break anything", async () => {
    const story = stories.Python as Story;
    const { memory, dir } = await mapped(story);
    await put(memory, dir, "shop/price.py", "def gross_of(net, rate:\n    return net\n");
    expect((await callersOf(memory, { name: "net_to_gross", limit: 50, folder: dir })).dangling).toEqual([]);
  });

  test("what is deleted and comes back dangles no longer", async () => {
    const story = stories.Python as Story;
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
