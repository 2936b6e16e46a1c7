// What loading, storing and calling mean in JavaScript.

import { objectKind } from "../heap.ts";
import type { Semantics, Solver } from "../solver.ts";
import { allocKind, callAt, callFlag, functionFlag, op, openEnd } from "../summary.ts";
import { type Arguments, argumentsOf, linkArguments, plainArguments } from "./arguments.ts";
import { callBuiltin, callFunctionMethod } from "./builtins.ts";
import { callCollection, callUnknown } from "./collections.ts";
import type { JavaScriptModules } from "./modules.ts";
import { Objects } from "./objects.ts";
import { callbackTypes, giveContext, sealTypes } from "./typed.ts";

const maxDots = 5;

export class JavaScriptSemantics implements Semantics {
  readonly solver: Solver;
  readonly objects: Objects;
  private readonly modules: JavaScriptModules;
  private readonly exports: Map<string, number>[] = [];
  private readonly exportsName: number;

  constructor(solver: Solver, modules: JavaScriptModules) {
    this.solver = solver;
    this.modules = modules;
    this.objects = new Objects(solver);
    this.exportsName = solver.string("exports");
  }

  begin(): void {
    const { program } = this.solver;
    program.files.forEach((file, at) => {
      const base = program.variableBase[at] as number;
      this.exports.push(new Map(file.exports.map(([name, variable]) => [name, base + variable])));
    });
    this.objects.begin();
  }

  beginCalls(): void {
    sealTypes(this.solver, this.objects);
    this.objects.beginCalls();
  }

  // --- modules -----------------------------------------------------------------------------------------------------

  external(name: string): number {
    return this.solver.heap.object(objectKind.external, this.solver.string(name));
  }

  builtin(name: string): number {
    return this.solver.heap.object(objectKind.builtin, this.solver.string(name));
  }

  global(_file: number, name: number, to: number): void {
    this.solver.add(to, this.solver.heap.object(objectKind.builtin, name));
  }

  import(file: number, module: string, name: string | undefined, to: number): void {
    const path = this.solver.program.files[file]?.path ?? "";
    const found = this.modules.find(path, module);
    const target = found === undefined ? undefined : this.solver.program.fileByPath.get(found);
    if (target === undefined) {
      const outside = module.replace(/^node:/, "");
      const isWhole = name === undefined || name === "=" || name === "default";
      this.solver.add(to, this.external(isWhole ? outside : `${outside}.${name}`));
    } else if (name === undefined) this.solver.add(to, this.solver.heap.object(objectKind.module, target));
    else this.member(target, name, to, new Set());
  }

  private member(file: number, name: string, to: number, seen: Set<number>): boolean {
    const { solver } = this;
    if (seen.has(file)) return false;
    seen.add(file);
    const summary = solver.program.files[file];
    const own = this.exports[file];
    if (name === "=") {
      if (own && own.size > 0) solver.add(to, solver.heap.object(objectKind.module, file));
      else solver.copy(this.commonJs(file), to);
      return true;
    }
    const variable = own?.get(name);
    if (variable !== undefined) {
      solver.copy(variable, to);
      return true;
    }
    if (name !== "default") {
      for (const module of summary?.reexports ?? []) {
        const found = this.modules.find(summary?.path ?? "", module);
        const next = found === undefined ? undefined : solver.program.fileByPath.get(found);
        if (next !== undefined && this.member(next, name, to, seen)) return true;
      }
    }
    if (own && own.size > 0) return false;
    if (name === "default") {
      solver.each(this.commonJs(file), (object) => {
        solver.add(to, object);
        solver.copy(this.objects.lookup(object, solver.string("default")), to);
      });
    } else {
      const id = solver.string(name);
      solver.each(this.commonJs(file), (object) => solver.copy(this.objects.property(object, id), to));
    }
    return (summary?.reexports.length ?? 0) === 0;
  }

  /** The variable of `module.exports`; the front end allocates `module` right after the module itself. */
  private commonJs(file: number): number {
    const module = this.solver.allocObject((this.solver.program.allocBase[file] as number) + 1);
    return this.solver.field(module, this.exportsName);
  }

  // --- properties --------------------------------------------------------------------------------------------------

  load(object: number, name: number, site: number): void {
    const variable = this.property(object, name);
    if (variable >= 0) this.solver.loadFrom(site, variable, object);
  }

