// When the daemon was last of use, by a clock that nobody can set.

export interface Activity {
  /** Somebody asked for something, or left something in the inbox. */
  asked(): void;
  /** The daemon did work of its own. */
  worked(): void;
  /** Since anything happened at all. */
  idleMs(): number;
  /** Since anybody wanted something. */
  quietMs(): number;
}

export function noActivity(): Activity {
  let askedAt = performance.now();
  let workedAt = askedAt;
  return {
    asked() {
      askedAt = performance.now();
    },
    worked() {
      workedAt = performance.now();
    },
    idleMs: () => performance.now() - Math.max(askedAt, workedAt),
    quietMs: () => performance.now() - askedAt,
  };
}
