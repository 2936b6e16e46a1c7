// The k best of the rows that a scan offers: higher score first, equal scores by smaller key. For flat.ts.

export interface Hit {
  key: number;
  /** Cosine, -1 … 1. */
  score: number;
}

export interface Best {
  /** A lower score can no longer enter. */
  readonly floor: number;
  offer(key: number, score: number): void;
  /** Best first. */
  ranked(): Hit[];
}

export function createBest(k: number): Best {
  // A binary heap with the worst on top.
  const heap: Hit[] = [];
  const worse = (a: Hit, b: Hit) => a.score < b.score || (a.score === b.score && a.key > b.key);

  const at = (index: number) => heap[index] as Hit;
  const rise = (index: number) => {
    const hit = at(index);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!worse(hit, at(parent))) break;
      heap[index] = at(parent);
      index = parent;
    }
    heap[index] = hit;
  };
  const sink = (hit: Hit) => {
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && worse(at(child + 1), at(child))) child++;
      if (!worse(at(child), hit)) break;
      heap[index] = at(child);
      index = child;
    }
    heap[index] = hit;
  };

  return {
    get floor() {
      if (k <= 0) return Number.POSITIVE_INFINITY;
      return heap.length < k ? Number.NEGATIVE_INFINITY : at(0).score;
    },
    offer(key, score) {
      if (heap.length < k) {
        heap.push({ key, score });
        rise(heap.length - 1);
      } else if (k > 0 && score >= at(0).score) {
        const hit = { key, score };
        if (worse(at(0), hit)) sink(hit);
      }
    },
    ranked: () => heap.toSorted((a, b) => (worse(b, a) ? -1 : 1)),
  };
}
