// How long work will still take, from how fast it went lately. Pure.

interface Sample {
  ms: number;
  done: number;
}

/** Older samples say nothing: what was imported before is passed over quickly. */
const lookBackMs = 10_000;
const soonestMs = 1_500;

export interface TimeLeft {
  /** Null while there is too little to tell. */
  after(ms: number, done: number, all: number): string | null;
}

export function timeLeft(): TimeLeft {
  let samples: Sample[] = [];
  return {
    after(ms, done, all) {
      samples = [...samples.filter((one) => ms - one.ms <= lookBackMs), { ms, done }];
      const [first] = samples;
      if (!first || ms - first.ms < soonestMs || done <= first.done || done >= all) return null;
      return spoken(((all - done) * (ms - first.ms)) / (done - first.done));
    },
  };
}

function spoken(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `about ${seconds} s left`;
  if (seconds < 3600) return `about ${Math.ceil(seconds / 60)} min left`;
  return `about ${(seconds / 3600).toFixed(1)} h left`;
}
