// What loading, storing and calling mean in Python.

import { isContainer, objectKind } from "../heap.ts";
import type { Semantics, Solver } from "../solver.ts";
import { allocKind, callAt, callFlag, functionFlag, op } from "../summary.ts";
import { type Arguments, argumentsOf, linkArguments } from "./arguments.ts";
import { callBuiltin, callMethod, isBuiltin } from "./builtins.ts";
import { Classes } from "./classes.ts";
import { callLibrary, withHeld } from "./libraries.ts";
import type { Found, PythonModules } from "./modules.ts";

const maxDots = 6;

export class PythonSemantics implements Semantics {
  readonly solver: Solver;
  readonly classes: Classes;
  private readonly modules: PythonModules;
  private readonly exports: Map<string, number>[] = [];

  constructor(solver: Solver, modules: PythonModules) {
    this.solver = solver;
    this.modules = modules;
    this.classes = new Classes(solver, (name, attribute) => this.external(`${name}.${attribute}`));
  }

  begin(): void {
    const { program } = this.solver;
    program.files.forEach((file, at) => {
      const base = program.variableBase[at] as number;
      this.exports.push(new Map(file.exports.map(([name, variable]) => [name, base + variable])));
    });
    this.classes.begin();
  }

  beginCalls(): void {
    this.classes.open();
  }

  /** Methods that nothing in the project calls are called on an instance of their class. */
  private seedUncalled(): boolean {
    const { solver } = this;
    if (this.isSeeded) return false;
    this.isSeeded = true;
    solver.program.allocs.forEach(({ alloc }, at) => {
      if (alloc.kind !== allocKind.function || (alloc.flags & functionFlag.method) === 0) return;
      const self = alloc.params?.[0];
      if (self?.kind !== "plain" || (alloc.flags & functionFlag.static) !== 0) return;
      const object = solver.allocObject(at);
      const file = (solver.program.allocs[at] as { file: number }).file;
      const owner = solver.allocObject((solver.program.allocBase[file] as number) + alloc.owner);
      if (solver.heap.kind[owner] !== objectKind.class) return;
      const isClassMethod = (alloc.flags & functionFlag.classMethod) !== 0 || alloc.name.endsWith(".__new__");
      const variable = solver.own(object, self.variable);
      if (solver.isEmpty(variable))
        solver.add(variable, isClassMethod ? owner : this.classes.instance(owner));
    });
    return true;
  }

  private isSeeded = false;

  // --- names -------------------------------------------------------------------------------------------------------

  external(name: string): number {
    return this.solver.heap.object(objectKind.external, this.solver.string(name));
  }

  builtin(name: string): number {
    return this.solver.heap.object(objectKind.builtin, this.solver.string(name));
  }

  global(file: number, name: number, to: number): void {
    const text = this.solver.text(name);
    const summary = this.solver.program.files[file];
    for (const module of summary?.reexports ?? []) {
      const found = this.modules.find(summary?.path ?? "", module);
      if (found && this.member(found, text, to, new Set())) return;
    }
    if (isBuiltin(text)) {
      this.solver.add(to, this.builtin(text));
      return;
    }
    for (const module of summary?.reexports ?? []) {
      if (!this.modules.find(summary?.path ?? "", module))
        this.solver.add(to, this.external(`${module}.${text}`));
    }
  }

  import(file: number, module: string, name: string | undefined, to: number): void {
    const path = this.solver.program.files[file]?.path ?? "";
    const found = this.modules.find(path, module);
    if (!found) {
      if (!module.startsWith("."))
        this.solver.add(to, this.external(name === undefined ? module : `${module}.${name}`));
      return;
    }
    if (name === undefined) this.solver.add(to, this.moduleObject(found));
    else this.member(found, name, to, new Set());
  }

  private moduleObject(found: Found): number {
    if ("folder" in found)
      return this.solver.heap.object(objectKind.namespace, this.solver.string(found.folder));
    const file = this.solver.program.fileByPath.get(found.file);
    if (file === undefined) return this.external(this.modules.nameOf(found.file));
    return this.solver.heap.object(objectKind.module, file);
  }

