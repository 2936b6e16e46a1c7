import { describe, expect, test } from "vitest";
import { callsIn, edgesOf } from "../../../../test/samples/callgraph/graph-of.ts";

type Case = [what: string, source: string, expected: string[]];

const cases: Case[] = [
  // functions and closures
  ["a function that is declared below", "a(); function a() { b(); } function b() {}", ["a -> b", "top -> a"]],
  ["a function kept in a variable", "const a = () => 1; const b = a; b();", ["top -> a"]],
  ["a function that calls itself", "function a(n) { if (n) a(n - 1); } a(3);", ["a -> a", "top -> a"]],
  [
    "a function made by a function",
    "function make() { return function inner() {}; } make()();",
    ["top -> make", "top -> make.inner"],
  ],
  [
    "a closure over a parameter",
    "function outer(f) { return () => f(); } function g() {} const run = outer(g); run();",
    ["outer.(anonymous) -> g", "top -> outer", "top -> outer.(anonymous)"],
  ],
  [
    "a function that is called where it is written",
    "(function a() {})(); (() => b())(); function b() {}",
    ["(anonymous) -> b", "top -> (anonymous)", "top -> a"],
  ],
  [
    "an inner name that hides an outer one",
    "function a() {} function b() { function a() {} a(); } b();",
    ["b -> b.a", "top -> b"],
  ],
  [
    "names of two blocks",
    "function a() {} function b() {} { const f = a; f(); } function c() { const f = b; f(); } c();",
    ["c -> b", "top -> a", "top -> c"],
  ],
  [
    "a conditional value",
    "const f = x ? a : b; f(); function a() {} function b() {}",
    ["top -> a", "top -> b"],
  ],
  [
    "a value behind || and ??",
    "const f = u || a; const g = u ?? b; f(); g(); function a() {} function b() {}",
    ["top -> a", "top -> b"],
  ],
  // parameters
  [
    "a callback",
    "function each(f) { f(1); } function show() {} each(show);",
    ["each -> show", "top -> each"],
  ],
  ["a default parameter", "function a(f = b) { f(); } function b() {} a();", ["a -> b", "top -> a"]],
  [
    "rest parameters",
    "function a(first, ...rest) { rest[0](); } function b() {} a(1, b);",
    ["a -> b", "top -> a"],
  ],
  ["spread arguments", "function a(x, f) { f(); } function b() {} a(...[1, b]);", ["a -> b", "top -> a"]],
  ["arguments", "function a() { arguments[0](); } function b() {} a(b);", ["a -> b", "top -> a"]],
  // objects
  [
    "a method of an object literal",
    "const o = { a() { this.b(); }, b() {} }; o.a();",
    ["a -> b", "top -> a"],
  ],
  ["a property that is added later", "const o = {}; o.f = function f() {}; o.f();", ["top -> f"]],
  [
    "a computed key",
    "const k = 'f'; const o = { [k]: a, g: b }; o[k](); function a() {} function b() {}",
    ["top -> a"],
  ],
  [
    "only the property that is named",
    "const o = { a: f, b: g }; o.a(); function f() {} function g() {}",
    ["top -> f"],
  ],
  ["a spread object", "const o = { f() {} }; const p = { ...o }; p.f();", ["top -> f"]],
  [
    "destructuring with names, defaults and nesting",
    "const o = { a: f, in: { b: g } }; const { a, in: { b }, c = h } = o; a(); b(); c(); function f() {} function g() {} function h() {}",
    ["top -> f", "top -> g", "top -> h"],
  ],
  [
    "a destructured parameter",
    "function run({ f }) { f(); } function g() {} run({ f: g });",
    ["run -> g", "top -> run"],
  ],
  [
    "array destructuring with a hole and a rest",
    "const [, x, ...y] = [a, b, c]; x(); y[0](); function a() {} function b() {} function c() {}",
    ["top -> b", "top -> c"],
  ],
  ["a getter", "const o = { get f() { return g; } }; o.f(); function g() {}", ["top -> f", "top -> g"]],
  ["a setter", "const o = { set f(v) { v(); } }; o.f = g; function g() {}", ["f -> g", "top -> f"]],
  // classes and prototypes
  [
    "a class with a constructor",
    "class A { constructor() { this.m(); } m() {} } new A();",
    ["A.constructor -> A.m", "top -> A"],
  ],
  [
    "an inherited method and super",
    "class A { m() {} n() {} } class B extends A { m() { super.m(); this.n(); } } new B().m();",
    ["B.m -> A.m", "B.m -> A.n", "top -> B", "top -> B.m"],
  ],
  [
    "a static method and a static field",
    "class A { static m() { A.f(); } static f = () => {}; } A.m();",
    ["A.m -> A.f", "top -> A.m"],
  ],
  [
    "a private method",
    "class A { #p() {} q() { this.#p(); } } new A().q();",
    ["A.q -> A.#p", "top -> A", "top -> A.q"],
  ],
  [
    "a field with an arrow function",
    "class A { f = () => this.g(); g() {} } new A().f();",
    ["A.f -> A.g", "top -> A", "top -> A.f"],
  ],
  [
    "a value given to the constructor",
    "class A { constructor(f) { this.f = f; } run() { this.f(); } } function g() {} new A(g).run();",
    ["A.run -> g", "top -> A", "top -> A.run"],
  ],
  [
    "methods on a prototype",
    "function A() {} A.prototype.m = function m() {}; new A().m();",
    ["top -> A", "top -> m"],
  ],
  ["Object.create and a chain", "const a = { m() {} }; const b = Object.create(a); b.m();", ["top -> m"]],
  [
    "a class expression from a function",
    "const mix = (Base) => class extends Base { m() {} }; class A {} new (mix(A))().m();",
    ["top -> mix", "top -> mix.(class)", "top -> mix.(class).m"],
  ],
  [
    "a class that only its subclass instantiates",
    "class A { run() { this.step(); } step() {} } class B extends A { step() {} } new B().run();",
    ["A.run -> B.step", "top -> A.run", "top -> B"],
  ],
  [
    "an exported class is also instantiated elsewhere",
    "export class A { run() { this.step(); } step() {} } class B extends A { step() {} } new B().run();",
    ["A.run -> A.step", "A.run -> B.step", "top -> A.run", "top -> B"],
  ],
  // keys
  [
    "an index that counts",
    "const fs = [a, b]; for (let i = 0; i < 2; i++) fs[i](); function a() {} function b() {}",
    ["top -> a", "top -> b"],
  ],
  [
    "a key of which the beginning is known",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it belongs to the program
    "class A { run(e) { this['on' + e](); this[`off${e}`](); } onX() {} offX() {} other() {} } new A().run('X');",
    ["A.run -> A.offX", "A.run -> A.onX", "top -> A", "top -> A.run"],
  ],
  // exceptions
  [
    "what is thrown is caught",
    "class E { show() {} } function f() { throw new E(); } try { f(); } catch (e) { e.show(); }",
    ["f -> E", "top -> E.show", "top -> f"],
  ],
  // call, apply, bind
  [
    "call and apply",
    "function a() { this.b(); } const o = { b() {} }; a.call(o); a.apply(o, []);",
    ["a -> b", "top -> a"],
  ],
  [
    "bind with arguments",
    "function a(f) { f(); } function b() {} const c = a.bind(null, b); c();",
    ["a -> b", "top -> a"],
  ],
  // asynchronous code and generators
  [
    "async and await",
    "async function a() { return b; } function b() {} (async () => { (await a())(); })();",
    ["(anonymous) -> a", "(anonymous) -> b", "top -> (anonymous)"],
  ],
  [
    "then and catch",
    "function a() { return Promise.resolve(b); } function b() {} a().then((f) => f());",
    ["(anonymous) -> b", "top -> (anonymous)", "top -> a"],
  ],
  [
    "a promise that is resolved later",
    "new Promise((ok) => ok(a)).then((f) => f()); function a() {}",
    ["(anonymous) -> a", "top -> (anonymous)"],
  ],
  [
    "a generator",
    "function* g() { yield a; } function a() {} for (const f of g()) f();",
    ["top -> a", "top -> g"],
  ],
  [
    "yield*",
    "function* g() { yield* h(); } function* h() { yield a; } function a() {} for (const f of g()) f();",
    ["g -> h", "top -> a", "top -> g"],
  ],
  [
    "a value sent to a generator",
    "function* g() { const f = yield; f(); } function a() {} const it = g(); it.next(); it.next(a);",
    ["g -> a", "top -> g"],
  ],
  // functions of the language
  [
    "map, then a call of the result",
    "const fs = [1].map(() => a); fs[0](); function a() {}",
    ["top -> (anonymous)", "top -> a"],
  ],
  [
    "forEach with elements",
    "[a, b].forEach((f) => f()); function a() {} function b() {}",
    ["(anonymous) -> a", "(anonymous) -> b", "top -> (anonymous)"],
  ],
  [
    "reduce",
    "[a].reduce((sum, f) => f(sum), 0); function a() {}",
    ["(anonymous) -> a", "top -> (anonymous)"],
  ],
  [
    "sort, filter and find",
    "const c = (x, y) => 0; const k = (x) => 1; [1].sort(c); [1].filter(k); [1].find(k);",
    ["top -> c", "top -> k"],
  ],
  [
    "Map and Set",
    "const m = new Map([['k', a]]); m.set('l', b); m.get('k')(); for (const f of new Set([b])) f(); function a() {} function b() {}",
    ["top -> a", "top -> b"],
  ],
  [
    "Object.values and entries",
    "const o = { a: f }; Object.values(o)[0](); for (const [, g] of Object.entries(o)) g(); function f() {}",
    ["top -> f"],
  ],
  ["a timer", "setTimeout(a, 1); function a() {}", ["top -> a"]],
  [
    "a tagged template",
    "function tag(parts, f) { f(); } function a() {} tag`x$" + "{a}`;",
    ["tag -> a", "top -> tag"],
  ],
  [
    "a callback of an object of which nothing is known",
    "function f(list) { list.forEach(g); } function g() {} f();",
    ["f -> g", "top -> f"],
  ],
  [
    "an event emitter",
    'import { EventEmitter } from "node:events"; class S extends EventEmitter { run() { this.emit("x", b); } } ' +
      'const s = new S(); s.on("x", a); s.on("y", c); s.run(); function a(f) { f(); } function b() {} function c() {} ' +
      'const e = new EventEmitter(); e.once("y", c); e.emit("y");',
    ["S.run -> a", "a -> b", "top -> S", "top -> S.run", "top -> c"],
  ],
  ["a proxy", "const p = new Proxy({ f: a }, {}); p.f(); function a() {}", ["top -> a"]],
  // what leads back to itself ends
  [
    "a generator that returns itself",
    "function* g() { yield f; return g(); } function f() {} for (const x of g()) x();",
    ["g -> g", "top -> f", "top -> g"],
  ],
  [
    "a class that extends what has its own name",
    "let A = class { m() {} }; A = class extends A { n() {} }; new A().m();",
    ["top -> A", "top -> A.m"],
  ],
];

