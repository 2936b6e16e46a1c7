// Runs the operations of a program until nothing changes. What loading, storing and calling mean is decided by a
// language's semantics.

import { Heap, objectKind } from "./heap.ts";
import { intern, type Program } from "./link.ts";
import { type Alloc, allocKind, callAt, callFlag, op, operands } from "./summary.ts";
import { Worklist } from "./worklist.ts";

export interface Semantics {
  /** Before the first step: modules, fields of classes, names of the language. */
  begin(): void;
  /** After imports and class bases are known. */
  beginCalls(): void;
  load(object: number, name: number, site: number): void;
  store(object: number, name: number, from: number, site: number): void;
  loadKey(object: number, key: number, to: number, site: number): void;
  storeKey(object: number, key: number, from: number, site: number): void;
  element(object: number, to: number, site: number): void;
  await(object: number, to: number): void;
  inhabit(object: number, to: number): void;
  slice(object: number, start: number, to: number): void;
  merge(object: number, into: number): void;
  super(to: number, self: number, classObject: number, isStatic: boolean): void;
  call(site: number, callee: number, receiver: number): void;
  method(site: number, base: number): void;
  /** What a load found in a field: an accessor is called, anything else is the value. */
  loaded(object: number, to: number, site: number, base: number): void;
  global(file: number, name: number, to: number): void;
  import(file: number, module: string, name: string | undefined, to: number): void;
  /** When everything is quiet: guesses that need to know that nothing better will come. True when something was added. */
  settle(): boolean;
}

const sizes = Array.from(
  { length: Object.keys(operands).length },
  (_, operation) => 1 + (operands[operation] as string).length,
);

const asCallee = -1;
const asBase = -2;
const firstBase = 16;

export class Solver extends Worklist {
  readonly program: Program;
  readonly heap = new Heap();
  /** Targets of each call site: the operation's position → objects. */
  readonly targets = new Map<number, number[]>();
  private readonly watchers = new Map<number, ((name: number, variable: number) => void)[]>();
  private semantics: Semantics | undefined;
  constructor(program: Program) {
    super(program.variables, program.size);
    this.program = program;
  }

  run(semantics: Semantics): void {
    this.semantics = semantics;
    semantics.begin();
    for (let file = 0; file < this.program.files.length; file++) this.install(file, false);
    this.drain();
    semantics.beginCalls();
    for (let file = 0; file < this.program.files.length; file++) this.install(file, true);
    this.drain();
    for (let round = 0; round < 5 && semantics.settle(); round++) this.drain();
  }

  protected operate(what: number, extra: number, object: number): void {
    const code = this.program.code;
    const semantics = this.semantics as Semantics;
    switch (code[what]) {
      case op.load:
        if (extra >= firstBase) {
          semantics.loaded(object, code[what + 1] as number, what, extra - firstBase);
          return;
        }
        semantics.load(object, code[what + 3] as number, what);
        return;
      case op.store:
        semantics.store(object, code[what + 2] as number, code[what + 3] as number, what);
        return;
      case op.loadKey:
        if (extra === 2) {
          semantics.loadKey(object, -1, code[what + 1] as number, what);
          return;
        }
        if (extra === 0) {
          for (const key of this.objectsOf(code[what + 3] as number))
            semantics.loadKey(object, key, code[what + 1] as number, what);
        } else {
          for (const base of this.objectsOf(code[what + 2] as number))
            semantics.loadKey(base, object, code[what + 1] as number, what);
        }
        return;
      case op.storeKey:
        if (extra === 2) {
          semantics.storeKey(object, -1, code[what + 3] as number, what);
          return;
        }
        if (extra === 0) {
          for (const key of this.objectsOf(code[what + 2] as number))
            semantics.storeKey(object, key, code[what + 3] as number, what);
        } else {
          for (const base of this.objectsOf(code[what + 1] as number))
            semantics.storeKey(base, object, code[what + 3] as number, what);
        }
        return;
      case op.element:
        semantics.element(object, code[what + 1] as number, what);
        return;
      case op.await:
        semantics.await(object, code[what + 1] as number);
        return;
      case op.inhabit:
        semantics.inhabit(object, code[what + 1] as number);
        return;
      case op.slice:
        semantics.slice(object, code[what + 3] as number, code[what + 1] as number);
        return;
      case op.merge:
        for (const into of this.objectsOf(code[what + 1] as number)) semantics.merge(object, into);
        return;
      case op.extend:
        for (const into of this.objectsOf(code[what + 1] as number))
          semantics.element(object, this.field(into, this.any), what);
        return;
      case op.super:
        semantics.super(
          code[what + 1] as number,
          object,
          this.allocObject(code[what + 3] as number),
          (code[what + 4] as number) === 1,
        );
        return;
      case op.call:
        if (extra === asCallee) {
          semantics.call(what, object, -1);
          return;
        }
        if (extra === asBase) {
          semantics.method(what, object);
          return;
        }
        semantics.call(what, object, extra);
        return;
    }
  }

  // --- operations --------------------------------------------------------------------------------------------------

