// What Python's own functions and the methods of its containers do with functions that reach them.

import { isContainer, objectKind } from "../heap.ts";
import { allocKind, openEnd } from "../summary.ts";
import type { Arguments } from "./arguments.ts";
import { giveValues } from "./containers.ts";
import type { PythonSemantics } from "./semantics.ts";

const names = new Set(
  `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict
  dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int
  isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range
  repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __build_class__
  ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError BytesWarning
  ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
  DeprecationWarning EOFError EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError
  FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
  InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
  NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError
  ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
  StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
  UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning
  ZeroDivisionError`.split(/\s+/),
);

export function isBuiltin(name: string): boolean {
  return names.has(name);
}

export function callBuiltin(
  semantics: PythonSemantics,
  site: number,
  name: string,
  args: Arguments,
  to: number,
): void {
  const { solver } = semantics;
  const { heap } = solver;
  const [first = -1, second = -1, third = -1] = args.positional;
  const keyword = (wanted: string): number =>
    args.keywords.find(([id]) => solver.text(id) === wanted)?.[1] ?? -1;
  const elementsOf = (variable: number): number => {
    const item = solver.variable();
    solver.each(variable, (object) => semantics.element(object, item, site));
    return item;
  };
  const listOf = (item: number): void => {
    const list = heap.object(objectKind.made, solver.string(name), site);
    solver.copy(item, solver.field(list, solver.any));
    solver.add(to, list);
  };
  const wrapped = (): void => {
    const how = solver.string(name);
    solver.each(first, (object) => solver.add(to, heap.object(objectKind.wrapped, object, how)));
  };
  switch (name) {
    case "staticmethod":
    case "classmethod":
      wrapped();
      return;
    case "property": {
      const getter = first >= 0 ? first : keyword("fget");
      const setter = second >= 0 ? second : keyword("fset");
      solver.each(getter, (get) => {
        solver.add(to, heap.object(objectKind.property, get, -1));
        solver.each(setter, (set) => solver.add(to, heap.object(objectKind.property, get, set)));
      });
      return;
    }
    case "map":
    case "filter": {
      // The function is the first argument; whatever else can be called is called too.
      const result = solver.variable();
      const items = args.positional.slice(1).map(elementsOf);
      for (const variable of args.positional) {
        solver.each(variable, (object) => {
          if (isCallable(semantics, object))
            semantics.invoke(site, object, variable === first ? items : [], result);
        });
      }
      listOf(name === "map" ? result : (items[0] ?? -1));
      return;
    }
    case "sorted":
    case "min":
    case "max": {
      const item = args.positional.length > 1 && name !== "sorted" ? solver.variable() : elementsOf(first);
      if (args.positional.length > 1) for (const variable of args.positional) solver.copy(variable, item);
      solver.each(keyword("key"), (key) => semantics.invoke(site, key, [item], -1));
      name === "sorted" ? listOf(item) : solver.copy(item, to);
      return;
    }
    case "list":
    case "tuple":
    case "set":
    case "frozenset":
    case "iter":
    case "reversed":
      if (name === "list" || name === "tuple") solver.each(first, (object) => semantics.slice(object, 0, to));
      listOf(elementsOf(first));
      return;
    case "dict":
      makeDictionary(semantics, site, args, to);
      return;
    case "next":
      solver.copy(second, to);
      solver.each(first, (object) => {
        if (heap.kind[object] !== objectKind.instance) return giveValues(semantics, object, to);
        solver.each(semantics.classes.onInstance(object, solver.string("__next__")), (method) =>
          semantics.invoke(site, method, [], to),
        );
      });
      return;
    case "enumerate":
    case "zip": {
      const pair = heap.object(objectKind.made, solver.string(`${name} item`), site);
      const parts = name === "zip" ? args.positional.map(elementsOf) : [-1, elementsOf(first)];
      parts.forEach((part, at) => {
        if (part >= 0) solver.copy(part, solver.field(pair, solver.string(String(at))));
      });
      const item = solver.variable();
      solver.add(item, pair);
      listOf(item);
      return;
    }
    case "getattr":
      solver.copy(third, to);
      solver.each(second, (key) => {
        const attribute = attributeName(semantics, key);
        if (attribute < 0) return;
        const text = solver.text(attribute);
        if (text.endsWith(openEnd)) {
          const start = text.slice(0, -openEnd.length);
          solver.each(first, (object) =>
            semantics.classes.eachMember(object, start, (name) =>
              solver.each(semantics.attribute(object, name), (value) => semantics.loaded(value, to, site)),
            ),
          );
          return;
        }
        solver.each(first, (object) => {
          const variable = semantics.attribute(object, attribute);
          if (variable >= 0) solver.each(variable, (value) => semantics.loaded(value, to, site));
        });
      });
      return;
    case "setattr":
      solver.each(second, (key) => {
        const attribute = attributeName(semantics, key);
        if (attribute >= 0) solver.each(first, (object) => semantics.store(object, attribute, third, site));
      });
      return;
    case "type":
      solver.each(first, (object) => {
        if (heap.kind[object] === objectKind.instance) solver.add(to, heap.a[object] as number);
      });
      return;
    case "str":
    case "repr":
    case "len":
    case "hash":
    case "bool":
    case "int": {
      const method = solver.string(`__${name}__`);
      solver.each(first, (object) => {
        if (heap.kind[object] !== objectKind.instance) return;
        solver.each(semantics.classes.onInstance(object, method), (one) =>
          semantics.invoke(site, one, [], -1),
        );
      });
      return;
    }
  }
}

function attributeName(semantics: PythonSemantics, key: number): number {
  const { solver } = semantics;
  if (solver.heap.kind[key] !== objectKind.constant) return -1;
  const text = solver.text(solver.heap.a[key] as number);
  return text.startsWith("'") ? solver.string(text.slice(1)) : -1;
}