  loaded(object: number, to: number, site: number, base: number): void {
    const { heap } = this.solver;
    const kind = heap.kind[object];
    if (kind === objectKind.function) {
      const { flags } = this.solver.allocOf(object);
      if ((flags & functionFlag.getter) !== 0) {
        this.invoke(site, object, base, [], to);
        return;
      }
      if ((flags & functionFlag.setter) !== 0) return;
    } else if (kind === objectKind.property) {
      const getter = heap.a[object] as number;
      if (getter >= 0) this.invoke(site, getter, base, [], to);
      return;
    }
    this.solver.add(to, object);
  }

  property(object: number, name: number): number {
    const { heap } = this.solver;
    const a = heap.a[object] as number;
    switch (heap.kind[object]) {
      case objectKind.module: {
        const known = this.solver.hasField(object, name);
        const variable = this.solver.field(object, name);
        if (!known) this.member(a, this.solver.text(name), variable, new Set());
        return variable;
      }
      case objectKind.external:
      case objectKind.builtin: {
        const variable = this.solver.field(object, name);
        const text = `${this.solver.text(a)}.${this.solver.text(name)}`;
        const isBuiltin = heap.kind[object] === objectKind.builtin;
        if (text.split(".").length <= maxDots)
          this.solver.add(variable, isBuiltin ? this.builtin(text) : this.external(text));
        return variable;
      }
      case objectKind.constant:
        return -1;
      default:
        return this.objects.property(object, name);
    }
  }

  store(object: number, name: number, from: number, site: number): void {
    const { heap } = this.solver;
    const kind = heap.kind[object];
    if (
      from < 0 ||
      kind === objectKind.constant ||
      kind === objectKind.builtin ||
      kind === objectKind.external
    )
      return;
    const text = this.solver.text(name);
    if (text === "prototype" && (kind === objectKind.function || kind === objectKind.class)) {
      this.solver.copy(from, this.solver.field(this.objects.prototype(object), this.objects.proto));
    } else if (text === "__proto__") this.solver.copy(from, this.solver.field(object, this.objects.proto));
    this.solver.copy(from, this.solver.field(object, name));
    if (this.hasSetters) this.callSetters(object, name, from, site);
  }

  private get hasSetters(): boolean {
    this.setters ??= this.solver.program.allocs.some(
      ({ alloc }) => (alloc.flags & functionFlag.setter) !== 0,
    );
    return this.setters || this.defines;
  }

  private setters: boolean | undefined;
  defines = false;

  private callSetters(object: number, name: number, from: number, site: number): void {
    const { heap } = this.solver;
    const variable = this.objects.lookup(object, name);
    this.solver.each(variable, (value) => {
      // The definition of a setter is a store too.
      if (this.solver.objectsOf(from).includes(value)) return;
      if (heap.kind[value] === objectKind.function) {
        if ((this.solver.allocOf(value).flags & functionFlag.setter) !== 0)
          this.invoke(site, value, object, [from], -1);
      } else if (heap.kind[value] === objectKind.property && (heap.b[value] as number) >= 0) {
        this.invoke(site, heap.b[value] as number, object, [from], -1);
      }
    });
  }

  loadKey(object: number, key: number, to: number, site: number): void {
    const { solver } = this;
    const collection = this.objects.collection(object);
    if (collection === "set" || collection === "generator" || collection === "map") {
      this.element(object, to, site);
      return;
    }
    const start = this.startOf(key);
    const take = (variable: number): void =>
      solver.each(variable, (value) => this.loaded(value, to, site, object));
    if (start === null) {
      const variable = this.property(object, solver.heap.a[key] as number);
      if (variable >= 0) take(variable);
    } else if (
      solver.heap.kind[object] !== objectKind.constant &&
      solver.once(start === "" ? "any" : `any ${start}`, object, to)
    ) {
      solver.watch(object, (name, variable) => {
        if (name !== this.objects.proto && (name < 0 || solver.text(name).startsWith(start))) take(variable);
      });
      if (start !== "") this.objects.eachMember(object, start, (name) => take(this.property(object, name)));
    }
  }

  /** How a key begins of which no more is known; null for a key that is known. */
  private startOf(key: number): string | null {
    const { solver } = this;
    if (key < 0 || solver.heap.kind[key] !== objectKind.constant) return "";
    const text = solver.text(solver.heap.a[key] as number);
    return text.endsWith(openEnd) ? text.slice(0, -openEnd.length) : null;
  }

  storeKey(object: number, key: number, from: number, site: number): void {
    const isKnown = this.startOf(key) === null;
    this.store(object, isKnown ? (this.solver.heap.a[key] as number) : this.solver.any, from, site);
  }

