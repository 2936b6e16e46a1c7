// The call graph does not depend on how a project came to be as it is: edits by hook and a fresh map give the same one.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mapProject } from "../../src/journeys/map/map.ts";
import { mapTouched } from "../../src/journeys/map/touched.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { findProject } from "../../src/rooms/projects/room.ts";
import { forEachStore } from "../support/databases.ts";
import { gitProject, tempDir } from "../support/temp.ts";

/** Handlers, registered in one file, called through another, and typed by what they are passed to. */
const files: Record<string, string> = {
  "src/app.ts":
    "export class Context {\n  text(s: string) { return s; }\n}\nexport class App {\n  handlers: ((c: Context) => string)[] = [];\n  get(path: string, handler: (c: Context) => string) { this.handlers.push(handler); return this; }\n  run() { return this.handlers.map((one) => one(new Context())); }\n}\n",
  "src/routes.ts":
    'import { App } from "./app.ts";\nimport { greet } from "./greet.ts";\nexport const app = new App();\napp.get("/", (c) => c.text(greet("you")));\napp.get("/help", help);\nfunction help(c) { return c.text(helpText()); }\nfunction helpText() { return "help"; }\n',
  "src/greet.ts":
    'import { upper } from "./words.ts";\nexport function greet(name: string) { return each(upper, name); }\nfunction each(work, value) { return work(value); }\n',
  "src/words.ts": "export function upper(s: string) { return s.toUpperCase(); }\n",
  "shop/bill.py":
    "from shop.rates import Rates\n\n\nclass Bill:\n    def __init__(self, rates):\n        self.rates = rates\n\n    def total(self, net):\n        return net + self.rates.of(net)\n\n\ndef make():\n    return Bill(Rates())\n",
  "shop/rates.py":
    "class Rates:\n    def of(self, net):\n        return self._rate(net)\n\n    def _rate(self, net):\n        return apply(double, net)\n\n\ndef apply(work, net):\n    return work(net)\n\n\ndef double(net):\n    return net * 2\n",
  "shop/__init__.py": "",
  "shop/main.py": "from shop.bill import make\n\n\ndef main():\n    return make().total(3)\n",
};

async function edgesIn({ db }: Memory): Promise<string[]> {
  const rows = await db
    .selectFrom("calls as c")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .leftJoin("symbols as s", "s.id", "c.target_id")
    .leftJoin("code_files as g", "g.id", "s.file_id")
    .select(["f.path", "c.line", "c.col", "c.written", "c.resolution", "g.path as to", "s.qualified"])
    .execute();
  return rows
    .map(({ path, line, col, written, resolution, to, qualified }) =>
      [path, line, col, written, resolution, to, qualified].join(" "),
    )
    .sort();
}

forEachStore((open) => {
  test("comments, new code and code that is taken back, edited by hook", async () => {
    const memory = await open();
    const place = await tempDir("eghist");
    onTestFinished(() => place[Symbol.asyncDispose]());
    const dir = await gitProject(join(place.path, "project"), files);
    await mapProject(memory, { folder: dir });
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    const put = async (file: string, text: string) => {
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), text);
      const none = { by: null, before: null, after: null, edits: [] };
      await mapTouched(memory, { projectId, dir, file, at: new Date().toISOString(), ...none });
    };
    const sign = (file: string) => (file.endsWith(".py") ? "#" : "//");
    const commented = (file: string) => `${sign(file)} A comment.\n${files[file] ?? ""}`;
    const mappable = Object.keys(files).filter((file) => files[file] !== "");

    const before = await edgesIn(memory);
    for (const file of mappable) await put(file, commented(file));
    for (const file of mappable) await put(file, files[file] ?? "");
    expect(await edgesIn(memory)).toEqual(before);

    const more = {
      "src/words.ts": `${files["src/words.ts"]}export function lower(s: string) { return upper(s).toLowerCase(); }\n`,
      "src/greet.ts": (files["src/greet.ts"] ?? "").replaceAll("upper", "lower"),
      "shop/main.py": `${files["shop/main.py"]}\n\ndef again():\n    return main()\n`,
    };
    for (const [file, text] of Object.entries(more)) await put(file, text);
    for (const file of mappable) if (!(file in more)) await put(file, commented(file));
    const fresh = await open();
    await mapProject(fresh, { folder: dir });
    expect(await edgesIn(memory)).toEqual(await edgesIn(fresh));
  });
});
