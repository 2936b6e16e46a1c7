// The hook's PowerShell twin. No PowerShell is on npm or in Debian, so its grammar reads the script: every statement parses,
// and it writes the same envelope as hook.sh.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Language, Parser } from "web-tree-sitter";
import { powerShellCommand } from "../../../src/areas/install/tellback-files.ts";
import { pathsOf } from "../../../src/config/paths.ts";
import { title } from "../../support/available.ts";
import { npmProgram } from "../../support/npm-program.ts";

const name = "tree-sitter-powershell";
const grammar = await npmProgram(name, "0.26.4", `${name}/${name}.wasm`);
const script = readFileSync(join(import.meta.dirname, "../../../plugin/hooks/hook.ps1"), "utf8");

async function errorsIn(text: string): Promise<string[]> {
  if (!grammar.ok) return [];
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar.path));
  const tree = parser.parse(text);
  const wrong = tree?.rootNode.descendantsOfType("ERROR") ?? [];
  return wrong.map((node) => node?.text ?? "");
}

describe.skipIf(!grammar.ok)(title("PowerShell", grammar), () => {
  test("parses the script, and finds a mistake in it", async () => {
    expect(await errorsIn(script)).toEqual([]);
    expect(await errorsIn(script.replace("end {", "end { if ("))).not.toEqual([]);
  });

  test.each(["/home/dev/.tellback", "/home/o'neil/my stuff/ünï"])(
    "parses the line that an installation writes for %s",
    async (home) => {
      const paths = pathsOf({ TELLBACK_HOME: home });
      for (const scope of ["user", "project"] as const) {
        const line = powerShellCommand(paths, scope, "copilot.postToolUse", ["answer", "0.25"]);
        expect(await errorsIn(line), line).toEqual([]);
      }
    },
  );
});

test("writes the envelope that the daemon reads", () => {
  expect(script).toMatch(/"tellback1\$nul\$TellbackHost\$nul\$project\$nul\$payload\$\{nul\}end"/);
});
