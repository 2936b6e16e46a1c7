// Maps keys to slots: an open-addressing table of slot numbers, 4 bytes per entry, at most half full.
// For flat.ts. A Map of a million numbers would take five times the memory and ten times as long to rebuild.

const free = -1;

export interface Slots {
  readonly bytes: number;
  /** The slot of a key, or -1. */
  find(key: number): number;
  put(key: number, slot: number): void;
  /** Adds a new key; false (and nothing done) if it is known. */
  add(key: number, slot: number): boolean;
  /** Removes a key and returns its slot, or -1. */
  take(key: number): number;
}

/** `keyAt` must answer for every slot that was added and not yet removed. */
export function createSlots(keyAt: (slot: number) => number, expected = 0): Slots {
  let table = new Int32Array(sizeFor(expected)).fill(free);
  let used = 0;

  const home = (key: number) => spread(key) & (table.length - 1);
  const next = (at: number) => (at + 1) & (table.length - 1);
  const slotAt = (at: number) => table[at] ?? free;

  /** Where the key is, or the free position where it would go. */
  const seek = (key: number) => {
    let at = home(key);
    for (let slot = slotAt(at); slot !== free && keyAt(slot) !== key; slot = slotAt(at)) at = next(at);
    return at;
  };

  const grow = () => {
    const old = table;
    table = new Int32Array(old.length * 2).fill(free);
    for (const slot of old) if (slot !== free) table[seek(keyAt(slot))] = slot;
  };

  const fill = (at: number, slot: number) => {
    table[at] = slot;
    if (++used * 2 > table.length) grow();
  };

  return {
    get bytes() {
      return table.byteLength;
    },
    find: (key) => slotAt(seek(key)),
    put(key, slot) {
      const at = seek(key);
      if (slotAt(at) === free) fill(at, slot);
      else table[at] = slot;
    },
    add(key, slot) {
      const at = seek(key);
      if (slotAt(at) !== free) return false;
      fill(at, slot);
      return true;
    },
    take(key) {
      let hole = seek(key);
      const taken = slotAt(hole);
      if (taken === free) return free;
      // Close the gap, so that no search stops early: every entry that can move back to the hole does.
      for (let at = next(hole); slotAt(at) !== free; at = next(at)) {
        const wanted = home(keyAt(slotAt(at)));
        const distance = (from: number) => (at - from) & (table.length - 1);
        if (distance(wanted) >= distance(hole)) {
          table[hole] = slotAt(at);
          hole = at;
        }
      }
      table[hole] = free;
      used--;
      return taken;
    },
  };
}

function sizeFor(expected: number): number {
  let size = 64;
  while (size < expected * 2) size *= 2;
  return size;
}

/** All 53 bits of a key mixed into 32 (the end of MurmurHash3), so that regular keys do not cluster. */
function spread(key: number): number {
  let hash = key ^ Math.imul(key / 2 ** 32, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
