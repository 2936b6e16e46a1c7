// How an edit is shortened: how much changed, in which functions, and the informative lines.

import { describe, expect, test } from "vitest";
import type { ToolUse } from "../event.ts";
import { shortenWrite } from "./write.ts";

const at = { projectDir: "/p", cwd: "/p/web" };

function use(tool: string, input: unknown, output: unknown = {}): ToolUse {
  return { type: "tool", cwd: at.cwd, tool, input, output, status: "ok" };
}

const original = `import { clock } from "./clock.ts";

export class Session {
  isExpired(): boolean {
    const now = clock();
    return now > this.end;
  }
}

export function open(): Session {
  return new Session();
}
`;

test("an edit of several files names all of them", () => {
  const edits = [{ old_string: "a\n", new_string: "b\n" }];
  const input = { file_path: "/p/a.ts", other_files: ["/p/b.ts", "c.ts"], edits };
  const draft = shortenWrite(use("MultiEdit", input), at);
  expect(draft.title).toBe("Edited a.ts (and 2 other files, +1 −1)");
  expect(draft.files).toEqual(["a.ts", "b.ts", "web/c.ts"]);
});

describe("an edit", () => {
  test("names the function that contains the changed lines, even if the patch does not show it", () => {
    const lines = [
      "     const now = clock();",
      "-    return now > this.end;",
      "+    return now >= this.end;",
    ];
    const hunk = { oldStart: 5, oldLines: 2, newStart: 5, newLines: 2, lines };
    const draft = shortenWrite(
      use(
        "Edit",
        { file_path: "/p/src/session.ts", old_string: "a", new_string: "b" },
        { originalFile: original, structuredPatch: [hunk] },
      ),
      at,
    );
    expect(draft).toMatchObject({
      title: "Edited src/session.ts (+1 −1)",
      files: ["src/session.ts"],
      symbols: ["isExpired"],
    });
    expect(draft.detail).toContain("+ return now >= this.end;");
  });

  test("counts the different lines if there is no patch", () => {
    const edits = [
      { old_string: "def old_name(x):\n  return x", new_string: "def new_name(x):\n  y = x\n  return x" },
      { old_string: "a", new_string: "b" },
    ];
    const draft = shortenWrite(use("MultiEdit", { file_path: "a.py", edits }), at);
    expect(draft.title).toBe("Edited web/a.py (+3 −2)");
    expect(draft.symbols).toEqual(["old_name", "new_name"]);
  });

  test("prefers definitions if not all lines fit", () => {
    const filler = Array.from(
      { length: 200 },
      (_, i) => `  value${i} = compute(${i}) + something_long_enough`,
    ).join("\n");
    const after = `${filler}\nexport async function refresh(a: number) {\n${filler}`;
    const { detail } = shortenWrite(
      use("Edit", { file_path: "x.ts", old_string: "x", new_string: after }),
      at,
    );
    expect(detail).toContain("+ export async function refresh(a: number) {");
  });
});

test("a new file is described by its size and its definitions", () => {
  const draft = shortenWrite(
    use("Write", { file_path: "/p/session.ts", content: original }, { type: "create" }),
    at,
  );
  expect(draft).toMatchObject({ title: "Wrote session.ts (12 lines)", symbols: ["Session", "open"] });
});

test("an overwritten file is reported as rewritten", () => {
  const content = original.replace("open", "begin");
  const draft = shortenWrite(
    use("Write", { file_path: "/p/session.ts", content }, { type: "update", originalFile: original }),
    at,
  );
  expect(draft).toMatchObject({ title: "Rewrote session.ts (+1 −1)", symbols: ["open", "begin"] });
});

test("an edited notebook cell is an edit of its notebook", () => {
  const draft = shortenWrite(
    use("NotebookEdit", { notebook_path: "/p/a.ipynb", new_source: "x = 1\ny = 2" }),
    at,
  );
  expect(draft.title).toBe("Edited a.ipynb (+2 −0)");
});

test("changed lines lose only their common indentation", () => {
  const old_string = "    return total;";
  const new_string = "    if (!total) {\n      return 0;\n    }\n    return total;";
  const { detail } = shortenWrite(use("Edit", { file_path: "/p/a.ts", old_string, new_string }), at);
  expect(detail).toContain("+ if (!total) {\n+   return 0;");
});
