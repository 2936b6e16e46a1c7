import { expect, test } from "vitest";
import { mapFile } from "./map-file.ts";
import { readable } from "./readable.ts";

test.each([
  [
    "View.swift",
    "#if canImport(UIKit)\nimport UIKit\n#else\nimport AppKit\n#endif\n\nclass View {\n  #if os(iOS)\n  func draw() {}\n  #endif\n}\n",
    ["View", "View.draw"],
  ],
  [
    "Tests.swift",
    "struct Tests {\n  func `adds two numbers`() { add() }\n}\n",
    ["Tests", "Tests.`adds two numbers`"],
  ],
  [
    "queue.h",
    "class Queue {\n public:\n  void Push(int n) EXCLUSIVE_LOCKS_REQUIRED(mu_);\n  int size() const { return size_; }\n private:\n  int size_ GUARDED_BY(mu_);\n};\n",
    ["Queue", "Queue.Push", "Queue.size"],
  ],
  ["index.ts", 'export type * from "./types.ts";\nexport function a() {}\n', ["a"]],
] as const)("%s parses whole, at the same positions", async (path, text, names) => {
  const map = await mapFile(path, text);
  expect([map.state, map.problem]).toEqual(["mapped", null]);
  expect(map.symbols.map(({ qualified }) => qualified)).toEqual(expect.arrayContaining([...names]));
});

test("a text keeps its length, and code that looks like an annotation its calls", () => {
  const text = "#define GUARDED_BY(x)\nint f() { ASSERT_TRUE(x); return REQUIRES_MORE(1); }\n";
  expect(readable(text, "cpp")).toBe(text);
  const swift = "#if A\nlet a = 1\n#endif\n";
  expect(readable(swift, "swift")).toBe("     \nlet a = 1\n      \n");
});
