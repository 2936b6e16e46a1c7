// The three layers of tests and the files of each. vitest.config.ts makes a project of each layer, and
// layers.test.ts holds that every test file is in exactly one of them.

export const layers = {
  /** Pure: no build, no other program, no store. */
  unit: ["libs/**/*.test.ts", "src/**/*.test.ts", "web/**/*.test.{ts,tsx}", "test/*.test.ts"],
  /** What every store must do, on SQLite, PostgreSQL and PGlite. */
  contract: ["test/contract/**/*.test.ts"],
  /** The built program, as users and hosts run it. */
  program: ["test/program/**/*.test.ts"],
};
