import { describe, expect, test } from "vitest";
import { parse } from "../parse.ts";
import { type KeptSummary, keep } from "./kept.ts";
import { portionsOf } from "./portions.ts";
import { resolveInParts, summarise } from "./resolve.ts";

const file = (path: string, imports: string[] = [], size = 10) => ({
  ...{ path, language: "javascript", imports, reexports: [], size },
  open: () => {
    throw new Error("not needed");
  },
});

const asPaths = (portions: ReturnType<typeof portionsOf>) =>
  portions.map(({ own, context }) => [own.map(({ path }) => path).sort(), context.map(({ path }) => path)]);

describe("a project", () => {
  test("that fits is one portion", () => {
    const files = [file("a"), file("b")];
    expect(asPaths(portionsOf(files, ({ imports }) => imports, 20))).toEqual([[["a", "b"], []]]);
  });

  test("that does not is split by its imports, not by its paths, with what each portion imports as context", () => {
    const files = [
      file("a", ["z"]),
      file("b", ["y"]),
      file("y", ["base"]),
      file("z", ["base"]),
      file("base"),
      file("base2"),
    ];
    expect(asPaths(portionsOf(files, ({ imports }) => imports, 40))).toEqual([
      [["a", "z"], ["base"]],
      [["b", "y"], ["base"]],
      [["base", "base2"], []],
    ]);
  });
});

/** Areas of three modules each, mixed by name; their classes extend each other and one base of all. */
function areas(count: number): Record<string, string> {
  const files: Record<string, string> = {
    "src/base.ts": "export class Base {\n  begin(n: number) { return n; }\n}\n",
  };
  for (let area = 0; area < count; area++) {
    for (let i = 0; i < 3; i++) {
      const [base, from] = i === 0 ? ["Base", "./base.ts"] : [`C${i - 1}_${area}`, `./${i - 1}/m${area}.ts`];
      const name = `C${i}_${area}`;
      files[`src/${i}/m${area}.ts`] =
        `import { ${base} } from "${from.replace("./", "../")}";\nexport class ${name} extends ${base} {\n  step${i}() { return this.begin(${i}); }\n}\nexport function make${i}() { return new ${name}().step${i}(); }\n`;
    }
  }
  return files;
}

test("calls that follow imports and bases do not depend on how large a portion may be", async () => {
  const files = areas(12);
  const summaries: KeptSummary[] = [];
  for (const [path, text] of Object.entries(files)) {
    const tree = await parse(text, "typescript");
    const summary = tree && summarise(path, tree);
    if (summary) summaries.push(keep(summary));
  }
  const total = summaries.reduce((sum, { size }) => sum + size, 0);
  const found = (size: number) => {
    const edges = [...resolveInParts(summaries, () => undefined, size)].flatMap((graph) => graph.edges);
    return new Set(
      edges.map(
        ({ at, calleeAt }) => `${at.path}:${at.line}:${at.column} ${calleeAt?.path}:${calleeAt?.line}`,
      ),
    );
  };
  const whole = found(total);
  for (const share of [0.9, 0.6, 0.3]) {
    const parts = found(Math.ceil(total * share));
    const same = [...parts].filter((edge) => whole.has(edge)).length;
    expect(same / whole.size).toBeGreaterThan(0.995);
    expect(same / parts.size).toBeGreaterThan(0.995);
  }
});