  element(object: number, to: number, site: number): void {
    const { solver, objects } = this;
    switch (objects.collection(object)) {
      case "list":
      case "set":
        if (solver.once("elements", object, to))
          solver.watch(object, (_, variable) => solver.copy(variable, to));
        return;
      case "map": {
        const pair = objects.madeFrom("list", object, site);
        solver.copy(solver.field(object, objects.key), solver.field(pair, solver.string("0")));
        solver.copy(solver.field(object, solver.any), solver.field(pair, solver.string("1")));
        solver.add(to, pair);
        return;
      }
      case "generator":
        this.yields(object, to, site);
        return;
      case "promise":
        return;
    }
    const kind = solver.heap.kind[object];
    if (kind === objectKind.constant || kind === objectKind.builtin || kind === objectKind.external) return;
    const iterator = solver.variable();
    for (const name of ["@@iterator", "@@asyncIterator"]) {
      solver.each(objects.lookup(object, solver.string(name)), (method) =>
        this.invoke(site, method, object, [], iterator),
      );
    }
    solver.each(iterator, (one) => {
      if (objects.collection(one)) return this.element(one, to, site);
      const result = solver.variable();
      solver.each(objects.lookup(one, solver.string("next")), (next) =>
        this.invoke(site, next, one, [], result),
      );
      solver.each(result, (each) => this.await(each, to));
      solver.each(result, (each) => solver.copy(objects.lookup(each, solver.string("value")), to));
    });
  }

  /** What a generator yields, whether it is known by its function or by its type. */
  yields(object: number, to: number, site: number): void {
    const { solver } = this;
    // A generator that returns itself would lead back here without end.
    if (!solver.once("yields", object, to)) return;
    if (solver.heap.kind[object] !== objectKind.generator) {
      solver.watch(object, (_, variable) => solver.copy(variable, to));
      return;
    }
    const made = solver.heap.a[object] as number;
    const alloc = solver.allocOf(made);
    solver.copy(solver.own(made, alloc.yields), to);
    solver.each(solver.own(made, alloc.value), (one) => {
      if (this.objects.collection(one) === "generator") this.element(one, to, site);
    });
  }

  slice(object: number, start: number, to: number): void {
    const { solver } = this;
    const collection = this.objects.collection(object);
    if (solver.heap.kind[object] === objectKind.part) {
      this.again(object, to);
      return;
    }
    const part = solver.heap.object(objectKind.part, object, start);
    solver.add(to, part);
    if (!solver.once("slice", object, part)) return;
    if (collection === "list") {
      solver.watch(object, (name, variable) => {
        const index = name === solver.any ? Number.NaN : Number(solver.text(name));
        if (start < 0 || Number.isNaN(index)) solver.copy(variable, solver.field(part, solver.any));
        else if (index >= start)
          solver.copy(variable, solver.field(part, solver.string(String(index - start))));
      });
    } else this.element(object, solver.field(part, solver.any), -1);
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
    const { solver } = this;
    solver.watch(object, (name, variable) => {
      if (name !== this.objects.proto) solver.copy(variable, solver.field(into, name));
    });
  }

  await(object: number, to: number): void {
    if (this.objects.isPromise(object)) this.solver.copy(this.solver.field(object, this.objects.value), to);
    else this.solver.add(to, object);
  }

  /** What a promise that is settled with these values gives: promises among them are followed. */
  awaitAll(from: number, to: number): void {
    this.solver.each(from, (object) => this.await(object, to));
  }

  inhabit(object: number, to: number): void {
    const { heap } = this.solver;
    if (heap.kind[object] === objectKind.class) this.solver.add(to, this.objects.instance(object));
    else if (heap.kind[object] === objectKind.record) {
      const alloc = this.solver.allocOf(object);
      if (alloc.kind === allocKind.type) this.solver.copy(this.solver.own(object, alloc.value), to);
    } else if (heap.kind[object] === objectKind.external) this.solver.add(to, object);
  }

  super(to: number, self: number, classObject: number, isStatic: boolean): void {
    void self;
    this.objects.eachBase(classObject, (base) => {
      const isOutside =
        this.solver.heap.kind[base] === objectKind.external ||
        this.solver.heap.kind[base] === objectKind.builtin;
      this.solver.add(to, isStatic || isOutside ? base : this.objects.prototype(base));
    });
  }

  // --- calls -------------------------------------------------------------------------------------------------------