  /** A name of a module: its own, a module inside it, or one that it imports with a star. */
  private member(found: Found, name: string, to: number, seen: Set<string>): boolean {
    if ("file" in found) {
      if (seen.has(found.file)) return false;
      seen.add(found.file);
      const file = this.solver.program.fileByPath.get(found.file);
      if (file === undefined) {
        this.solver.add(to, this.external(`${this.modules.nameOf(found.file)}.${name}`));
        return true;
      }
      const variable = this.exports[file]?.get(name);
      if (variable !== undefined) {
        this.solver.copy(variable, to);
        const inner = this.modules.child(found, name);
        if (inner) this.solver.add(to, this.moduleObject(inner));
        return true;
      }
      for (const module of this.solver.program.files[file]?.reexports ?? []) {
        const next = this.modules.find(found.file, module);
        if (next && this.member(next, name, to, seen)) return true;
      }
    }
    const inner = this.modules.child(found, name);
    if (inner) this.solver.add(to, this.moduleObject(inner));
    return inner !== undefined;
  }

  private foundOf(object: number): Found {
    const { heap } = this.solver;
    if (heap.kind[object] === objectKind.namespace)
      return { folder: this.solver.text(heap.a[object] as number) };
    return { file: this.solver.program.files[heap.a[object] as number]?.path ?? "" };
  }

  // --- attributes --------------------------------------------------------------------------------------------------

  load(object: number, name: number, site: number): void {
    const variable = this.attribute(object, name);
    if (variable >= 0) this.solver.loadFrom(site, variable, object);
  }

  loaded(object: number, to: number, site: number): void {
    const { heap } = this.solver;
    if (
      heap.kind[object] === objectKind.bound &&
      heap.kind[heap.a[object] as number] !== objectKind.function
    ) {
      this.get(object, to, site);
      return;
    }
    this.solver.add(to, object);
  }

  /** Calls the getter of a property or descriptor that was found on an instance. */
  private get(bound: number, to: number, site: number): void {
    const { heap } = this.solver;
    const held = heap.a[bound] as number;
    if (heap.kind[held] === objectKind.instance) {
      this.solver.each(this.classes.onInstance(held, this.solver.string("__get__")), (method) =>
        this.invoke(site, method, [], to),
      );
      return;
    }
    if (heap.kind[held] !== objectKind.property) {
      this.solver.add(to, bound);
      return;
    }
    const getter = heap.a[heap.a[bound] as number] as number;
    if (getter < 0) return;
    this.invoke(site, heap.object(objectKind.bound, getter, heap.b[bound] as number), [], to);
  }

  /** The variable that holds an attribute of an object. */
  attribute(object: number, name: number): number {
    const { heap } = this.solver;
    const a = heap.a[object] as number;
    switch (heap.kind[object]) {
      case objectKind.instance:
        return this.classes.onInstance(object, name);
      case objectKind.class:
        return this.classes.onClassAccess(object, name);
      case objectKind.super:
        return this.classes.onSuper(a, heap.b[object] as number, name);
      case objectKind.module:
      case objectKind.namespace: {
        const known = this.solver.hasField(object, name);
        const variable = this.solver.field(object, name);
        if (!known) this.member(this.foundOf(object), this.solver.text(name), variable, new Set());
        return variable;
      }
      case objectKind.external: {
        const text = this.solver.text(a);
        return this.single(
          text.split(".").length > maxDots ? object : this.external(`${text}.${this.solver.text(name)}`),
        );
      }
      case objectKind.builtin:
        return this.single(this.builtin(`${this.solver.text(a)}.${this.solver.text(name)}`));
      case objectKind.record:
      case objectKind.constant:
      case objectKind.part:
      case objectKind.made:
      case objectKind.generator:
        return this.single(heap.object(objectKind.method, name, object));
      case objectKind.property:
        return this.single(heap.object(objectKind.method, name, object));
      case objectKind.function:
        return this.solver.field(object, name);
      case objectKind.bound:
        return this.solver.field(a, name);
      default:
        return -1;
    }
  }

