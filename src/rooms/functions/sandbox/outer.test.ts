// The trial of the outer layer on a machine without bubblewrap.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tryBubblewrap } from "./outer.ts";

test("a trial without bubblewrap leaves nothing behind that keeps the process alive", () => {
  const outer = join(import.meta.dirname, "outer.ts");
  const script = `
    const { ${tryBubblewrap.name} } = await import(${JSON.stringify(outer)});
    const layer = await ${tryBubblewrap.name}("no-such-program");
    console.log(JSON.stringify({ layer, alive: process.getActiveResourcesInfo().filter((one) => one === "Timeout") }));
  `;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual({ layer: null, alive: [] });
});
