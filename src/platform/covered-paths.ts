// Paths that contain a secret, for the store: each such part of a path gets a cover, always the same for the same part.
// Only this process knows what a cover replaces; the next hook of the project sends the path again.

const underCover = new Map<string, string>();
const made: [cover: string, path: string][] = [];
const maxKept = 10_000;

/** The path as it may be stored: unchanged, or with covers in place of the parts that `clean` would change. */
export function coveredPath(path: string, clean: (text: string) => string): string {
  const parts = path.split(/([\\/])/).map((part) => (clean(part) === part ? part : coverFor(part)));
  const joined = parts.join("");
  // A secret may extend over several parts.
  const covered = clean(joined) === joined ? joined : coverFor(path);
  if (covered !== path) keep(covered, path);
  return covered;
}

/** The covers that this thread has made since the last call, for the thread that may lift them. */
export function newCovers(): [cover: string, path: string][] {
  return made.splice(0);
}

export function adoptCovers(covers: readonly (readonly [cover: string, path: string])[]): void {
  for (const [cover, path] of covers) if (underCover.get(cover) !== path) keep(cover, path);
}

/** The path on disk. */
export function revealedPath(path: string): string {
  if (!path.includes("[secret:")) return path;
  const whole = underCover.get(path);
  if (whole !== undefined) return whole;
  return path
    .split(/([\\/])/)
    .map((part) => underCover.get(part) ?? part)
    .join("");
}

function coverFor(part: string): string {
  const cover = `[secret:path-${shortHash(part)}]`;
  keep(cover, part);
  return cover;
}

function keep(cover: string, path: string): void {
  if (underCover.size > maxKept) underCover.clear();
  if (underCover.get(cover) !== path && made.length < maxKept) made.push([cover, path]);
  underCover.set(cover, path);
}

export function shortHash(text: string): string {
  // Loaded only for a secret: every command imports this file, and loading crypto takes a tenth of its time.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
