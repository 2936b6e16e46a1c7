// Limits how long work may go without progress, by a monotonic clock.

export interface Deadline {
  /** Progress: the time starts again. */
  extend(): void;
  /** Rejects when the time is over; never resolves. */
  passed: Promise<never>;
  clear(): void;
}

export function deadline(ms: number, error: () => Error): Deadline {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const timer = setTimeout(() => reject(error()), ms);
  return { extend: () => timer.refresh(), passed: promise, clear: () => clearTimeout(timer) };
}

/** Whether the work ended within the time; an error counts as an end and is passed to `onError`. */
export async function endsWithin(
  ms: number,
  work: Promise<unknown>,
  onError: (thrown: unknown) => void,
): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  const done = work.then(
    () => true,
    (thrown: unknown) => {
      onError(thrown);
      return true;
    },
  );
  const ended = await Promise.race([done, over]);
  clearTimeout(timer);
  return ended;
}
