// TELLBACK_TEST_STORE names the one store to run on: for quick feedback while working, never in CI.

export type StoreName = "SQLite" | "PostgreSQL" | "PGlite";

const only = process.env.TELLBACK_TEST_STORE;

export function isWanted(name: StoreName): boolean {
  if (only === undefined) return true;
  if (process.env.CI === "true") throw new Error("In CI every store is tested: unset TELLBACK_TEST_STORE.");
  if (!/^(SQLite|PostgreSQL|PGlite)$/.test(only))
    throw new Error(`TELLBACK_TEST_STORE: unknown store "${only}"`);
  return only === name;
}
