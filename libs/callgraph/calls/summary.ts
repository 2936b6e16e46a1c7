// What the call graph keeps of one file: its operations on variables, independent of every other file, so that it can be
// cached by content. A front end writes it (builder.ts), the linker reads it (link.ts).

import type { Facts } from "./named/facts.ts";

/** Operations. Operands: v variable, s string, a allocation, n number; -1 where there is none. */
export const op = {
  /** v to, v from */
  copy: 0,
  /** v to, a */
  alloc: 1,
  /** v to, v base, s name, a owner, n line, n column */
  load: 2,
  /** v base, s name, v from, a owner, n line, n column */
  store: 3,
  /** v to, v base, v key, a owner, n line, n column */
  loadKey: 4,
  /** v base, v key, v from, a owner, n line, n column */
  storeKey: 5,
  /** v to, s name: a name that no scope of the file defines */
  global: 6,
  /** v to, s module, s name (-1: the module itself) */
  import: 7,
  /** v to, v iterated, a owner, n line, n column */
  element: 8,
  /** v to, v from: the value of a promise */
  await: 9,
  /** v to, s text: a string or number that may be a key */
  constant: 10,
  /** v to, v type: the instances of a class or type */
  inhabit: 11,
  /** v to, v base, n start: a slice or the rest of a list */
  slice: 12,
  /** v to, v from: copies all fields (object spread) */
  merge: 13,
  /** v to, v self, a class, n 1 when static: what `super` stands for */
  super: 14,
  /** v to, v from: iterates `from` into the elements of `to` */
  extend: 15,
  /** See `callAt`. */
  call: 16,
} as const;

export const operands: Record<number, string> = {
  [op.copy]: "vv",
  [op.alloc]: "va",
  [op.load]: "vvsann",
  [op.store]: "vsvann",
  [op.loadKey]: "vvvann",
  [op.storeKey]: "vvvann",
  [op.global]: "vs",
  [op.import]: "vss",
  [op.element]: "vvann",
  [op.await]: "vv",
  [op.constant]: "vs",
  [op.inhabit]: "vv",
  [op.slice]: "vvn",
  [op.merge]: "vv",
  [op.super]: "vvan",
  [op.extend]: "vv",
  [op.call]: "vvvsannnsn",
};

/** Where a call's operands are, counted from its operation. Arguments follow in threes: kind, name, variable. */
export const callAt = {
  to: 1,
  callee: 2,
  base: 3,
  name: 4,
  owner: 5,
  line: 6,
  column: 7,
  flags: 8,
  written: 9,
  count: 10,
  args: 11,
} as const;

export const argument = {
  positional: 0,
  spread: 1,
  keyword: 2,
  keywordSpread: 3,
  receiver: 4,
  throws: 5,
} as const;

/** How a key ends that is put together: of it only the beginning is known, or nothing. */
export const openEnd = "<any>";

export const callFlag = {
  /** `new X()` */
  construct: 1,
  /** A decorator: an unknown one returns what it decorates. */
  decorator: 2,
  /** `raise X`: a class is instantiated, anything else is left alone. */
  raise: 4,
  /** The called name is a definition of this file. */
  direct: 8,
  /** The called name, or what it is taken from, is imported. */
  imported: 16,
  /** A method of self or this. */
  self: 32,
  /** A call that the language makes, without a call in the source. */
  implicit: 64,
  /** An operator: only instances have a method for it. */
  operator: 128,
} as const;

export const allocKind = {
  function: 0,
  class: 1,
  /** Object literal, dictionary, or an object type. */
  record: 2,
  list: 3,
  tuple: 4,
  set: 5,
  string: 6,
  number: 7,
  promise: 8,
  map: 9,
  generator: 10,
  /** A type's name; `value` holds what a variable of the type may hold. */
  type: 11,
  module: 12,
} as const;

export type AllocKind = (typeof allocKind)[keyof typeof allocKind];

export const functionFlag = {
  generator: 1,
  async: 2,
  arrow: 4,
  method: 8,
  static: 16,
  getter: 32,
  setter: 64,
  /** No body: an overload, an abstract method, a function type. */
  bodiless: 128,
  constructor: 256,
  classMethod: 512,
} as const;

export interface Parameter {
  name: string;
  variable: number;
  kind: "plain" | "named" | "list" | "keywords";
}

export interface Alloc {
  kind: AllocKind;
  name: string;
  /** The function or class around it; -1: the module. */
  owner: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  flags: number;
  params?: Parameter[];
  /** A function's result, a promise's value, a type's instances. */
  value?: number;
  throws?: number;
  /** What `this` is in a function. */
  self?: number;
  /** What a generator yields, and what it is sent. */
  yields?: number;
  sent?: number;
  /** The class of a Python class. */
  metaclass?: number;
  /** Types that a class says it implements. */
  implements?: number[];
  /** A class's bases in order. */
  bases?: number[];
  /** Names that the class or record itself defines: name, variable. A class has its static names in `statics`. */
  fields?: [string, number][];
  statics?: [string, number][];
  /** Fields with a declared type: name, what the type allows. */
  typed?: [string, number][];
}

export interface FileSummary {
  path: string;
  language: string;
  variables: number;
  strings: string[];
  /** Operations in little-endian groups of seven bits, as `pack` writes them. */
  code: Uint8Array;
  /** Allocation 0 is the module. */
  allocs: Alloc[];
  /** Names that the module exports, and modules whose names it exports too. */
  exports: [string, number][];
  reexports: string[];
  /** Variables with a declared type, and the variable that holds what the type allows. */
  typed: [variable: number, declared: number][];
  /** Modules that it imports, as written. */
  imports: string[];
  /** Instead of operations, for languages whose calls are resolved by name. */
  facts?: Facts;
}

export function pack(code: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(code.length * 5);
  let at = 0;
  for (const number of code) {
    let rest = number + 1;
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[at++] = rest;
  }
  return bytes.slice(0, at);
}
