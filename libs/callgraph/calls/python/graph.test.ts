import { describe, expect, test } from "vitest";
import { callsIn, edgesOf } from "../../../../test/samples/callgraph/graph-of.ts";

type Case = [what: string, source: string, expected: string[]];

const cases: Case[] = [
  [
    "names that are defined below",
    "def a():\n    b()\ndef b(): pass\na()\n",
    ["main -> main.a", "main.a -> main.b"],
  ],
  [
    "functions that are returned",
    "def a():\n    return b\ndef b(): pass\na()()\n",
    ["main -> main.a", "main -> main.b"],
  ],
  [
    "keyword and star arguments",
    "def a(x, *rest, k=None, **more):\n    x()\n    rest[0]()\n    k()\n    more['z']()\ndef f(): pass\ndef g(): pass\ndef h(): pass\ndef i(): pass\na(f, g, k=h, z=i)\n",
    ["main -> main.a", "main.a -> main.f", "main.a -> main.g", "main.a -> main.h", "main.a -> main.i"],
  ],
  [
    "arguments out of a list and a dictionary",
    "def a(x, y):\n    x()\n    y()\ndef f(): pass\ndef g(): pass\na(*[f], **{'y': g})\n",
    ["main -> main.a", "main.a -> main.f", "main.a -> main.g"],
  ],
  [
    "a closure",
    "def outer(f):\n    def inner():\n        f()\n    return inner\ndef g(): pass\nouter(g)()\n",
    ["main -> main.outer", "main -> main.outer.inner", "main.outer.inner -> main.g"],
  ],
  [
    "nonlocal and global names",
    "f = None\ndef set():\n    global f\n    f = g\ndef g(): pass\nset()\nf()\n",
    ["main -> main.g", "main -> main.set"],
  ],
  [
    "a decorator that wraps",
    "def dec(f):\n    def wrapper():\n        f()\n    return wrapper\n@dec\ndef a(): pass\na()\n",
    ["main -> main.dec", "main -> main.dec.wrapper", "main.dec.wrapper -> main.a"],
  ],
  [
    "an unknown decorator returns what it decorates",
    "import lib\n@lib.dec\ndef a(): pass\na()\n",
    ["main -> lib.dec", "main -> main.a"],
  ],
  [
    "methods, self and inheritance",
    "class A:\n    def m(self): self.n()\n    def n(self): pass\nclass B(A):\n    def n(self): super().n()\nB().m()\n",
    ["main -> main.A.m", "main.A.m -> main.B.n", "main.B.n -> <builtin>.super", "main.B.n -> main.A.n"],
  ],
  [
    "the order of several bases",
    "class A:\n    def m(self): pass\nclass B(A): pass\nclass C(A):\n    def m(self): pass\nclass D(B, C): pass\nD().m()\n",
    ["main -> main.C.m"],
  ],
  [
    "__init__ of a base, and fields",
    "class A:\n    def __init__(self, f): self.f = f\nclass B(A):\n    def run(self): self.f()\ndef g(): pass\nB(g).run()\n",
    ["main -> main.A.__init__", "main -> main.B.run", "main.B.run -> main.g"],
  ],
  [
    "class and static methods",
    "class A:\n    @classmethod\n    def c(cls): return cls().m()\n    @staticmethod\n    def s(): pass\n    def m(self): pass\nA.c()\nA.s()\nA().s()\n",
    ["main -> main.A.c", "main -> main.A.s", "main.A.c -> main.A.m"],
  ],
  [
    "a property with a setter",
    "class A:\n    @property\n    def p(self): return f\n    @p.setter\n    def p(self, v): g()\ndef f(): pass\ndef g(): pass\na = A()\na.p()\na.p = 1\n",
    ["main -> main.A.p", "main -> main.f", "main.A.p -> main.g"],
  ],
  [
    "an instance that is called",
    "class A:\n    def __call__(self): pass\na = A()\na()\n",
    ["main -> main.A.__call__"],
  ],
  [
    "lists by index and slices",
    "def f(): pass\ndef g(): pass\ndef h(): pass\nl = [f, g, h]\nl[1]()\nl[1:][1]()\n",
    ["main -> main.g", "main -> main.h"],
  ],
  [
    "dictionaries by key",
    "def f(): pass\ndef g(): pass\nd = {'a': f, 'b': g}\nd['a']()\n",
    ["main -> main.f"],
  ],
  [
    "a key of which nothing is known",
    "import sys\ndef f(): pass\ndef g(): pass\nd = {'a': f, 'b': g}\nd[sys.argv[1]]()\n",
    ["main -> main.f", "main -> main.g"],
  ],
  [
    "iteration over values and items",
    "def f(): pass\nd = {'a': f}\nfor v in d.values(): v()\nfor k, w in d.items(): w()\n",
    ["main -> <**PyDict**>.items", "main -> <**PyDict**>.values", "main -> main.f"],
  ],
  [
    "unpacking with a star",
    "def f(): pass\ndef g(): pass\ndef h(): pass\na, *b = f, g, h\na()\nb[0]()\n",
    ["main -> main.f", "main -> main.g"],
  ],
  [
    "generators and comprehensions",
    "def gen():\n    yield f\ndef f(): pass\nfs = [x for x in gen()]\nfs[0]()\n",
    ["main -> main.f", "main -> main.gen"],
  ],
  [
    "map, sorted and filter",
    "def f(x): pass\ndef k(x): pass\nmap(f, [1])\nsorted([1], key=k)\n",
    ["main -> <builtin>.map", "main -> <builtin>.sorted", "main -> main.f", "main -> main.k"],
  ],
  [
    "a context manager",
    "class A:\n    def __enter__(self): return self\n    def __exit__(self, *a): pass\n    def m(self): pass\nwith A() as a: a.m()\n",
    ["main -> main.A.__enter__", "main -> main.A.__exit__", "main -> main.A.m"],
  ],
  [
    "an annotated parameter",
    "class A:\n    def m(self): pass\ndef f(a: 'A', b: list[A]):\n    a.m()\n    b[0].m()\n",
    ["main.f -> main.A.m"],
  ],
  [
    "getattr with a name",
    "class A:\n    def m(self): pass\ngetattr(A(), 'm')()\n",
    ["main -> <builtin>.getattr", "main -> main.A.m"],
  ],
  [
    "something from outside the project",
    "import os.path as p\nfrom lib import Thing\nt = Thing()\nt.go()\np.join('a')\n",
    ["main -> lib.Thing", "main -> lib.Thing.go", "main -> os.path.join"],
  ],
  [
    "a base from outside",
    "from lib import Base\nclass A(Base):\n    def m(self): self.inherited()\n",
    ["main.A.m -> lib.Base.inherited"],
  ],
  [
    "a data class",
    "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    def __post_init__(self): self.m()\n    def m(self): pass\nA(1).m()\n",
    [
      "main -> dataclasses.dataclass",
      "main -> main.A.__post_init__",
      "main -> main.A.m",
      "main.A.__post_init__ -> main.A.m",
    ],
  ],
  [
    "a generator as context manager",
    "from contextlib import contextmanager\n@contextmanager\ndef c():\n    yield f\ndef f(): pass\nwith c() as x: x()\n",
    ["main -> contextlib.contextmanager", "main -> main.c", "main -> main.f"],
  ],
  [
    "async with and async for",
    "class A:\n    async def __aenter__(self): return self\n    async def __aexit__(self, *a): pass\n    def __aiter__(self): return self\n    async def __anext__(self): return f\n    def m(self): pass\ndef f(): pass\nasync def x():\n    async with A() as a: a.m()\n    async for y in A(): y()\n",
    ["__aenter__", "__aexit__", "__aiter__", "__anext__", "m"]
      .map((name) => `main.x -> main.A.${name}`)
      .concat("main.x -> main.f"),
  ],
  [
    "partial and reduce",
    "from functools import partial, reduce\ndef f(x, y): x()\ndef g(): pass\ndef h(a, b): pass\np = partial(f, g)\np(1)\nreduce(h, [1])\n",
    [
      "main -> functools.partial",
      "main -> functools.reduce",
      "main -> main.f",
      "main -> main.h",
      "main.f -> main.g",
    ],
  ],
  [
    "a metaclass",
    "class M(type):\n    def make(cls): return cls()\nclass A(metaclass=M):\n    def m(self): pass\nA.make().m()\n",
    ["main -> main.A.m", "main -> main.M.make"],
  ],
  [
    "a descriptor",
    "class D:\n    def __get__(self, o, t): return f\n    def __set__(self, o, v): g()\nclass A:\n    d = D()\ndef f(): pass\ndef g(): pass\na = A()\na.d()\na.d = 1\n",
    ["main -> main.D.__get__", "main -> main.D.__set__", "main -> main.f", "main.D.__set__ -> main.g"],
  ],
  [
    "a thread",
    "import threading\ndef f(): pass\nthreading.Thread(target=f).start()\n",
    ["main -> main.f", "main -> threading.Thread", "main -> threading.Thread.start"],
  ],
  [
    "a class that only its subclass instantiates",
    "class A:\n    def run(self): self.step()\n    def step(self): pass\nclass B(A):\n    def step(self): pass\nB().run()\n",
    ["main -> main.A.run", "main.A.run -> main.B.step"],
  ],
  [
    "a method that nobody calls",
    "class A:\n    def run(self): self.step()\n    def step(self): pass\n",
    ["main.A.run -> main.A.step"],
  ],
  [
    "an operator of an instance, not of a list",
    "class V:\n    def __add__(self, o): return f()\n    def __contains__(self, x): return False\ndef f(): pass\nv = V()\nv + v\n1 in v\n[1] + [2]\n",
    ["main -> main.V.__add__", "main -> main.V.__contains__", "main.V.__add__ -> main.f"],
  ],
  [
    "the fields of a class without a constructor",
    "from dataclasses import dataclass\ndef f(): pass\ndef g(): pass\n@dataclass\nclass J:\n    a: object\n    b: object\nj = J(f, b=g)\nj.a()\nj.b()\n",
    ["main -> dataclasses.dataclass", "main -> main.f", "main -> main.g"],
  ],
  [
    "an attribute that only __getattr__ knows",
    "class P:\n    def __init__(self, t): self.t = t\n    def __getattr__(self, name): return getattr(self.t, name)\nclass R:\n    def run(self): pass\nP(R()).run()\n",
    [
      ...["main -> main.P.__getattr__", "main -> main.P.__init__", "main -> main.R.run"],
      "main.P.__getattr__ -> <builtin>.getattr",
    ],
  ],
  [
    "a name that is put together",
    "class H:\n    def go(self, n): getattr(self, 'on_' + n)()\n    def on_a(self): pass\n    def off(self): pass\nH().go('a')\n",
    ["main -> main.H.go", "main.H.go -> <builtin>.getattr", "main.H.go -> main.H.on_a"],
  ],
  [
    "keywords that are passed on",
    "def outer(**kw): inner(**kw)\ndef inner(f): f()\ndef g(): pass\nouter(f=g)\n",
    ["main -> main.outer", "main.inner -> main.g", "main.outer -> main.inner"],
  ],
  [
    "a decorator from outside is no caller of what it decorates",
    "from abc import ABC, abstractmethod\nclass T(ABC):\n    def run(self): self.step()\n    @abstractmethod\n    def step(self): ...\nclass U(T):\n    def step(self): pass\nU().run()\n",
    ["main -> main.T.run", "main.T -> abc.abstractmethod", "main.T.run -> main.U.step"],
  ],
];

