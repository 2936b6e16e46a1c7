// Abstract objects: what variables may hold. Objects are numbers.

export const objectKind = {
  /** a: allocation */
  function: 0,
  class: 1,
  record: 2,
  /** a: the class object */
  instance: 3,
  /** a: file */
  module: 4,
  /** a: string, the dotted name of something outside the project */
  external: 5,
  /** a: string, a name that the language defines */
  builtin: 6,
  /** a: function object, b: the receiver it is bound to */
  bound: 7,
  /** a: string */
  constant: 8,
  /** a: class object, b: receiver */
  super: 9,
  /** a: getter function object or -1, b: setter or -1 */
  property: 10,
  /** a: class object: the object that its instances inherit from */
  prototype: 11,
  /** a: wrapped object, b: string that says how it is wrapped */
  wrapped: 12,
  /** a: string (the method), b: receiver: a method that the language defines */
  method: 13,
  /** a: list object, b: where the part of it starts */
  part: 14,
  /** a: string, a folder of modules without a module of its own */
  namespace: 15,
  /** a: function object: what a generator function returns */
  generator: 16,
  /** a: string, b: site or receiver: a container that a builtin makes */
  made: 17,
} as const;

export class Heap {
  readonly kind: number[] = [];
  readonly a: number[] = [];
  readonly b: number[] = [];
  readonly fields: (Map<number, number> | undefined)[] = [];
  private readonly interned = new Map<number, Map<number, number>[]>();

  /** The object of this kind with these parts; the same parts give the same object. */
  object(kind: number, a: number, b = -1): number {
    let byKind = this.interned.get(a);
    if (!byKind) {
      byKind = [];
      this.interned.set(a, byKind);
    }
    let byB = byKind[kind];
    if (!byB) {
      byB = new Map();
      byKind[kind] = byB;
    }
    const known = byB.get(b);
    if (known !== undefined) return known;
    const id = this.kind.length;
    this.kind.push(kind);
    this.a.push(a);
    this.b.push(b);
    this.fields.push(undefined);
    byB.set(b, id);
    return id;
  }
}

/** Containers whose fields are their content. */
export function isContainer(kind: number | undefined): boolean {
  return kind === objectKind.record || kind === objectKind.part || kind === objectKind.made;
}
