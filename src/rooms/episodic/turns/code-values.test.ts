import { expect, test } from "vitest";
import { codeValuesIn } from "./code-values.ts";
import type { Seen } from "./evidence.ts";

const edit = (detail: string) =>
  ({ tool: "Edit", status: "ok", files: ["src/sync.ts"], detail }) as unknown as Seen;

test("an edit states the setting that the words name by key or by value", () => {
  const changed = edit(
    "Edited src/sync.ts (+2 −2)\n- const syncTimeout = 10;\n+ const syncTimeout = 30;\n+ retries: 5,",
  );
  expect(codeValuesIn([changed], "Raised the sync timeout for slow mirrors.")).toEqual([
    { subject: "value:src/sync.ts#synctimeout", value: "30" },
  ]);
  expect(codeValuesIn([changed], "It waits 30 s now.")).toEqual([
    { subject: "value:src/sync.ts#synctimeout", value: "30" },
  ]);
  expect(codeValuesIn([changed], "Renamed a function.")).toEqual([]);
});

test("typed constants, JSON and YAML are read; expressions are not", () => {
  const lines = ["+ MAX_WAIT: number = 60;", '+ "port": 6380,', "+ host: 'db.test'", "+ total = a + 30"];
  expect(
    codeValuesIn([edit(lines.join("\n"))], "max wait, port, host, total").map(({ value }) => value),
  ).toEqual(["60", "6380", "db.test"]);
});
