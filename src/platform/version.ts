// The version of this tellback. A newer client asks an older daemon to stop, so versions must be comparable.

import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;

export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split(/[.-]/).map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
