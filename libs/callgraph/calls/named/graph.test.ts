import { describe, expect, test } from "vitest";
import { callsIn } from "../../../../test/samples/callgraph/graph-of.ts";

describe("calls by scope, import and receiver type", () => {
  const cases: [what: string, main: string, files: Record<string, string>, expected: string[]][] = [
    [
      "Go: packages, methods, fields, ranges, interfaces",
      "a/a.go",
      {
        "go.mod": "module m\n",
        "x/b/b.go":
          "package b\ntype T struct{ n *N }\ntype N struct{}\nfunc (n *N) Go() {}\nfunc (t T) Do() { t.n.Go() }\nfunc NewT() *T { return &T{} }\n",
        "a/a.go":
          'package a\nimport ("fmt"; "m/x/b")\ntype I interface { Do() }\ntype S struct { f *b.T; g []b.T }\nfunc (s *S) M(i I) { v := b.NewT(); v.Do(); s.f.Do(); for _, e := range s.g { e.Do() }; fmt.Println(); helper(); i.Do(); s.N() }\nfunc (s *S) N() {}\n',
        "a/h.go": "package a\nfunc helper() {}\n",
      },
      [
        "S.M -> S.N",
        "S.M -> a/h.go#helper",
        "S.M -> x/b/b.go#NewT",
        "S.M -> x/b/b.go#T.Do",
        "x/b/b.go#T.Do -> x/b/b.go#N.Go",
      ],
    ],
    [
      "Rust: use, associated functions, boxed fields",
      "src/lib.rs",
      {
        "src/lib.rs":
          "mod a;\nuse crate::a::{make, Bar};\nfn run() { let b = make(); b.go(); Bar::new().go(); a::make(); }\n",
        "src/a.rs":
          "pub struct Bar { z: Box<Baz> }\nstruct Baz;\nimpl Baz { fn zap(&self) {} }\nimpl Bar { pub fn new() -> Self { Bar { z: x } }\n pub fn go(&self) { self.z.zap(); self.own(); } fn own(&self) {} }\npub fn make() -> Bar { Bar::new() }\n",
      },
      [
        "run -> src/a.rs#Bar.go",
        "run -> src/a.rs#Bar.new",
        "run -> src/a.rs#make",
        "src/a.rs#Bar.go -> src/a.rs#Bar.own",
        "src/a.rs#Bar.go -> src/a.rs#Baz.zap",
        "src/a.rs#make -> src/a.rs#Bar.new",
      ],
    ],
    [
      "Java: imports, fields, var, inheritance, static",
      "X.java",
      {
        "a/b/C.java":
          "package a.b; public class C extends P { public C() {} public D f() { return new D(); } public static void s() {} void g() { super.p(); } }",
        "a/b/D.java": "package a.b; public class D { void q() {} }",
        "a/b/P.java": "package a.b; class P { void p() {} }",
        "X.java":
          "package p; import a.b.C; import java.util.List; class X { List<C> all; void m(C d) { var e = d.f(); e.q(); h(); C.s(); for (C k : all) k.g(); d.p(); } void h() {} }",
      },
      [
        "X.m -> X.h",
        "X.m -> a/b/C.java#C.f",
        "X.m -> a/b/C.java#C.g",
        "X.m -> a/b/C.java#C.s",
        "X.m -> a/b/D.java#D.q",
        "X.m -> a/b/P.java#P.p",
        "a/b/C.java#C.f -> a/b/D.java#D",
        "a/b/C.java#C.g -> a/b/P.java#P.p",
      ],
    ],
    [
      "Java: an interface stands for what implements it",
      "X.java",
      {
        "X.java":
          "interface I { void m(); } class A implements I { public void m() {} } class X { void f(I i) { i.m(); } }",
      },
      ["X.f -> A.m"],
    ],
    [
      "C: functions of other files",
      "a.c",
      {
        "a.c": "static int g(void) { return 1; }\nint main() { g(); h(); }\n",
        "b.c": "int h(void) { return 2; }\n",
      },
      ["main -> b.c#h", "main -> g"],
    ],
    [
      "C++: members inside and outside of the class",
      "x.cpp",
      {
        "x.cpp":
          "class A { public: void f(); void g() {} };\nvoid A::f() { g(); this->g(); }\nint main() { A a; a.f(); A* p = new A(); p->g(); }\n",
      },
      ["A.f -> A.g", "main -> A.f", "main -> A.g"],
    ],
    [
      "C#: fields and methods",
      "c.cs",
      { "c.cs": "class A { B b; void F() { G(); b.H(); } void G() {} } class B { public void H() {} }" },
      ["A.F -> A.G", "A.F -> B.H"],
    ],
    [
      "Ruby, PHP, Bash, Swift: by scope",
      "s.sh",
      {
        "s.sh": "f() { echo; }\nf\n",
        "t.rb": "class A\n def f\n  B.new.h\n end\nend\nclass B\n def h; end\nend\n",
        "p.php": "<?php class A { function f() { $this->g(); } function g() {} }",
        "w.swift": "class A {\n func f() { g() }\n func g() {} }\n",
      },
      [
        "p.php#A.f -> p.php#A.g",
        "t.rb#A.f -> t.rb#B",
        "t.rb#A.f -> t.rb#B.h",
        "top -> f",
        "w.swift#A.f -> w.swift#A.g",
      ],
    ],
  ];
  test.each(cases)("%s", async (_, main, files, expected) => {
    expect(await callsIn(files, main)).toEqual(expected);
  });

  test("two functions of one name in folders that do not see each other stay apart", async () => {
    const files = {
      "a/m.go": "package a\nfunc f() { g() }\n",
      "b/m.go": "package b\nfunc g() {}\n",
      "c/m.go": "package c\nfunc g() {}\n",
    };
    expect(await callsIn(files, "a/m.go")).toEqual([]);
  });
});
