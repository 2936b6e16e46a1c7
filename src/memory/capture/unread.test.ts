// What an import leaves out of an event changes nothing that is stored.

import { expect, test } from "vitest";
import type { ToolUse } from "../../protocol/hook.ts";
import { redactAndPrepare } from "./incoming.ts";
import { withoutUnread } from "./unread.ts";

const lines = [
  'import { clock } from "./clock.ts";',
  "",
  "export class Session {",
  "  isExpired(): boolean {",
  "    const now = clock();",
  "    return now > this.end;",
  "  }",
  "}",
];
const hunk = { oldStart: 5, oldLines: 2, newStart: 5, newLines: 2 };
const patch = ["     const now = clock();", "-    return now > this.end;", "+    return now >= this.end;"];

function edited(originalFile: string, tool = "Edit"): ToolUse {
  return {
    ...{ host: "h", sessionId: "s", projectDir: "/p", cwd: "/p", at: "2026-01-05T10:00:00.000Z" },
    ...{ type: "tool", toolUseId: "t", tool, status: "ok" },
    input: { file_path: "/p/session.ts", old_string: "a", new_string: "b" },
    output: { filePath: "/p/session.ts", originalFile, structuredPatch: [{ ...hunk, lines: patch }] },
  };
}

function stored(event: ToolUse, isImported: boolean) {
  const preparing = { dialect: "sqlite" as const, hasModel: true, injected: null, isImported };
  const { prepared } = redactAndPrepare(event, preparing);
  const { id: _, ...row } = prepared?.observation.row ?? { id: "" };
  return { row, excerpt: prepared?.excerpt };
}

test("an imported edit is stored as a captured one, with its function and its size", () => {
  const event = edited(lines.join("\n"));
  expect(stored(event, true)).toEqual(stored(event, false));
  expect(stored(event, true).row).toMatchObject({ symbols: '["isExpired"]' });
});

test("of the file before an edit only the lines that lead to its function are kept", () => {
  const { event, leftOut } = withoutUnread(edited(lines.join("\n")));
  const kept = ["", "", "", lines[3], "", lines[5], "", ""];
  expect(event).toMatchObject({ output: { originalFile: kept.join("\n") } });
  expect(leftOut).toBeGreaterThan(0);
});

test("a file with a private part is left whole, because a line alone does not show that it is private", () => {
  const event = edited(["// <private>", ...lines, "// </private>"].join("\n"));
  expect(withoutUnread(event)).toEqual({ event, leftOut: 0 });
});

test("the answer of a tool that edits nothing is left as it is", () => {
  const event = edited(lines.join("\n"), "mcp__files__patch");
  expect(withoutUnread(event)).toEqual({ event, leftOut: 0 });
});