  private readonly singles = new Map<number, number>();

  /** A variable that always holds this one object. */
  private single(object: number): number {
    let variable = this.singles.get(object);
    if (variable === undefined) {
      variable = this.solver.variable();
      this.singles.set(object, variable);
      this.solver.add(variable, object);
    }
    return variable;
  }

  store(object: number, name: number, from: number, site: number): void {
    const { heap } = this.solver;
    const kind = heap.kind[object];
    if (kind === objectKind.instance) {
      this.solver.copy(from, this.classes.ownField(object, name));
      this.classes.setter(object, name, (setter, first) => this.invoke(site, setter, [...first, from], -1));
    } else if (kind === objectKind.class || kind === objectKind.function || kind === objectKind.module) {
      const variable =
        kind === objectKind.module ? this.attribute(object, name) : this.solver.field(object, name);
      this.solver.copy(from, variable);
    }
  }

  // --- containers --------------------------------------------------------------------------------------------------

  loadKey(object: number, key: number, to: number, site: number): void {
    const { heap } = this.solver;
    const kind = heap.kind[object];
    if (isContainer(kind)) {
      this.solver.copy(this.solver.field(object, this.solver.any), to);
      const index = key >= 0 && heap.kind[key] === objectKind.constant ? (heap.a[key] as number) : -1;
      if (index >= 0 && !this.solver.text(index).startsWith("-"))
        this.solver.copy(this.solver.field(object, index), to);
      else this.elements(object, to);
    } else if (kind === objectKind.instance) {
      this.solver.each(this.classes.onInstance(object, this.solver.string("__getitem__")), (method) =>
        this.invoke(site, method, [], to),
      );
    } else if (kind === objectKind.external) this.solver.add(to, object);
    else if (kind === objectKind.class || kind === objectKind.builtin) this.solver.add(to, object);
    else if (kind === objectKind.generator) this.elements(object, to);
  }

  storeKey(object: number, key: number, from: number, site: number): void {
    const { heap } = this.solver;
    const kind = heap.kind[object];
    if (isContainer(kind)) {
      const index =
        key >= 0 && heap.kind[key] === objectKind.constant ? (heap.a[key] as number) : this.solver.any;
      this.solver.copy(from, this.solver.field(object, index));
    } else if (kind === objectKind.instance) {
      this.solver.each(this.classes.onInstance(object, this.solver.string("__setitem__")), (method) =>
        this.invoke(site, method, [-1, from], -1),
      );
    }
  }

  /** Every value in a list, tuple, set or dictionary, or that a generator yields. */
  elements(object: number, to: number): void {
    const { heap } = this.solver;
    if (heap.kind[object] === objectKind.generator) {
      const made = heap.a[object] as number;
      this.solver.copy(this.solver.own(made, this.solver.allocOf(made).yields), to);
    } else if (this.solver.once("elements", object, to)) {
      this.solver.watch(object, (_, variable) => this.solver.copy(variable, to));
    }
  }

  element(object: number, to: number, site: number): void {
    const { heap, solver } = { heap: this.solver.heap, solver: this.solver };
    const kind = heap.kind[object];
    if (kind === objectKind.record && solver.allocOf(object).kind === allocKind.record) {
      if (!solver.once("keys", object, to)) return;
      solver.watch(object, (name) => {
        if (name !== solver.any) solver.add(to, heap.object(objectKind.constant, name));
      });
    } else if (isContainer(kind) || kind === objectKind.generator) {
      this.elements(object, to);
    } else if (kind === objectKind.instance) {
      const iterator = solver.variable();
      const each = (instance: number, name: string, result: number): void =>
        solver.each(this.classes.onInstance(instance, solver.string(name)), (method) =>
          this.invoke(site, method, [], result),
        );
      for (const name of ["__iter__", "__aiter__"]) each(object, name, iterator);
      solver.each(iterator, (one) => {
        if (heap.kind[one] !== objectKind.instance) return this.element(one, to, site);
        for (const name of ["__next__", "__anext__"]) each(one, name, to);
      });
      solver.each(this.classes.onInstance(object, solver.string("__next__")), (method) => {
        if (solver.isEmpty(iterator)) this.invoke(site, method, [], to);
      });
    }
  }

