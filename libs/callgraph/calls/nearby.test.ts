import { describe, expect, test } from "vitest";
import { summariesOf } from "../../../test/samples/callgraph/graph-of.ts";
import { type AroundQuestion, Nearby } from "./nearby.ts";
import { type CallEdge, resolveCalls } from "./resolve.ts";

const files = {
  "a.ts": 'import { b } from "./index.ts";\nexport function a() { b(); }\n',
  "index.ts": 'export * from "./b.ts";\n',
  "b.ts": 'import { c } from "./c.ts";\nexport function b() { c(); }\n',
  "c.ts": "export function c() {}\n",
  "z.ts": "export function z() { z(); }\n",
};

function shown(edges: readonly CallEdge[]): string[] {
  return edges.map(({ caller, callee }) => `${caller} -> ${callee}`).sort();
}

/** Asks until there is an answer, and gives what it needs; also says which files those were. */
async function askAll(
  nearby: Nearby,
  texts: Record<string, string>,
  asked: Pick<AroundQuestion, "changed" | "callers">,
) {
  const verified = [asked.changed];
  const read: string[] = [];
  for (;;) {
    const answer = nearby.ask({ project: "p", version: "1", called: [], verified, ...asked });
    if (answer.is === "calls") return { edges: shown(answer.edges), read };
    if (answer.is !== "needs") throw new Error(answer.is);
    for (const [path, hash] of answer.files) {
      verified.push(path);
      if (hash !== null) continue;
      read.push(path);
      const [summary] = await summariesOf({ [path]: texts[path] ?? "" });
      if (summary) nearby.keep("p", summary, "hash", 10);
    }
  }
}

async function opened(texts: Record<string, string>, changed: string): Promise<Nearby> {
  const nearby = new Nearby();
  nearby.open("p", "1", { paths: Object.keys(texts), configs: [] });
  const [summary] = await summariesOf({ [changed]: texts[changed] ?? "" });
  if (summary) nearby.keep("p", summary, "hash", 10);
  return nearby;
}

describe("one changed file", () => {
  test("gives its own calls and those of its callers, as the whole project does, from the files near it", async () => {
    const { edges, read } = await askAll(await opened(files, "b.ts"), files, {
      changed: "b.ts",
      callers: ["a.ts"],
    });
    const whole = resolveCalls(await summariesOf(files)).edges.filter(
      ({ at, calleeAt }) => at.path === "b.ts" || calleeAt?.path === "b.ts",
    );
    expect(edges).toEqual(shown(whole));
    expect(edges).toEqual(["a.ts#a -> b.ts#b", "b.ts#b -> c.ts#c"]);
    expect(read.sort()).toEqual(["a.ts", "c.ts", "index.ts"]);
  });

  test("needs nothing again the second time", async () => {
    const nearby = await opened(files, "b.ts");
    await askAll(nearby, files, { changed: "b.ts", callers: ["a.ts"] });
    expect((await askAll(nearby, files, { changed: "b.ts", callers: ["a.ts"] })).read).toEqual([]);
  });

  test("of a language without paths in its imports sees its folder and what its imports are called", async () => {
    const go = {
      "shop/bill.go": 'package shop\nimport "m/tax"\nfunc Total() int { return tax.Rate() + near() }\n',
      "shop/near.go": "package shop\nfunc near() int { return 1 }\n",
      "tax/rate.go": "package tax\nfunc Rate() int { return 2 }\n",
      "far/other.go": "package far\nfunc Rate() int { return 3 }\n",
    };
    const { edges, read } = await askAll(await opened(go, "shop/bill.go"), go, {
      changed: "shop/bill.go",
      callers: [],
    });
    expect(edges).toEqual([
      "shop/bill.go#Total -> shop/near.go#near",
      "shop/bill.go#Total -> tax/rate.go#Rate",
    ]);
    expect(read.sort()).toEqual(["shop/near.go", "tax/rate.go"]);
  });

  test("of an unknown project, or of another version of it, has no answer", async () => {
    const nearby = await opened(files, "b.ts");
    const question = { changed: "b.ts", callers: [], called: [], verified: [] };
    expect(nearby.ask({ project: "q", version: "1", ...question })).toEqual({ is: "unknown project" });
    expect(nearby.ask({ project: "p", version: "2", ...question })).toEqual({ is: "unknown project" });
  });
});
