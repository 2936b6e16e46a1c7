// What loading, storing and calling mean in JavaScript.

import { guessAnyKey } from "../any-key.ts";
import { objectKind } from "../heap.ts";
import { fillInOrder, takePart } from "../parts.ts";
import type { Semantics, Solver } from "../solver.ts";
import { allocKind, callAt, callFlag, functionFlag, op } from "../summary.ts";
import { type Arguments, argumentsOf, plainArguments } from "./arguments.ts";
import { callBuiltin, callFunctionMethod } from "./builtins.ts";
import { callCollection, callUnknown } from "./collections.ts";
import { giveElements } from "./elements.ts";
import { construct, enter } from "./entering.ts";
import { Exports } from "./exports.ts";
import { loadKey, storeKey } from "./keys.ts";
import type { JavaScriptModules } from "./modules.ts";
import { Objects } from "./objects.ts";
import { callbackTypes, giveContext, sealTypes } from "./typed.ts";

const maxDots = 5;

export class JavaScriptSemantics implements Semantics {
  readonly solver: Solver;
  readonly objects: Objects;
  private readonly exports: Exports;

  constructor(solver: Solver, modules: JavaScriptModules) {
    this.solver = solver;
    this.objects = new Objects(solver);
    this.exports = new Exports(solver, this.objects, modules);
  }

  begin(): void {
    this.exports.begin();
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

  import(file: number, module: string, name: string | undefined, to: number): void {
    const found = this.exports.find(file, module);
    if (found === undefined) {
      const outside = module.replace(/^node:/, "");
      const isWhole = name === undefined || name === "=" || name === "default";
      this.solver.add(to, this.external(isWhole ? outside : `${outside}.${name}`));
    } else if (name === undefined) this.solver.add(to, this.solver.heap.object(objectKind.module, found));
    else this.exports.give(found, name, to);
  }

  global(_file: number, name: number, to: number): void {
    this.solver.add(to, this.solver.heap.object(objectKind.builtin, name));
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
        if (!known) this.exports.give(a, this.solver.text(name), variable);
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
    loadKey(this, object, key, to, site);
  }

  storeKey(object: number, key: number, from: number, site: number): void {
    storeKey(this, object, key, from, site);
  }

  element(object: number, to: number, site: number): void {
    giveElements(this, object, to, site);
  }

  slice(object: number, start: number, to: number): void {
    const { solver } = this;
    takePart(solver, object, start, to, (part) => {
      if (this.objects.collection(object) === "list") fillInOrder(solver, object, start, part);
      else this.element(object, solver.field(part, solver.any), -1);
    });
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
        enter(this, site, callee, { receiver, args, to, isNew });
        return;
      case objectKind.property: {
        const got = solver.variable();
        this.loaded(callee, got, site, receiver);
        solver.each(got, (one) => this.apply(site, one, receiver, args, to, isNew));
        return;
      }
      case objectKind.class:
        construct(this, site, callee, args, to);
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

  recordAt(site: number, target: number): void {
    if (site >= 0) this.solver.record(site, target);
  }

  /** resolve(value) and reject(reason) of a promise. */
  private settlePromise(promise: number, name: string, given: number): void {
    if (name === "resolve") this.awaitAll(given, this.solver.field(promise, this.objects.value));
    else this.solver.copy(given, this.solver.field(promise, this.objects.reason));
  }

  // --- guesses -----------------------------------------------------------------------------------------------------

  private readonly settled = new Set<number>();

  settle(): boolean {
    const { solver } = this;
    const { code } = solver.program;
    // First: what is called on `this` is not unknown then.
    if (this.objects.noteUnknownMakers(() => this.exports.reachable())) return true;
    let changed = false;
    solver.scan([op.loadKey, op.storeKey, op.call], (site, kind) => {
      if (kind !== op.call) {
        if (guessAnyKey(solver, this.settled, site, kind)) changed = true;
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
}