  method(site: number, base: number): void {
    const { solver, objects } = this;
    const name = solver.program.code[site + callAt.name] as number;
    const to = solver.program.code[site + callAt.to] as number;
    const kind = solver.heap.kind[base];
    const collection = objects.collection(base);
    if (kind === objectKind.module && solver.text(name) === "then") {
      // import() gives a promise of the module.
      const module = solver.variable();
      solver.add(module, base);
      solver.each(argumentsOf(solver, site).positional[0] ?? -1, (callback) =>
        this.invoke(site, callback, -1, [module], to),
      );
      return;
    }
    if (collection || kind === objectKind.constant) {
      if (
        callCollection(
          this,
          site,
          base,
          collection ?? "string",
          solver.text(name),
          argumentsOf(solver, site),
          to,
        )
      )
        return;
      if (kind === objectKind.constant) return;
    }
    if (kind === objectKind.function || kind === objectKind.bound || kind === objectKind.class) {
      if (callFunctionMethod(this, site, base, solver.text(name), argumentsOf(solver, site), to)) return;
    }
    const variable = this.property(base, name);
    if (variable >= 0) solver.callTo(site, variable, base);
    for (const one of objects.implementersOf(base)) {
      const instance = objects.instance(one);
      solver.callTo(site, objects.lookup(instance, name), instance);
    }
    if (kind === objectKind.instance) this.callOverrides(site, base, name);
  }

  /** A method without a body is called in the classes that give it one. */
  private callOverrides(site: number, base: number, name: number): void {
    const { solver, objects } = this;
    const of = solver.heap.a[base] as number;
    if (solver.heap.kind[of] !== objectKind.class || !objects.isAbstract(of, name)) return;
    for (const one of objects.subclassesOf(of)) {
      const instance = objects.instance(one);
      solver.callTo(site, objects.lookup(instance, name), instance);
    }
  }

  call(site: number, callee: number, receiver: number): void {
    const { code } = this.solver.program;
    const isNew = (this.solver.flags(site) & callFlag.construct) !== 0;
    const to = code[site + callAt.to] as number;
    const isGetter =
      this.solver.heap.kind[callee] === objectKind.function &&
      (this.solver.allocOf(callee).flags & functionFlag.getter) !== 0;
    if (!isGetter) {
      this.apply(site, callee, receiver, argumentsOf(this.solver, site), to, isNew);
      return;
    }
    const got = this.solver.variable();
    this.invoke(site, callee, receiver, [], got);
    this.solver.each(got, (one) =>
      this.apply(site, one, receiver, argumentsOf(this.solver, site), to, isNew),
    );
  }

  /** A call that the language makes. */
  invoke(site: number, callee: number, receiver: number, args: number[], to: number): void {
    this.apply(site, callee, receiver, plainArguments(args), to, false);
  }

  apply(site: number, callee: number, receiver: number, args: Arguments, to: number, isNew: boolean): void {
    const { solver } = this;
    const { heap } = solver;
    const a = heap.a[callee] as number;
    switch (heap.kind[callee]) {
      case objectKind.function:
        this.enter(site, callee, receiver, args, to, isNew);
        return;
      case objectKind.property: {
        const got = solver.variable();
        this.loaded(callee, got, site, receiver);
        solver.each(got, (one) => this.apply(site, one, receiver, args, to, isNew));
        return;
      }
      case objectKind.class:
        this.construct(site, callee, args, to, []);
        return;
      case objectKind.bound: {
        const held = this.boundArguments.get(callee);
        const all = held ? { ...args, positional: [...held, ...args.positional] } : args;
        this.apply(site, a, heap.b[callee] as number, all, to, isNew);
        return;
      }
      case objectKind.record:
        solver.each(solver.field(callee, solver.string("<call>")), (one) => {
          if (heap.kind[one] === objectKind.function) this.apply(site, one, -1, args, to, isNew);
        });
        return;
      case objectKind.external:
      case objectKind.builtin:
        this.recordAt(site, callee);
        callBuiltin(this, site, solver.text(a), receiver, args, to);
        return;
      case objectKind.method:
        this.settlePromise(heap.b[callee] as number, solver.text(a), args.positional[0] ?? -1);
        return;
    }
  }

  private readonly callbackTypes = new Map<number, [number, number][]>();

  callbackTypesOf(callee: number): [number, number][] {
    let known = this.callbackTypes.get(callee);
    if (!known) {
      known = callbackTypes(this.solver, callee);
      this.callbackTypes.set(callee, known);
    }
    return known;
  }

  giveContext(type: number, given: number): void {
    giveContext(this.solver, this.objects, type, given);
  }

  /** Arguments that bind() gave in advance. */
  readonly boundArguments = new Map<number, number[]>();

  private recordAt(site: number, target: number): void {
    if (site >= 0) this.solver.record(site, target);
  }

  /** resolve(value) and reject(reason) of a promise. */
  private settlePromise(promise: number, name: string, given: number): void {
    if (name === "resolve") this.awaitAll(given, this.solver.field(promise, this.objects.value));
    else this.solver.copy(given, this.solver.field(promise, this.objects.reason));
  }