  slice(object: number, start: number, to: number): void {
    const { heap, solver } = { heap: this.solver.heap, solver: this.solver };
    const kind = heap.kind[object];
    if (!isContainer(kind)) return;
    if (kind === objectKind.part) {
      this.again(object, to);
      return;
    }
    const part = heap.object(objectKind.part, object, start);
    solver.add(to, part);
    if (!solver.once("slice", object, part)) return;
    solver.watch(object, (name, variable) => {
      const index = name === solver.any ? Number.NaN : Number(solver.text(name));
      if (start < 0 || Number.isNaN(index)) solver.copy(variable, solver.field(part, solver.any));
      else if (index >= start)
        solver.copy(variable, solver.field(part, solver.string(String(index - start))));
    });
  }

  /** A part of a part is that part with its order lost: a loop that cuts a list shorter would never end. */
  private again(part: number, to: number): void {
    const { solver } = this;
    const any = solver.field(part, solver.any);
    solver.add(to, part);
    if (!solver.once("again", part, any)) return;
    solver.watch(part, (_, variable) => solver.copy(variable, any));
  }

  merge(object: number, into: number): void {
    if (object === into || !this.solver.once("merge", object, into)) return;
    this.solver.watch(object, (name, variable) => this.solver.copy(variable, this.solver.field(into, name)));
  }

  await(object: number, to: number): void {
    this.solver.add(to, object);
  }

  inhabit(object: number, to: number): void {
    const { heap } = this.solver;
    if (heap.kind[object] === objectKind.class) this.solver.add(to, this.classes.instance(object));
    else if (heap.kind[object] === objectKind.external) this.solver.add(to, object);
    else if (heap.kind[object] === objectKind.record) this.elementsOfTypes(object, to);
  }

  private elementsOfTypes(object: number, to: number): void {
    if (!this.solver.once("types", object, to)) return;
    this.solver.watch(object, (_, variable) => this.solver.each(variable, (type) => this.inhabit(type, to)));
  }

  super(to: number, self: number, classObject: number): void {
    this.solver.add(to, this.solver.heap.object(objectKind.super, classObject, self));
  }

  // --- calls -------------------------------------------------------------------------------------------------------

  method(site: number, base: number): void {
    const isOperator = (this.solver.flags(site) & callFlag.operator) !== 0;
    if (isOperator && this.solver.heap.kind[base] !== objectKind.instance) return;
    const variable = this.attribute(base, this.solver.program.code[site + 4] as number);
    if (variable >= 0) this.solver.callTo(site, variable, -1);
  }

  call(site: number, callee: number): void {
    const flags = this.solver.flags(site);
    if ((flags & callFlag.raise) !== 0 && this.solver.heap.kind[callee] !== objectKind.class) return;
    this.apply(site, callee, argumentsOf(this.solver, site), this.solver.program.code[site + 1] as number);
  }

  /** A call that the language or a builtin makes, with positional arguments. */
  invoke(site: number, callee: number, args: number[], to: number): void {
    this.apply(site, callee, { positional: args, spreads: [], keywords: [], keywordSpreads: [] }, to);
  }

