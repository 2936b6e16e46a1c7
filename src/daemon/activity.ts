// When the daemon was last used, by a monotonic clock.

export interface Activity {
  /** A request came in, or a file in the inbox. */
  asked(): void;
  /** The daemon did work of its own. */
  worked(): void;
  /** Since any activity. */
  idleMs(): number;
  /** Since the last request or inbox file. */
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