function isCallable(semantics: PythonSemantics, object: number): boolean {
  const { heap } = semantics.solver;
  switch (heap.kind[object]) {
    case objectKind.function:
    case objectKind.bound:
    case objectKind.class:
    case objectKind.builtin:
      return true;
    case objectKind.instance:
      return false;
    default:
      return false;
  }
}

function makeDictionary(semantics: PythonSemantics, site: number, args: Arguments, to: number): void {
  const { solver } = semantics;
  const made = solver.heap.object(objectKind.made, solver.string("dict"), site);
  for (const [name, variable] of args.keywords) {
    solver.copy(variable, solver.field(made, solver.string(`'${solver.text(name)}`)));
  }
  for (const variable of [...args.positional, ...args.keywordSpreads]) {
    solver.each(variable, (object) => {
      const kind = solver.heap.kind[object];
      if (kind === objectKind.record && solver.allocOf(object).kind === allocKind.record)
        semantics.merge(object, made);
      else if (isContainer(kind) && kind !== objectKind.record) semantics.merge(object, made);
    });
  }
  solver.add(to, made);
}

const typeNames: Record<number, string> = {
  [allocKind.list]: "PyList",
  [allocKind.tuple]: "PyTuple",
  [allocKind.set]: "PySet",
  [allocKind.record]: "PyDict",
  [allocKind.string]: "PyStr",
  [allocKind.number]: "PyNum",
};

/** The name under which a container's own method appears; undefined for what has no type of its own. */
export function methodName(semantics: PythonSemantics, method: number): string | undefined {
  const { heap } = semantics.solver;
  const receiver = heap.b[method] as number;
  const name = semantics.solver.text(heap.a[method] as number);
  if (heap.kind[receiver] === objectKind.record) {
    return `<**${typeNames[semantics.solver.allocOf(receiver).kind] ?? "PyObject"}**>.${name}`;
  }
  if (heap.kind[receiver] !== objectKind.constant) return undefined;
  const isText = semantics.solver.text(heap.a[receiver] as number).startsWith("'");
  return `<**${isText ? "PyStr" : "PyNum"}**>.${name}`;
}

export function callMethod(
  semantics: PythonSemantics,
  site: number,
  receiver: number,
  name: string,
  args: Arguments,
  to: number,
): void {
  const { solver } = semantics;
  const { heap } = solver;
  const [first = -1, second = -1] = args.positional;
  const kind = heap.kind[receiver];
  if (kind === objectKind.property) {
    const get = heap.a[receiver] as number;
    solver.each(first, (one) => {
      if (name === "setter") solver.add(to, heap.object(objectKind.property, get, one));
      else if (name === "getter")
        solver.add(to, heap.object(objectKind.property, one, heap.b[receiver] as number));
      else solver.add(to, receiver);
    });
    return;
  }
  if (!isContainer(kind) && kind !== objectKind.generator) return;
  const any = (): number => solver.field(receiver, solver.any);
  const elements = (): void => {
    if (kind === objectKind.generator || name !== "__iter__") giveValues(semantics, receiver, to);
  };
  switch (name) {
    case "append":
    case "add":
    case "appendleft":
      solver.copy(first, any());
      return;
    case "insert":
      solver.copy(second, any());
      return;
    case "extend":
      solver.each(first, (object) => semantics.element(object, any(), site));
      return;
    case "update":
      for (const [keyword, variable] of args.keywords) {
        solver.copy(variable, solver.field(receiver, solver.string(`'${solver.text(keyword)}`)));
      }
      solver.each(first, (object) => {
        if (isContainer(heap.kind[object])) semantics.merge(object, receiver);
      });
      return;
    case "setdefault":
      solver.each(first, (key) => semantics.storeKey(receiver, key, second, site));
      solver.copy(second, to);
      solver.each(first, (key) => semantics.loadKey(receiver, key, to, site));
      return;
    case "get":
    case "pop":
    case "__getitem__":
      solver.copy(second, to);
      if (first < 0) {
        elements();
        return;
      }
      solver.each(first, (key) => semantics.loadKey(receiver, key, to, site));
      return;
    case "__enter__":
    case "__aenter__":
      // A generator in a `with` is one that contextlib.contextmanager has decorated.
      if (kind === objectKind.generator) elements();
      return;
    case "popleft":
    case "popitem":
    case "__next__":
      elements();
      return;
    case "send":
      if (kind === objectKind.generator) {
        const made = heap.a[receiver] as number;
        solver.copy(first, solver.own(made, solver.allocOf(made).sent));
      }
      elements();
      return;
    case "copy":
      solver.add(to, receiver);
      return;
    case "values":
    case "keys":
    case "items": {
      // A container that a builtin made would lead to the next, without end.
      const of = kind === objectKind.made ? -site - 2 : receiver;
      const list = heap.object(objectKind.made, solver.string(name), of);
      const item = solver.field(list, solver.any);
      if (name === "values") giveValues(semantics, receiver, item);
      else if (name === "keys") semantics.element(receiver, item, site);
      else {
        const pair = heap.object(objectKind.made, solver.string("item"), of);
        semantics.element(receiver, solver.field(pair, solver.string("0")), site);
        giveValues(semantics, receiver, solver.field(pair, solver.string("1")));
        solver.add(item, pair);
      }
      solver.add(to, list);
      return;
    }
    case "sort":
      for (const [keyword, variable] of args.keywords) {
        if (solver.text(keyword) !== "key") continue;
        const item = solver.variable();
        giveValues(semantics, receiver, item);
        solver.each(variable, (key) => semantics.invoke(site, key, [item], -1));
      }
  }
}