  apply(site: number, callee: number, args: Arguments, to: number): void {
    const { solver } = this;
    const { heap } = solver;
    const a = heap.a[callee] as number;
    switch (heap.kind[callee]) {
      case objectKind.function:
        this.enter(site, callee, -1, args, to);
        return;
      case objectKind.bound: {
        if (heap.kind[a] === objectKind.function) {
          this.enter(site, a, heap.b[callee] as number, args, to);
          return;
        }
        const got = solver.variable();
        this.get(callee, got, site);
        solver.each(got, (value) => this.apply(site, value, args, to));
        return;
      }
      case objectKind.class:
        this.construct(site, callee, args, to);
        return;
      case objectKind.instance:
        solver.each(this.classes.onInstance(callee, solver.string("__call__")), (method) => {
          if (heap.kind[method] !== objectKind.external) this.apply(site, method, args, to);
        });
        return;
      case objectKind.external:
        solver.record(site, callee);
        if ((solver.flags(site) & callFlag.decorator) !== 0) this.decorate(callee, args, to);
        else if (!callLibrary(this, site, solver.text(a), args, to)) solver.add(to, callee);
        return;
      case objectKind.builtin:
        // A builtin that decorates only says what kind of attribute follows.
        if ((solver.flags(site) & callFlag.decorator) === 0) solver.record(site, callee);
        callBuiltin(this, site, solver.text(a), args, to);
        return;
      case objectKind.method:
        if (heap.kind[heap.b[callee] as number] !== objectKind.property) solver.record(site, callee);
        callMethod(this, site, heap.b[callee] as number, solver.text(a), args, to);
        return;
      case objectKind.wrapped: {
        const held = this.partials.get(callee);
        this.apply(site, a, held ? withHeld(held, args) : args, to);
        return;
      }
    }
  }

  /** What an unknown decorator returns is what it decorates. */
  private decorate(callee: number, args: Arguments, to: number): void {
    const name = this.solver.text(this.solver.heap.a[callee] as number);
    const decorated = args.positional[0] ?? -1;
    if (/(^|\.)(cached_property|abstractproperty|hybrid_property)$/.test(name)) {
      this.solver.each(decorated, (one) =>
        this.solver.add(to, this.solver.heap.object(objectKind.property, one, -1)),
      );
    } else this.solver.copy(decorated, to);
  }

  /** Arguments that functools.partial gave in advance. */
  readonly partials = new Map<number, Arguments>();

  private enter(site: number, callee: number, receiver: number, args: Arguments, to: number): void {
    const { solver } = this;
    const alloc = solver.allocOf(callee);
    if ((alloc.flags & functionFlag.bodiless) === 0) solver.record(site, callee);
    linkArguments(this, callee, alloc, receiver, args);
    if ((alloc.flags & functionFlag.generator) !== 0) {
      solver.add(to, solver.heap.object(objectKind.generator, callee));
    }
    if (to >= 0) solver.copy(solver.own(callee, alloc.value), to);
  }

  private construct(site: number, callee: number, args: Arguments, to: number): void {
    const { solver } = this;
    const instance = this.classes.instance(callee);
    solver.add(to, instance);
    solver.record(site, callee);
    const skipsExternal = (method: number): boolean => solver.heap.kind[method] === objectKind.external;
    solver.each(this.classes.onInstance(instance, solver.string("__init__")), (method) => {
      if (!skipsExternal(method)) this.apply(site, method, args, -1);
    });
    if (!this.classes.declares(callee, solver.string("__init__"))) this.fillFields(callee, instance, args);
    if (this.classes.declares(callee, solver.string("__post_init__"))) {
      solver.each(this.classes.onInstance(instance, solver.string("__post_init__")), (method) =>
        this.invoke(site, method, [], -1),
      );
    }
    solver.each(this.classes.onMetaclass(callee, solver.string("__call__")), (method) => {
      if (!skipsExternal(method)) this.apply(site, method, args, -1);
    });
    solver.each(this.classes.onClass(callee, solver.string("__new__")), (method) => {
      if (solver.heap.kind[method] === objectKind.function) this.enter(site, method, callee, args, -1);
    });
  }