  private enter(
    site: number,
    callee: number,
    receiver: number,
    args: Arguments,
    to: number,
    isNew: boolean,
  ): void {
    const { solver, objects } = this;
    const alloc = solver.allocOf(callee);
    if ((alloc.flags & functionFlag.bodiless) === 0) this.recordAt(site, callee);
    const self = solver.own(callee, alloc.self);
    linkArguments(this, callee, alloc, args);
    if (receiver >= 0 && !isNew) solver.add(self, receiver);
    if (args.receiver >= 0) solver.copy(args.receiver, self);
    if (args.throws !== undefined) solver.copy(solver.own(callee, alloc.throws), args.throws);
    const result = solver.own(callee, alloc.value);
    if (isNew) {
      const instance = objects.instance(callee);
      solver.add(self, instance);
      solver.add(to, instance);
      solver.copy(result, to);
    } else if ((alloc.flags & functionFlag.generator) !== 0)
      solver.add(to, solver.heap.object(objectKind.generator, callee));
    else if ((alloc.flags & functionFlag.async) !== 0) {
      const promise = objects.made("promise", -callee - 2);
      if (!solver.hasField(promise, objects.value)) {
        this.awaitAll(result, solver.field(promise, objects.value));
        solver.copy(solver.own(callee, alloc.throws), solver.field(promise, objects.reason));
      }
      solver.add(to, promise);
    } else solver.copy(result, to);
  }

  /** new X(), or super() when a receiver is given; `below` are the classes that led here, for what extends itself. */
  private construct(site: number, callee: number, args: Arguments, to: number, below: number[]): void {
    const { solver, objects } = this;
    const isFirst = below.length === 0;
    if (isFirst) this.recordAt(site, callee);
    const instance = objects.instance(callee);
    if (isFirst && args.receiver < 0) {
      objects.noteMade(callee);
      solver.add(to, instance);
    }
    const alloc = solver.allocOf(callee);
    const own = alloc.fields?.find(([name]) => name === "constructor");
    const run = (made: number): void => {
      const shape = solver.allocOf(made);
      linkArguments(this, made, shape, args);
      if (args.receiver >= 0) solver.copy(args.receiver, solver.own(made, shape.self));
      if (args.throws !== undefined) solver.copy(solver.own(made, shape.throws), args.throws);
    };
    if (own) {
      solver.each(solver.own(callee, own[1]), run);
      return;
    }
    objects.eachBase(callee, (base) => {
      if (solver.heap.kind[base] === objectKind.class && base !== callee && !below.includes(base))
        this.construct(site, base, args, -1, [...below, callee]);
    });
  }

  // --- guesses -----------------------------------------------------------------------------------------------------

  private readonly settled = new Set<number>();

  settle(): boolean {
    const { solver } = this;
    const { code } = solver.program;
    // First: what is called on `this` is not unknown then.
    if (this.objects.noteUnknownMakers(() => this.exported())) return true;
    let changed = false;
    solver.scan([op.loadKey, op.storeKey, op.call], (site, kind) => {
      if (kind !== op.call) {
        if (kind === op.loadKey ? this.anyKey(site, 3, 2) : this.anyKey(site, 2, 1)) changed = true;
        return;
      }
      const base = code[site + callAt.base] as number;
      if (base < 0 || !solver.isEmpty(base) || solver.targets.has(site) || this.settled.has(site)) return;
      this.settled.add(site);
      const name = solver.text(code[site + callAt.name] as number);
      if (callUnknown(this, site, name, argumentsOf(solver, site), code[site + callAt.to] as number))
        changed = true;
    });
    return changed;
  }

  /** What other programs can reach by the exports of files. */
  private exported(): ReadonlySet<number> {
    const { solver } = this;
    const found = new Set<number>();
    solver.program.files.forEach((_, file) => {
      for (const variable of this.exports[file]?.values() ?? [])
        for (const object of solver.objectsOf(variable)) found.add(object);
      for (const object of solver.objectsOf(this.commonJs(file))) {
        found.add(object);
        for (const variable of solver.heap.fields[object]?.values() ?? [])
          for (const one of solver.objectsOf(variable)) found.add(one);
      }
    });
    return found;
  }

  private anyKey(site: number, keyAt: number, baseAt: number): boolean {
    const { solver } = this;
    const { code } = solver.program;
    const key = code[site + keyAt] as number;
    const base = code[site + baseAt] as number;
    if (key < 0 || this.settled.has(site) || solver.isEmpty(base)) return false;
    if (!solver.isEmpty(key)) return false;
    this.settled.add(site);
    solver.subscribe(base, site, 2);
    return true;
  }
}