describe("JavaScript", () => {
  test.each(cases)("%s", async (_, source, expected) => {
    expect(await callsIn(source)).toEqual(expected);
  });
});

describe("modules", () => {
  const main = "main.js";
  const modules: [what: string, files: Record<string, string>, expected: string[]][] = [
    [
      "named, default and namespace imports",
      {
        [main]: 'import d, { a as x } from "./m.js"; import * as n from "./m.js"; d(); x(); n.b();',
        "m.js": "export function a() {} export const b = () => {}; export default function c() {}",
      },
      ["top -> m.js#a", "top -> m.js#b", "top -> m.js#c"],
    ],
    [
      "re-exports",
      {
        [main]: 'import { a, b } from "./i.js"; a(); b();',
        "i.js": 'export * from "./m.js"; export { c as b } from "./m.js";',
        "m.js": "export function a() {} export function c() {}",
      },
      ["top -> m.js#a", "top -> m.js#c"],
    ],
    [
      "a default export under another name",
      {
        [main]: 'import { F, g } from "./i.js"; new F().m(); g();',
        "i.js": 'export { default as F } from "./f.js"; export { default as g } from "./g.js";',
        "f.js": "class A { m() {} }\nexport { A as default };",
        "g.js": "export default function g() {}",
      },
      ["top -> f.js#A", "top -> f.js#A.m", "top -> g.js#g"],
    ],
    [
      "then() of a dynamic import",
      { [main]: 'import("./m.js").then(({ a }) => a());', "m.js": "export function a() {}" },
      ["(anonymous) -> m.js#a", "top -> (anonymous)"],
    ],
    [
      "CommonJS",
      {
        [main]: 'const { a } = require("./m"); const m = require("./m"); a(); m.b();',
        "m.js": "exports.a = function a() {}; module.exports.b = () => {};",
      },
      ["top -> m.js#a", "top -> m.js#module.exports.b"],
    ],
    [
      "module.exports as a function",
      { [main]: 'require("./m")();', "m.js": "module.exports = function f() {};" },
      ["top -> m.js#f"],
    ],
    [
      "a dynamic import",
      { [main]: 'const { a } = await import("./m.js"); a();', "m.js": "export function a() {}" },
      ["top -> m.js#a"],
    ],
    [
      "a folder with an index, and package.json's entry points",
      {
        [main]: 'import { a } from "./lib"; import { b } from "pkg/sub"; a(); b();',
        "lib/index.js": "export function a() {}",
        "packages/pkg/package.json": '{"name":"pkg","exports":{"./sub":"./dist/sub.js"}}',
        "packages/pkg/src/sub.js": "export function b() {}",
      },
      ["top -> lib/index.js#a", "top -> packages/pkg/src/sub.js#b"],
    ],
  ];
  test.each(modules)("%s", async (_, files, expected) => {
    expect(await callsIn(files, main)).toEqual(expected);
  });

  test("tsconfig's paths", async () => {
    const files = {
      "main.ts": 'import { a } from "@/a"; a();',
      "src/a.ts": "export function a() {}",
      "tsconfig.json": '{ "compilerOptions": { /* x */ "paths": { "@/*": ["./src/*"] } } }',
    };
    expect(await callsIn(files, "main.ts")).toEqual(["top -> src/a.ts#a"]);
  });
});