describe("Python", () => {
  test.each(cases)("%s", async (_, source, expected) => {
    expect(await callsIn(source, "main.py").then(withModule)).toEqual([...expected].sort());
  });

  const modules: [what: string, files: Record<string, string>, expected: string[]][] = [
    [
      "absolute, relative and star imports",
      {
        "main.py": "import pkg.a\nfrom pkg import b as c\nfrom pkg.a import *\npkg.a.f()\nc.g()\nf()\n",
        "pkg/__init__.py": "from .b import g\n",
        "pkg/a.py": "def f(): pass\n",
        "pkg/b.py": "from . import a\ndef g():\n    a.f()\n",
      },
      ["main -> pkg.a.f", "main -> pkg.b.g", "pkg.b.g -> pkg.a.f"],
    ],
    [
      "a folder of sources",
      {
        "src/app/main.py": "from app.lib import f\nf()\n",
        "src/app/__init__.py": "",
        "src/app/lib.py": "def f(): pass\n",
      },
      ["app.main -> app.lib.f"],
    ],
    [
      "a folder that pyproject.toml names",
      {
        "python/app/main.py": "from app.lib import f\nf()\n",
        "python/app/__init__.py": "",
        "python/app/lib.py": "def f(): pass\n",
        "pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["python"]\n',
      },
      ["app.main -> app.lib.f"],
    ],
    [
      "imports in a circle",
      { "a.py": "import b\ndef f():\n    b.g()\n", "b.py": "import a\ndef g():\n    a.f()\n" },
      ["a.f -> b.g", "b.g -> a.f"],
    ],
  ];
  test.each(modules)("%s", async (_, files, expected) => {
    expect(await callsIn(files, ".py").then(withModule)).toEqual(expected);
  });

  test("a file that is half written still has its calls", async () => {
    const found = await callsIn("def a():\n    b()\n\ndef c(\n\ndef b():\n    a()\n", "main.py");
    expect(found).toContain("main.a -> main.b");
  });

  test("a call that cannot be resolved is counted, not hidden", async () => {
    const edges = await edgesOf({ "main.py": "def f(x):\n    x.y()\n" });
    expect(edges.map(({ written, resolution }) => [written, resolution])).toEqual([["x.y", "unresolved"]]);
  });

  test("nothing endless comes from loops over what they make", async () => {
    const source =
      "def f(): pass\nx = [f]\nwhile x:\n    x = x[1:]\n    y = {'a': f}\n    while y: y = y.items()\n    x[0]()\n";
    expect(await callsIn(source, "main.py")).toContain("main -> main.f");
  });
});

function withModule(calls: string[]): string[] {
  return calls.map((call) => call.replace(/^top /, "main ")).sort();
}
