// Removes from a child's global object what a program that reaches JavaScript could use: the network, the process and
// new code. A second wall behind the language's own; the permissions of Node and the outer layer are two more.

const doors = [
  ...["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "Request", "Response", "BroadcastChannel"],
  ...["require", "process", "Worker", "SharedWorker", "navigator", "Deno", "Bun"],
];

export function closeDoors(): void {
  for (const name of doors) Reflect.deleteProperty(globalThis, name);
}

// Node's types declare WebAssembly without its constructors.
declare const WebAssembly: { Memory: { prototype: Memory } };
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const pageBytes = 65_536;
const { grow } = WebAssembly.Memory.prototype;
let maxBytes = Number.POSITIVE_INFINITY;

/** A program that needs more gets an error of its own language instead of being killed. */
export function limitMemory(megabytes: number): void {
  maxBytes = megabytes * 1024 * 1024;
}

WebAssembly.Memory.prototype.grow = function limited(this: Memory, pages: number): number {
  if (this.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError("memory limit reached");
  return grow.call(this, pages);
};