describe("TypeScript", () => {
  const main = "main.ts";
  const typed: Case[] = [
    ["the type of a parameter", "class A { m() {} } function f(a: A) { a.m(); }", ["f -> A.m"]],
    [
      "the type of a field and of a constructor's property",
      "class A { m() {} } class B { private x!: A; constructor(private y: A) {} f() { this.x.m(); this.y.m(); } }",
      ["B.f -> A.m"],
    ],
    [
      "lists, maps and promises of a type",
      "class A { m() {} } async function f(l: A[], m: Map<string, A>, p: Promise<A>) { for (const a of l) a.m(); m.get('x')?.m(); (await p).m(); }",
      ["f -> A.m"],
    ],
    [
      "a returned type",
      "class A { m() {} } declare function make(): A; function f() { make().m(); }",
      ["f -> A.m"],
    ],
    [
      "an interface and the class that implements it",
      "interface I { m(): void } class A implements I { m() {} } function f(i: I) { i.m(); }",
      ["f -> A.m"],
    ],
    [
      "an abstract method and its overrides",
      "abstract class A { abstract m(): void; f() { this.m(); } } class B extends A { m() {} }",
      ["A.f -> B.m"],
    ],
    [
      "the type that a callback's parameter gets",
      "class A { m() {} } function each(f: (a: A) => void) {} each((a) => a.m());",
      ["(anonymous) -> A.m", "top -> each"],
    ],
    [
      "decorators of members",
      "function dec() { f(); } function f() {} class A { @dec m() {} }",
      ["dec -> f", "top -> dec"],
    ],
    ["a component in JSX", "const A = () => null; const B = () => <A />;", ["B -> A"]],
  ];
  test.each(typed)("%s", async (_, source, expected) => {
    const path = source.includes("/>") ? "main.tsx" : main;
    expect(await callsIn(source, path)).toEqual(expected);
  });
});

test("an edge says how it was found, where it is, and how sure it is", async () => {
  const edges = await edgesOf({
    "a.ts": 'import { b } from "./b.ts";\nclass A { m() { this.n(); } n() { b(); unknown(); } }\n',
    "b.ts": "export function b() {}\n",
  });
  const shown = edges.map(
    ({ written, at, resolution, callee }) => `${written} ${at.line}:${at.column} ${resolution} ${callee}`,
  );
  expect(shown).toEqual([
    "this.n 2:22 self_method a.ts#A.n",
    "b 2:35 import b.ts#b",
    "unknown 2:40 direct <builtin>.unknown",
  ]);
  expect(edges.map(({ confidence }) => confidence > 0.9)).toEqual([true, true, true]);
});
