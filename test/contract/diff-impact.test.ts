// What changes mean before they are committed, on every store: callers, broken calls, tests to run, code without callers.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { markdowns } from "../../src/areas/code/markdown.ts";
import { texts } from "../../src/areas/code/text.ts";
import { deadCode, hotspotsOf, testsFor } from "../../src/journeys/map/dead-code.ts";
import { impactOfDiff } from "../../src/journeys/map/diff-impact.ts";
import { codeMapForAgent } from "../../src/journeys/map/for-agent.ts";
import { mapProject } from "../../src/journeys/map/map.ts";
import { forEachStore } from "../support/databases.ts";
import { gitProject, tempDir } from "../support/temp.ts";

const files = {
  "shop/price.py":
    "def net_to_gross(net, rate):\n    gross = net * (1 + rate)\n    return rounded(gross)\n\n\ndef rounded(gross):\n    return round(gross, 2)\n\n\ndef forgotten(net):\n    return net\n",
  "shop/invoice.py":
    "from shop.price import net_to_gross\n\n\ndef total(lines):\n    return sum(net_to_gross(one.net, 0.19) for one in lines)\n",
  "shop/table.py":
    "from shop.price import rounded\n\nby_name = {}\n\n\ndef shown(name):\n    return by_name[name]\n",
  "tests/test_invoice.py":
    "from shop.invoice import total\n\n\ndef test_total():\n    assert total([]) == 0\n",
};

forEachStore((open) => {
  async function mapped() {
    const memory = await open();
    const place = await tempDir("egdiff");
    onTestFinished(() => place[Symbol.asyncDispose]());
    const dir = await gitProject(join(place.path, "shop"), files);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: dir });
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", "first");
    await mapProject(memory, { folder: dir });
    return { memory, dir };
  }

  test("a diff says what breaks, what calls what changed, which tests to run, and what nothing calls any more", async () => {
    const { memory, dir } = await mapped();
    const asked = { base: "HEAD", depth: 3, limit: 100, folder: dir };
    expect((await impactOfDiff(memory, asked)).changes).toEqual([]);

    const price = files["shop/price.py"].replace("return rounded(gross)", "return gross");
    writeFileSync(join(dir, "shop/price.py"), price);
    const changed = await impactOfDiff(memory, asked);
    expect(changed.changes.map(({ qualified, change }) => [qualified, change])).toEqual([
      ["net_to_gross", "modified"],
    ]);
    expect(changed.reached.map(({ symbol }) => symbol.qualified)).toEqual(["total"]);
    expect(changed.tests).toEqual([{ file: "tests/test_invoice.py", names: ["test_total"] }]);
    // `rounded` is still imported elsewhere.
    expect(changed.unused).toEqual([]);
    writeFileSync(join(dir, "shop/table.py"), files["shop/table.py"].replace(/.*rounded\n\n/, ""));
    expect((await impactOfDiff(memory, asked)).unused).toEqual([
      { file: "shop/price.py", qualified: "rounded", line: 6 },
    ]);

    writeFileSync(join(dir, "shop/price.py"), files["shop/price.py"].replaceAll("net_to_gross", "gross_of"));
    const renamed = await impactOfDiff(memory, asked);
    expect(renamed.changes).toContainEqual(
      expect.objectContaining({ qualified: "gross_of", change: "renamed", was: "net_to_gross" }),
    );
    expect(renamed.dangling).toEqual([expect.objectContaining({ file: "shop/invoice.py", line: 5 })]);
    expect(texts["impact.diff"](renamed)).toContain("1 call still uses shop/price.py#net_to_gross");
    expect(markdowns["impact.diff"]?.(renamed)).toContain(
      "- shop/invoice.py:5 still uses `net_to_gross`, now `gross_of`",
    );
    expect(markdowns["impact.diff"]?.(changed)).toContain("```mermaid\nflowchart LR\n");
    const { text } = await codeMapForAgent(memory, { changes_since: "HEAD", budget: 500, folder: dir });
    expect(text).toContain("still uses shop/price.py#net_to_gross, now shop/price.py#gross_of");
    await expect(impactOfDiff(memory, { ...asked, base: "--output=x" })).rejects.toThrow(
      "git knows no commit",
    );
    await expect(impactOfDiff(memory, { ...asked, base: "nowhere" })).rejects.toThrow("git knows no commit");
  });

  test("tests of a symbol, and functions that nothing needs, now or without another", async () => {
    const { memory, dir } = await mapped();
    const reach = await testsFor(memory, { name: "net_to_gross", depth: 5, folder: dir });
    expect(reach.tests).toEqual([{ file: "tests/test_invoice.py", names: ["test_total"] }]);
    const unused = async (ifDeleted?: string) =>
      (await deadCode(memory, { ifDeleted, limit: 50, folder: dir })).unused.map(
        ({ qualified }) => qualified,
      );
    expect((await unused()).sort()).toEqual(["forgotten", "shown"]);
    // `rounded` is imported in table.py too.
    expect(await unused("net_to_gross")).toEqual([]);
    writeFileSync(join(dir, "shop/table.py"), files["shop/table.py"].replace(/.*rounded\n\n/, ""));
    expect(await unused("net_to_gross")).toEqual(["rounded"]);
    await expect(unused("no_such")).rejects.toThrow('no symbol is named "no_such"');
    expect((await hotspotsOf(memory, { limit: 5, folder: dir })).symbols).toEqual([]);
  });
});
