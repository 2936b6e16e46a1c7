// Python's classes: method resolution order, attributes of classes and instances, super().

import { objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import { allocKind } from "../summary.ts";

export class Classes {
  private readonly solver: Solver;
  private readonly external: (name: string, attribute: string) => number;
  private readonly declared = new Map<number, Set<number>>();
  private readonly orders = new Map<number, number[]>();
  private readonly lookups = new Map<number, Map<number, number>>();
  private readonly waiting: (() => void)[] = [];
  private isOpen = false;

  constructor(solver: Solver, external: (name: string, attribute: string) => number) {
    this.solver = solver;
    this.external = external;
  }

  begin(): void {
    const { solver } = this;
    solver.program.allocs.forEach(({ alloc }, at) => {
      if (alloc.kind !== allocKind.class) return;
      const object = solver.allocObject(at);
      const names = new Set<number>();
      for (const [name, variable] of alloc.fields ?? []) {
        const id = solver.string(name);
        names.add(id);
        solver.setField(object, id, solver.own(object, variable));
      }
      this.declared.set(object, names);
    });
  }

  /** From now on the bases of classes are known. */
  open(): void {
    this.isOpen = true;
    for (const wait of this.waiting.splice(0)) wait();
  }

  instance(classObject: number): number {
    return this.solver.heap.object(objectKind.instance, classObject);
  }

  ownField(instance: number, name: number): number {
    return this.solver.field(instance, name);
  }

  /** The class and its bases in the order in which attributes are looked up. Bases from outside are among them. */
  order(classObject: number, seen: ReadonlySet<number> = new Set()): number[] {
    const known = this.orders.get(classObject);
    if (known) return known;
    const { solver } = this;
    if (solver.heap.kind[classObject] !== objectKind.class || seen.has(classObject)) return [classObject];
    const inner = new Set([...seen, classObject]);
    const bases: number[] = [];
    for (const variable of solver.allocOf(classObject).bases ?? []) {
      const held = solver.objectsOf(solver.own(classObject, variable));
      bases.push(...held.filter((one) => !bases.includes(one)).slice(0, 8));
    }
    const order = [classObject, ...merged([...bases.map((base) => this.order(base, inner)), bases])];
    if (this.isOpen && seen.size === 0) this.orders.set(classObject, order);
    return order;
  }

  /** An attribute as the class and its bases define it, without binding. */
  onClass(classObject: number, name: number): number {
    return this.lookup(classObject, name, (to) => this.search(this.order(classObject), name, to));
  }

  private search(order: readonly number[], name: number, to: number): void {
    const { solver } = this;
    for (const one of order) {
      const kind = solver.heap.kind[one];
      if (kind === objectKind.class) {
        solver.copy(solver.field(one, name), to);
        if (this.declared.get(one)?.has(name)) return;
      } else if (kind === objectKind.external) {
        const text = solver.text(name);
        const isProtocol = text.startsWith("__") && text.endsWith("__");
        if (!isProtocol) solver.add(to, this.external(solver.text(solver.heap.a[one] as number), text));
        return;
      }
    }
  }

  /** `Class.name`: functions stay plain, class methods are bound to the class. */
  onClassAccess(classObject: number, name: number): number {
    return this.lookup(classObject, -10 - name, (to) => {
      this.solver.each(this.onClass(classObject, name), (object) => this.bind(object, -1, classObject, to));
      if (!this.declares(classObject, name)) this.solver.copy(this.onMetaclass(classObject, name), to);
    });
  }

  /** What the class of a class defines, bound to the class as to an instance. */
  onMetaclass(classObject: number, name: number): number {
    const { solver } = this;
    return this.lookup(solver.heap.object(objectKind.super, classObject, -2), name, (to) => {
      for (const one of this.order(classObject)) {
        if (solver.heap.kind[one] !== objectKind.class) continue;
        solver.each(solver.own(one, solver.allocOf(one).metaclass), (meta) => {
          if (solver.heap.kind[meta] !== objectKind.class) return;
          solver.each(this.onClass(meta, name), (object) => this.bind(object, classObject, meta, to));
        });
      }
    });
  }

  /** True when the class or one of its bases inside the project has the name in its body. */
  declares(classObject: number, name: number): boolean {
    return this.order(classObject).some((one) => this.declared.get(one)?.has(name));
  }

  /** Names that begin so, of what the class of an instance defines. */
  eachMember(object: number, start: string, use: (name: number) => void): void {
    const { heap } = this.solver;
    if (heap.kind[object] !== objectKind.instance) return;
    const names = this.order(heap.a[object] as number).flatMap((one) => [...(this.declared.get(one) ?? [])]);
    for (const name of new Set(names)) if (this.solver.text(name).startsWith(start)) use(name);
  }

  private isEnum(classObject: number): boolean {
    const { heap } = this.solver;
    return this.order(classObject).some(
      (one) =>
        heap.kind[one] === objectKind.external &&
        /^enum\.\w*(Enum|Flag)$/.test(this.solver.text(heap.a[one] as number)),
    );
  }

  onInstance(instance: number, name: number): number {
    const { solver } = this;
    return this.lookup(instance, name, (to) => {
      const classObject = solver.heap.a[instance] as number;
      for (const one of this.order(classObject)) {
        if (solver.heap.kind[one] === objectKind.class)
          solver.copy(solver.field(this.instance(one), name), to);
      }
      solver.each(this.onClass(classObject, name), (object) => this.bind(object, instance, classObject, to));
    });
  }

  /** Attributes of `super()` in a class, for a receiver that may be of a subclass. */
  onSuper(classObject: number, receiver: number, name: number): number {
    const { solver } = this;
    const isInstance = solver.heap.kind[receiver] === objectKind.instance;
    const own = isInstance ? (solver.heap.a[receiver] as number) : receiver;
    const key = solver.heap.object(objectKind.super, classObject, receiver);
    return this.lookup(key, name, (to) => {
      const order = this.order(own);
      const at = order.indexOf(classObject);
      const rest = at >= 0 ? order.slice(at + 1) : this.order(classObject).slice(1);
      const found = solver.variable();
      this.search(rest, name, found);
      solver.each(found, (object) => this.bind(object, isInstance ? receiver : -1, own, to));
    });
  }

  private isDescriptor(object: number, method: "__get__" | "__set__"): boolean {
    const { heap } = this.solver;
    if (heap.kind[object] !== objectKind.instance) return false;
    return this.declares(heap.a[object] as number, this.solver.string(method));
  }

  /** The setters of a property or descriptor, if the class has one of this name, and what they get before the value. */
  setter(instance: number, name: number, use: (setter: number, first: number[]) => void): void {
    const { solver } = this;
    const classObject = solver.heap.a[instance] as number;
    if (!this.declares(classObject, name)) return;
    solver.each(this.onClass(classObject, name), (object) => {
      if (this.isDescriptor(object, "__set__"))
        solver.each(this.onInstance(object, solver.string("__set__")), (method) => use(method, [-1]));
      const setter = solver.heap.b[object] as number;
      if (solver.heap.kind[object] === objectKind.property && setter >= 0) {
        use(solver.heap.object(objectKind.bound, setter, instance), []);
      }
    });
  }

  private bind(object: number, instance: number, classObject: number, to: number): void {
    const { heap } = this.solver;
    const kind = heap.kind[object];
    if (kind === objectKind.function) {
      this.solver.add(to, instance >= 0 ? heap.object(objectKind.bound, object, instance) : object);
    } else if (kind === objectKind.wrapped) {
      const isClassMethod = this.solver.text(heap.b[object] as number) === "classmethod";
      const inner = heap.a[object] as number;
      this.solver.add(to, isClassMethod ? heap.object(objectKind.bound, inner, classObject) : inner);
    } else if (instance >= 0 && (kind === objectKind.property || this.isDescriptor(object, "__get__"))) {
      this.solver.add(to, heap.object(objectKind.bound, object, instance));
    } else if (instance < 0 && isValue(kind) && this.isEnum(classObject)) {
      this.solver.add(to, this.instance(classObject));
    } else this.solver.add(to, object);
  }

  private lookup(object: number, name: number, fill: (to: number) => void): number {
    let byName = this.lookups.get(object);
    if (!byName) {
      byName = new Map();
      this.lookups.set(object, byName);
    }
    const known = byName.get(name);
    if (known !== undefined) return known;
    const to = this.solver.variable();
    byName.set(name, to);
    if (this.isOpen) fill(to);
    else this.waiting.push(() => fill(to));
    // A base class may be reached through a class attribute before all bases are known.
    if (!this.isOpen && this.solver.hasField(object, name))
      this.solver.copy(this.solver.field(object, name), to);
    else if (!this.isOpen && name <= -10 && this.solver.hasField(object, -10 - name)) {
      this.solver.copy(this.solver.field(object, -10 - name), to);
    }
    return to;
  }
}

function isValue(kind: number | undefined): boolean {
  return kind === objectKind.constant || kind === objectKind.record || kind === objectKind.made;
}

/** The C3 merge; where it has no solution, what is left follows in order. */
function merged(lists: number[][]): number[] {
  const result: number[] = [];
  let rest = lists.map((list) => [...list]).filter((list) => list.length > 0);
  while (rest.length > 0) {
    const head =
      rest.map((list) => list[0] as number).find((one) => rest.every((list) => list.indexOf(one) <= 0)) ??
      ((rest[0] as number[])[0] as number);
    result.push(head);
    rest = rest.map((list) => list.filter((one) => one !== head)).filter((list) => list.length > 0);
  }
  return result;
}
