// JavaScript's objects: properties along the prototype chain.

import { objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import { allocKind, functionFlag } from "../summary.ts";

const maxSubclasses = 40;

export class Objects {
  readonly solver: Solver;
  /** Names under which what no program can name is kept. */
  readonly value: number;
  readonly reason: number;
  readonly key: number;
  readonly proto: number;
  private readonly prototypeName: number;
  private readonly declared = new Map<number, Set<number>>();
  private readonly lookups = new Map<number, Map<number, number>>();
  private readonly methodClasses = new Map<number, number>();
  private readonly subclasses = new Map<number, number[]>();
  private readonly implementers = new Map<number, number[]>();
  /** Classes of which no instance is made so far. */
  private readonly unmade = new Set<number>();

  constructor(solver: Solver) {
    this.solver = solver;
    this.value = solver.string("<value>");
    this.reason = solver.string("<reason>");
    this.key = solver.string("<key>");
    this.proto = solver.string("<proto>");
    this.prototypeName = solver.string("prototype");
  }

  begin(): void {
    const { solver } = this;
    solver.program.allocs.forEach(({ alloc }, at) => {
      if (alloc.kind !== allocKind.class) return;
      const object = solver.allocObject(at);
      this.fill(object, object, alloc.statics ?? []);
      this.fill(object, this.prototype(object), alloc.fields ?? []);
      solver.add(solver.field(object, this.prototypeName), this.prototype(object));
    });
  }

  private fill(of: number, holder: number, fields: readonly [string, number][]): void {
    const names = new Set<number>();
    for (const [name, variable] of fields) {
      const id = this.solver.string(name);
      names.add(id);
      const from = this.solver.own(of, variable);
      if (this.solver.hasField(holder, id)) this.solver.copy(from, this.solver.field(holder, id));
      else this.solver.setField(holder, id, from);
    }
    this.declared.set(holder, names);
  }

  /** `this` in the members of classes, and the classes that implement a type. */
  beginCalls(): void {
    const { solver } = this;
    solver.program.allocs.forEach(({ alloc, file }, at) => {
      if (alloc.kind !== allocKind.class) return;
      const object = solver.allocObject(at);
      for (const [, variable] of alloc.fields ?? []) {
        for (const method of solver.objectsOf(solver.own(object, variable)))
          this.methodClasses.set(method, object);
      }
      // In TypeScript `this` has the type of the class; who overrides a method is another question.
      if (/\.[mc]?tsx?$/.test(solver.program.files[file]?.path ?? "")) {
        const self = solver.own(object, alloc.self);
        solver.add(self, this.instance(object));
        solver.seal(self);
      } else this.unmade.add(object);
      this.eachBase(object, (base) => {
        const known = this.subclasses.get(base);
        if (known) known.push(object);
        else this.subclasses.set(base, [object]);
      });
      for (const variable of alloc.implements ?? []) {
        solver.each(solver.own(object, variable), (type) => {
          const known = this.implementers.get(type);
          if (known) known.push(object);
          else this.implementers.set(type, [object]);
        });
      }
    });
  }

  /** A class is instantiated: its members may be called on an instance of its own. */
  noteMade(of: number): void {
    if (this.unmade.delete(of))
      this.solver.add(this.solver.own(of, this.solver.allocOf(of).self), this.instance(of));
  }

  /** Classes that only others may instantiate: without an instance of a subclass, or exported. */
  noteUnknownMakers(exported: () => ReadonlySet<number>): boolean {
    const before = this.unmade.size;
    if (before === 0) return false;
    const reachable = exported();
    for (const of of [...this.unmade]) {
      const self = this.solver.own(of, this.solver.allocOf(of).self);
      if (this.solver.isEmpty(self) || reachable.has(of)) this.noteMade(of);
    }
    return this.unmade.size < before;
  }

  /** The class that declares a function as a method. */
  classOfMethod(method: number): number | undefined {
    return this.methodClasses.get(method);
  }

  implementersOf(type: number): readonly number[] {
    return this.implementers.get(type) ?? [];
  }

  /** All classes below a class, nearest first. */
  subclassesOf(of: number): readonly number[] {
    const found = [...(this.subclasses.get(of) ?? [])];
    for (let i = 0; i < found.length && i < maxSubclasses; i++) {
      for (const one of this.subclasses.get(found[i] as number) ?? [])
        if (!found.includes(one)) found.push(one);
    }
    return found.slice(0, maxSubclasses);
  }

  /** True when the class declares the method without a body. */
  isAbstract(of: number, name: number): boolean {
    const text = this.solver.text(name);
    const member = this.solver.allocOf(of).fields?.find(([one]) => one === text);
    if (!member) return false;
    const held = this.solver.objectsOf(this.solver.own(of, member[1]));
    return (
      held.length > 0 &&
      held.every(
        (one) =>
          this.solver.heap.kind[one] === objectKind.function &&
          (this.solver.allocOf(one).flags & functionFlag.bodiless) !== 0,
      )
    );
  }

  instance(of: number): number {
    return this.solver.heap.object(objectKind.instance, of);
  }

  /** The object that instances of a class or function inherit from. */
  prototype(of: number): number {
    return this.solver.heap.object(objectKind.prototype, of);
  }

  /** The value of `F.prototype`; a function gets its own when it is first asked for. */
  property(object: number, name: number): number {
    const { heap } = this.solver;
    if (
      name === this.prototypeName &&
      heap.kind[object] === objectKind.function &&
      !this.solver.hasField(object, name)
    ) {
      this.solver.add(this.solver.field(object, name), this.prototype(object));
    }
    return this.lookup(object, name);
  }

  /** A variable with every value that the property may have, own or inherited. */
  lookup(object: number, name: number): number {
    let byName = this.lookups.get(object);
    if (!byName) {
      byName = new Map();
      this.lookups.set(object, byName);
    }
    const known = byName.get(name);
    if (known !== undefined) return known;
    const to = this.solver.variable();
    byName.set(name, to);
    this.search(object, name, to);
    return to;
  }

  private search(object: number, name: number, to: number): void {
    const { solver } = this;
    const { heap } = solver;
    const kind = heap.kind[object];
    const a = heap.a[object] as number;
    if (kind === objectKind.bound) {
      solver.copy(this.lookup(a, name), to);
      return;
    }
    // What a program stores in a prototype or object before any call hides what that inherits.
    const isStored =
      (kind === objectKind.prototype || kind === objectKind.record) &&
      solver.hasField(object, name) &&
      !solver.isEmpty(solver.field(object, name));
    solver.copy(solver.field(object, name), to);
    if (
      kind === objectKind.record ||
      kind === objectKind.instance ||
      kind === objectKind.made ||
      kind === objectKind.part
    ) {
      solver.copy(solver.field(object, solver.any), to);
    }
    if (isStored || this.declared.get(object)?.has(name)) return;
    const inherit = (from: number): void => solver.copy(this.lookup(from, name), to);
    if (kind === objectKind.instance) {
      inherit(this.prototype(a));
      this.eachBase(a, (base) => {
        if (heap.kind[base] === objectKind.class || heap.kind[base] === objectKind.function) {
          solver.copy(this.ownAndInherited(this.instance(base), name), to);
        }
      });
    } else if (kind === objectKind.prototype) {
      this.eachBase(a, (base) => {
        const isKnown = heap.kind[base] === objectKind.class || heap.kind[base] === objectKind.function;
        if (isKnown) inherit(this.prototype(base));
        else if (heap.kind[base] === objectKind.external) this.external(base, name, to);
      });
    } else if (kind === objectKind.class) this.eachBase(object, inherit);
    solver.each(solver.field(object, this.proto), inherit);
  }

  /** Fields that constructors of base classes set. */
  private ownAndInherited(instance: number, name: number): number {
    const { solver } = this;
    const key = -10 - name;
    let byName = this.lookups.get(instance);
    if (!byName) {
      byName = new Map();
      this.lookups.set(instance, byName);
    }
    const known = byName.get(key);
    if (known !== undefined) return known;
    const to = solver.variable();
    byName.set(key, to);
    solver.copy(solver.field(instance, name), to);
    this.eachBase(solver.heap.a[instance] as number, (base) => {
      if (solver.heap.kind[base] === objectKind.class)
        solver.copy(this.ownAndInherited(this.instance(base), name), to);
    });
    return to;
  }

  /** Names that begin so, of the methods that an instance has from its class. */
  eachMember(object: number, start: string, use: (name: number) => void): void {
    const { heap } = this.solver;
    if (heap.kind[object] !== objectKind.instance) return;
    const seen = new Set<number>();
    const from = (of: number): void => {
      if (seen.has(of)) return;
      seen.add(of);
      for (const name of this.declared.get(this.prototype(of)) ?? [])
        if (this.solver.text(name).startsWith(start)) use(name);
      this.eachBase(of, from);
    };
    from(heap.a[object] as number);
  }

  eachBase(of: number, use: (base: number) => void): void {
    const { solver } = this;
    if (solver.heap.kind[of] !== objectKind.class) return;
    for (const variable of solver.allocOf(of).bases ?? []) solver.each(solver.own(of, variable), use);
  }

  private external(base: number, name: number, to: number): void {
    const { solver } = this;
    const text = `${solver.text(solver.heap.a[base] as number)}.${solver.text(name)}`;
    solver.add(to, solver.heap.object(objectKind.external, solver.string(text)));
  }

  isPromise(object: number): boolean {
    const { heap } = this.solver;
    if (heap.kind[object] === objectKind.record)
      return this.solver.allocOf(object).kind === allocKind.promise;
    return heap.kind[object] === objectKind.made && this.solver.text(heap.a[object] as number) === "promise";
  }

  /** What kind of collection of the language an object is. */
  collection(object: number): "list" | "set" | "map" | "generator" | "promise" | undefined {
    const { heap } = this.solver;
    const kind = heap.kind[object];
    if (kind === objectKind.part) return "list";
    if (kind === objectKind.generator) return "generator";
    if (kind === objectKind.made) {
      const text = this.solver.text(heap.a[object] as number);
      return text === "promise" || text === "map" || text === "set" || text === "list" ? text : undefined;
    }
    if (kind !== objectKind.record) return undefined;
    switch (this.solver.allocOf(object).kind) {
      case allocKind.list:
        return "list";
      case allocKind.set:
        return "set";
      case allocKind.map:
        return "map";
      case allocKind.promise:
        return "promise";
      case allocKind.generator:
        return "generator";
      default:
        return undefined;
    }
  }

  /**
   * A collection that the language makes from another. From one that it made itself, it is known by the place: each
   * would lead to the next, without end.
   */
  madeFrom(kind: "list" | "set" | "map" | "promise" | "object", base: number, site: number): number {
    const isMade =
      this.solver.heap.kind[base] === objectKind.made || this.solver.heap.kind[base] === objectKind.part;
    return this.made(kind, isMade ? -2_000_000_000 - site : -base - 2);
  }

  /** A collection that the language makes at a place. */
  made(kind: "list" | "set" | "map" | "promise" | "object", at: number): number {
    return this.solver.heap.object(objectKind.made, this.solver.string(kind), at);
  }
}
