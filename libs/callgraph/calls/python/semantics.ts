// What loading, storing and calling mean in Python.

import { isContainer, objectKind } from "../heap.ts";
import { fillInOrder, takePart } from "../parts.ts";
import type { Semantics, Solver } from "../solver.ts";
import { callFlag, functionFlag } from "../summary.ts";
import { type Arguments, argumentsOf, linkArguments } from "./arguments.ts";
import { callBuiltin, callMethod } from "./builtins.ts";
import { Classes } from "./classes.ts";
import { giveElements, loadItem, storeItem } from "./containers.ts";
import { Guesses } from "./guesses.ts";
import { callLibrary, withHeld } from "./libraries.ts";
import { builtinObject, externalObject, ModuleNames } from "./module-names.ts";
import type { PythonModules } from "./modules.ts";

const maxDots = 6;

export class PythonSemantics implements Semantics {
  readonly solver: Solver;
  readonly classes: Classes;
  readonly names: ModuleNames;
  private readonly guesses: Guesses;

  constructor(solver: Solver, modules: PythonModules) {
    this.solver = solver;
    this.names = new ModuleNames(solver, modules);
    this.guesses = new Guesses(this);
    this.classes = new Classes(solver, (name, attribute) => externalObject(solver, `${name}.${attribute}`));
  }

  begin(): void {
    this.names.begin();
    this.classes.begin();
  }

  beginCalls(): void {
    this.classes.open();
  }

  // --- names -------------------------------------------------------------------------------------------------------

  external(name: string): number {
    return externalObject(this.solver, name);
  }

  builtin(name: string): number {
    return builtinObject(this.solver, name);
  }

  global(file: number, name: number, to: number): void {
    this.names.global(file, this.solver.text(name), to);
  }

  import(file: number, module: string, name: string | undefined, to: number): void {
    this.names.import(file, module, name, to);
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
        if (!known) this.names.give(object, this.solver.text(name), variable);
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
    loadItem(this, object, key, to, site);
  }

  storeKey(object: number, key: number, from: number, site: number): void {
    storeItem(this, object, key, from, site);
  }

  element(object: number, to: number, site: number): void {
    giveElements(this, object, to, site);
  }

  slice(object: number, start: number, to: number): void {
    const { solver } = this;
    if (isContainer(solver.heap.kind[object]))
      takePart(solver, object, start, to, (part) => fillInOrder(solver, object, start, part));
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

  settle(): boolean {
    return this.guesses.settle();
  }
}