  /** A class without a constructor that takes arguments is made by its fields (dataclasses, NamedTuple). */
  private fillFields(callee: number, instance: number, args: Arguments): void {
    const { solver } = this;
    const order = this.classes.order(callee).filter((one) => solver.heap.kind[one] === objectKind.class);
    const names = order.reverse().flatMap((one) => solver.allocOf(one).typed?.map(([name]) => name) ?? []);
    const give = (name: string, variable: number): void =>
      solver.copy(variable, this.classes.ownField(instance, solver.string(name)));
    args.positional.forEach((variable, at) => {
      const name = names[at];
      if (name !== undefined) give(name, variable);
    });
    for (const [id, variable] of args.keywords)
      if (names.includes(solver.text(id))) give(solver.text(id), variable);
  }

  /** An attribute that nothing defines is asked of `__getattr__`. */
  private askGetattr(base: number, name: number, to: number, site: number): boolean {
    const { solver } = this;
    const { heap } = solver;
    if (!this.hasGetattr) return false;
    const method = solver.string("__getattr__");
    let asked = false;
    for (const object of solver.objectsOf(base)) {
      const isInstance =
        heap.kind[object] === objectKind.instance && this.classes.declares(heap.a[object] as number, method);
      const isModule =
        heap.kind[object] === objectKind.module && this.exports[heap.a[object] as number]?.has("__getattr__");
      if (!isInstance && !isModule) continue;
      const wanted = solver.variable();
      solver.add(wanted, heap.object(objectKind.constant, solver.string(`'${solver.text(name)}`)));
      solver.each(this.attribute(object, method), (one) => this.invoke(site, one, [wanted], to));
      asked = true;
    }
    return asked;
  }

  /** Whether any class or module of the project has one. */
  private get hasGetattr(): boolean {
    this.getattr ??=
      this.exports.some((names) => names.has("__getattr__")) ||
      this.solver.program.allocs.some(({ alloc }) => alloc.fields?.some(([name]) => name === "__getattr__"));
    return this.getattr;
  }

  private getattr: boolean | undefined;

  settle(): boolean {
    const { solver } = this;
    const { code } = solver.program;
    // First: what is called on `self` is not unknown then.
    if (this.seedUncalled()) return true;
    let changed = false;
    const kinds = [op.loadKey, op.storeKey, op.call, ...(this.hasGetattr ? [op.load] : [])];
    solver.scan(kinds, (site, kind) => {
      if (kind === op.load || (kind === op.call && (code[site + callAt.base] as number) >= 0)) {
        if (this.settled.has(site) || (kind === op.call && solver.targets.has(site))) return;
        const isLoad = kind === op.load;
        const to = isLoad ? (code[site + 1] as number) : solver.variable();
        if (isLoad && !solver.isEmpty(to)) return;
        const base = code[site + (isLoad ? 2 : callAt.base)] as number;
        if (!this.askGetattr(base, code[site + (isLoad ? 3 : callAt.name)] as number, to, site)) return;
        this.settled.add(site);
        if (!isLoad) solver.callTo(site, to, -1);
        changed = true;
        return;
      }
      if (kind !== op.call) {
        if (kind === op.loadKey ? this.anyKey(site, 3, 2) : this.anyKey(site, 2, 1)) changed = true;
        return;
      }
      if (
        (solver.flags(site) & callFlag.decorator) === 0 ||
        this.settled.has(site) ||
        solver.targets.has(site)
      )
        return;
      this.settled.add(site);
      solver.copy(code[site + 13] as number, code[site + 1] as number);
      changed = true;
    });
    return changed;
  }

  private readonly settled = new Set<number>();

  /** A key of which nothing is known may be any key. */
  private anyKey(site: number, keyAt: number, baseAt: number): boolean {
    const { solver } = this;
    const { code } = solver.program;
    const key = code[site + keyAt] as number;
    const base = code[site + baseAt] as number;
    if (key < 0 || this.settled.has(site) || solver.isEmpty(base) || !solver.isEmpty(key)) return false;
    this.settled.add(site);
    solver.subscribe(base, site, 2);
    return true;
  }
}
