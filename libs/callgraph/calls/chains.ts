// Many short chains of numbers in few arrays. An entry is a number; 0 is the end of a chain.

export class Chains {
  private values: Int32Array = new Int32Array(1024);
  private extras: Int32Array = new Int32Array(1024);
  private nexts: Int32Array = new Int32Array(1024);
  private size = 1;

  push(value: number, extra: number, next: number): number {
    if (this.size === this.values.length) {
      this.values = grown(this.values, this.size * 2);
      this.extras = grown(this.extras, this.size * 2);
      this.nexts = grown(this.nexts, this.size * 2);
    }
    this.values[this.size] = value;
    this.extras[this.size] = extra;
    this.nexts[this.size] = next;
    return this.size++;
  }

  value(entry: number): number {
    return this.values[entry] as number;
  }

  extra(entry: number): number {
    return this.extras[entry] as number;
  }

  next(entry: number): number {
    return this.nexts[entry] as number;
  }

  setNext(entry: number, next: number): void {
    this.nexts[entry] = next;
  }
}

export function grown(array: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}