  private install(file: number, calls: boolean): void {
    const { code, starts } = this.program;
    const semantics = this.semantics as Semantics;
    const until = starts[file + 1] as number;
    for (let at = starts[file] as number; at < until; at += this.sizeAt(at)) {
      const operation = code[at];
      if ((operation === op.call) !== calls) continue;
      const first = code[at + 1] as number;
      const second = code[at + 2] as number;
      switch (operation) {
        case op.copy:
          this.copy(second, first);
          break;
        case op.alloc:
          this.add(first, this.allocObject(second));
          break;
        case op.constant:
          this.add(first, this.heap.object(objectKind.constant, second));
          break;
        case op.global:
          semantics.global(file, second, first);
          break;
        case op.import: {
          const name = code[at + 3] as number;
          semantics.import(file, this.text(second), name < 0 ? undefined : this.text(name), first);
          break;
        }
        case op.store:
          this.subscribe(first, at, 0);
          break;
        case op.storeKey:
          this.subscribe(first, at, second < 0 ? 2 : 0);
          if (second >= 0) this.subscribe(second, at, 1);
          break;
        case op.loadKey: {
          const key = code[at + 3] as number;
          this.subscribe(second, at, key < 0 ? 2 : 0);
          if (key >= 0) this.subscribe(key, at, 1);
          break;
        }
        case op.call:
          if (second >= 0) this.subscribe(second, at, asCallee);
          else this.subscribe(code[at + callAt.base] as number, at, asBase);
          break;
        default:
          this.subscribe(second, at, 0);
      }
    }
  }

  sizeAt(at: number): number {
    const operation = this.program.code[at] as number;
    const fixed = sizes[operation] as number;
    return operation === op.call ? fixed + 3 * (this.program.code[at + callAt.count] as number) : fixed;
  }

  /** Where an operation is written: the operands owner, line and column follow each other. */
  placeAt(site: number): { owner: number; line: number; column: number } {
    const { code } = this.program;
    const at = site + (code[site] === op.call ? callAt.owner : code[site] === op.element ? 3 : 4);
    return { owner: code[at] as number, line: code[at + 1] as number, column: code[at + 2] as number };
  }

  /** Runs for every operation of these kinds. */
  scan(kinds: readonly number[], use: (site: number, kind: number) => void): void {
    const { code, size } = this.program;
    for (let at = 0; at < size; at += this.sizeAt(at)) {
      const kind = code[at] as number;
      if (kinds.includes(kind)) use(at, kind);
    }
  }

  /** The load at this site reads this variable of this object. */
  loadFrom(site: number, variable: number, base: number): void {
    this.subscribe(variable, site, firstBase + base);
  }

  callTo(site: number, variable: number, receiver: number): void {
    this.subscribe(variable, site, receiver);
  }

  // --- objects -----------------------------------------------------------------------------------------------------

  text(string: number): string {
    return this.program.strings[string] as string;
  }

  string(text: string): number {
    return intern(this.program, text);
  }

  allocObject(alloc: number): number {
    const kind = (this.program.allocs[alloc] as { alloc: Alloc }).alloc.kind;
    if (kind === allocKind.module) {
      return this.heap.object(objectKind.module, (this.program.allocs[alloc] as { file: number }).file);
    }
    const object =
      kind === allocKind.function
        ? objectKind.function
        : kind === allocKind.class
          ? objectKind.class
          : objectKind.record;
    return this.heap.object(object, alloc);
  }

  /** Of a function, class or record. */
  allocOf(object: number): Alloc {
    return (this.program.allocs[this.heap.a[object] as number] as { alloc: Alloc }).alloc;
  }

  /** A variable that an allocation names, as a global number. */
  own(object: number, variable: number | undefined): number {
    if (variable === undefined || variable < 0) return -1;
    const file = (this.program.allocs[this.heap.a[object] as number] as { file: number }).file;
    return (this.program.variableBase[file] as number) + variable;
  }

  readonly any: number = -7;

  /** The variable of a field, made when it is first asked for. */
  field(object: number, name: number): number {
    let fields = this.heap.fields[object];
    if (fields === undefined) {
      fields = new Map();
      this.heap.fields[object] = fields;
    }
    const known = fields.get(name);
    if (known !== undefined) return known;
    const made = this.variable();
    this.setField(object, name, made);
    return made;
  }

  setField(object: number, name: number, variable: number): void {
    let fields = this.heap.fields[object];
    if (fields === undefined) {
      fields = new Map();
      this.heap.fields[object] = fields;
    }
    const before = fields.get(name);
    if (before !== undefined) {
      this.copy(before, variable);
      this.copy(variable, before);
      return;
    }
    fields.set(name, variable);
    for (const watcher of this.watchers.get(object) ?? []) watcher(name, variable);
  }

  hasField(object: number, name: number): boolean {
    return this.heap.fields[object]?.has(name) ?? false;
  }

  private readonly seen = new Map<string, Set<number>>();

  /** True the first time that it is asked about a pair: what is linked once need not be linked again, or without end. */
  once(what: string, object: number, to: number): boolean {
    let pairs = this.seen.get(what);
    if (!pairs) {
      pairs = new Set();
      this.seen.set(what, pairs);
    }
    const pair = object * 2 ** 27 + to;
    if (pairs.has(pair)) return false;
    pairs.add(pair);
    return true;
  }

  /** Runs for every field that the object has or will have. */
  watch(object: number, watcher: (name: number, variable: number) => void): void {
    const known = this.watchers.get(object);
    if (known) known.push(watcher);
    else this.watchers.set(object, [watcher]);
    for (const [name, variable] of [...(this.heap.fields[object] ?? [])]) watcher(name, variable);
  }

  // --- results -----------------------------------------------------------------------------------------------------

  record(site: number, target: number): void {
    const known = this.targets.get(site);
    if (known === undefined) this.targets.set(site, [target]);
    else if (!known.includes(target)) known.push(target);
  }

  flags(site: number): number {
    return this.program.code[site] === op.call
      ? (this.program.code[site + callAt.flags] as number)
      : callFlag.implicit;
  }
}
