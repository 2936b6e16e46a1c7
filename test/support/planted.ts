// Secrets for tests to plant: values of a project's .env, which look harmless, and tokens, which do not; and a search
// for them in every byte of a home folder.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Planted {
  value: string;
  token: string;
  /** Both, as one word. */
  both: string;
}

/** The same secrets for the same door, so that a finding shows where it entered. */
export function plantedAt(place: string): Planted {
  const letters = createHash("sha512")
    .update(place)
    .digest("base64")
    .replace(/[^A-Za-z0-9]/g, "");
  const value = `Zq${letters.slice(0, 14)}7`;
  const token = `${["gh", "p_"].join("")}${letters.slice(20, 56)}`;
  return { value, token, both: `${value}-${token}` };
}

export function writeDotenv(folder: string, places: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const lines = places.map((place, i) => `PLANTED_${i}_PASSWORD=${plantedAt(place).value}\n`);
  writeFileSync(join(folder, ".env"), lines.join(""));
}

/** Every string in a JSON value with a secret at its end. */
export function plantIn(value: unknown, secret: string, spared: ReadonlySet<string>): unknown {
  if (typeof value === "string") return `${value}-${secret}`;
  if (Array.isArray(value)) return value.map((inner) => plantIn(inner, secret, spared));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      spared.has(key) && typeof inner === "string" ? inner : plantIn(inner, secret, spared),
    ]),
  );
}

/** Where planted secrets are found under a folder: the door, the file and the text before it. */
export function findPlanted(folder: string, places: readonly string[]): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .flatMap((name) => {
      const bytes = readFileSync(join(folder, name)).toString("latin1");
      return places.flatMap((place) => {
        const { value, token } = plantedAt(place);
        const at = [value, token].map((secret) => bytes.indexOf(secret)).find((index) => index >= 0);
        return at === undefined ? [] : [`${place} in ${name}: ${JSON.stringify(bytes.slice(at - 60, at))}`];
      });
    });
}
