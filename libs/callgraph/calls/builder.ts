// Writes a file's summary: front ends call one method for each operation.

import { type Alloc, type AllocKind, argument, type FileSummary, op, pack } from "./summary.ts";

/** Where in the source something happens, and in which function. */
export interface Place {
  owner: number;
  line: number;
  column: number;
}

export type Argument = [kind: number, name: string, variable: number];

export interface CallShape {
  callee?: number;
  base?: number;
  name?: string;
  flags: number;
  written: string;
  args: Argument[];
}

const nothing = -1;

export class Builder {
  readonly allocs: Alloc[] = [];
  readonly exports: [string, number][] = [];
  readonly reexports: string[] = [];
  readonly typed: [number, number][] = [];
  readonly imports = new Set<string>();
  private readonly code: number[] = [];
  private readonly strings: string[] = [];
  private readonly stringIds = new Map<string, number>();
  private variables = 0;

  variable(): number {
    return this.variables++;
  }

  allocate(kind: AllocKind, of: Omit<Alloc, "kind">): number {
    return this.allocs.push({ kind, ...of }) - 1;
  }

  copy(to: number, from: number): void {
    if (from !== nothing && to !== from) this.code.push(op.copy, to, from);
  }

  alloc(to: number, alloc: number): void {
    this.code.push(op.alloc, to, alloc);
  }

  load(to: number, base: number, name: string, at: Place): void {
    this.code.push(op.load, to, base, this.string(name), at.owner, at.line, at.column);
  }

  store(base: number, name: string, from: number, at: Place): void {
    this.code.push(op.store, base, this.string(name), from, at.owner, at.line, at.column);
  }

  loadKey(to: number, base: number, key: number, at: Place): void {
    this.code.push(op.loadKey, to, base, key, at.owner, at.line, at.column);
  }

  storeKey(base: number, key: number, from: number, at: Place): void {
    this.code.push(op.storeKey, base, key, from, at.owner, at.line, at.column);
  }

  global(to: number, name: string): void {
    this.code.push(op.global, to, this.string(name));
  }

  import(to: number, module: string, name?: string): void {
    this.imports.add(module);
    this.code.push(op.import, to, this.string(module), name === undefined ? nothing : this.string(name));
  }

  element(to: number, from: number, at: Place): void {
    this.code.push(op.element, to, from, at.owner, at.line, at.column);
  }

  await(to: number, from: number): void {
    this.code.push(op.await, to, from);
  }

  constant(to: number, text: string): void {
    this.code.push(op.constant, to, this.string(text));
  }

  inhabit(to: number, type: number): void {
    this.code.push(op.inhabit, to, type);
  }

  slice(to: number, base: number, start: number): void {
    this.code.push(op.slice, to, base, start);
  }

  merge(to: number, from: number): void {
    this.code.push(op.merge, to, from);
  }

  super(to: number, self: number, classAlloc: number, isStatic: boolean): void {
    this.code.push(op.super, to, self, classAlloc, isStatic ? 1 : 0);
  }

  extend(to: number, from: number): void {
    this.code.push(op.extend, to, from);
  }

  call(shape: CallShape, at: Place): number {
    const to = this.variable();
    this.code.push(op.call, to, shape.callee ?? nothing, shape.base ?? nothing);
    this.code.push(shape.name === undefined ? nothing : this.string(shape.name));
    this.code.push(at.owner, at.line, at.column, shape.flags, this.string(shape.written), shape.args.length);
    for (const [kind, name, variable] of shape.args) {
      this.code.push(kind, kind === argument.keyword ? this.string(name) : nothing, variable);
    }
    return to;
  }

  finish(path: string, language: string): FileSummary {
    return {
      path,
      language,
      variables: this.variables,
      strings: this.strings,
      code: pack(this.code),
      allocs: this.allocs,
      exports: this.exports,
      reexports: this.reexports,
      typed: this.typed,
      imports: [...this.imports],
    };
  }

  private string(text: string): number {
    const known = this.stringIds.get(text);
    if (known !== undefined) return known;
    const id = this.strings.push(text) - 1;
    this.stringIds.set(text, id);
    return id;
  }
}
