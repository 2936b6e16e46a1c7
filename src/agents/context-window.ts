// How many tokens fit into the context window of the model that a host names. Pure. An unknown model has no known window.

const windows: readonly [RegExp, number][] = [
  [/\[1m\]/i, 1_000_000],
  [/^gemini-/i, 1_000_000],
  [/^gpt-5/i, 400_000],
  [/^claude-/i, 200_000],
  [/^gpt-4o/i, 128_000],
  [/^gpt-3\.5/i, 16_000],
];

export function contextWindowOf(model: string | undefined): number | null {
  return windows.find(([name]) => name.test(model ?? ""))?.[1] ?? null;
}

/** The window that the settings of tokens are made for. */
const usualWindow = 200_000;
/** More text is not more help. */
const maxFactor = 2;

/** By how much more or less than the settings say may be injected into the window of this model. */
export function windowFactor(model: string | undefined): number {
  const window = contextWindowOf(model);
  return window === null ? 1 : Math.min(maxFactor, window / usualWindow);
}
