import { expect, test } from "vitest";
import * as codeValues from "./code-values.ts";
import type { TurnObservation } from "./evidence.ts";

const codeValuesIn = (rest: readonly TurnObservation[], words: string) =>
  codeValues.codeValuesIn(rest, words).filter(({ subject }) => subject.startsWith("value:"));
const edit = (detail: string) =>
  ({ tool: "Edit", status: "ok", files: ["src/sync.ts"], detail }) as unknown as TurnObservation;

test("an edit states the setting that the words name by key or by value", () => {
  const changed = edit(
    "Edited src/sync.ts (+2 −2)\n- const syncTimeout = 10;\n+ const syncTimeout = 30;\n+ retries: 5,",
  );
  const many = edit(`${changed.detail}\n+ const depth = 3;`);
  expect(codeValuesIn([many], "Raised the sync timeout for slow mirrors.")).toEqual([
    { subject: "value:src/sync.ts#synctimeout", value: "30" },
    { subject: "value:synctimeout", value: "30" },
  ]);
  expect(codeValuesIn([many], "It waits 30 s now.").map(({ value }) => value)).toEqual(["30", "30"]);
  expect(codeValuesIn([many], "Renamed a function.")).toEqual([]);
});

test("typed constants, JSON and YAML are read; expressions are not", () => {
  const lines = ["+ MAX_WAIT: number = 60;", '+ "port": 6380,', "+ host: 'db.test'", "+ total = a + 30"];
  expect(
    new Set(codeValuesIn([edit(lines.join("\n"))], "max wait, port, host, total").map(({ value }) => value)),
  ).toEqual(new Set(["60", "6380", "db.test"]));
});

test("the only setting that a turn changed needs no words, also in a file without quotes", () => {
  const timer = { ...edit("+ OnCalendar=*-*-* 00/6:00:00"), files: ["deploy/import.timer"] };
  expect(codeValuesIn([timer], "It runs every six hours.")).toEqual([
    { subject: "value:deploy/import.timer#oncalendar", value: "*-*-* 00/6:00:00" },
    { subject: "value:oncalendar", value: "*-*-* 00/6:00:00" },
  ]);
});
