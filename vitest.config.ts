import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { layers } from "./test/layers.ts";
import { LongFirst } from "./test/support/long-first.ts";

const build = "test/support/build.mjs";
/** Halves the CPU of each program that a test starts from the sources. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/tellback/compiled") };

export default defineConfig({
  test: {
    // Tests of the program wait for other processes a third of their time; with more of them hooks miss their deadlines.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongFirst },
    testTimeout: 90_000,
    // npm run coverage: what the tests of this process reach; the program's tests start processes of their own.
    coverage: {
      provider: "v8",
      include: ["libs/**/*.ts", "src/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", "html"],
      reportsDirectory: "coverage",
    },
    hookTimeout: 240_000,
    projects: [
      { extends: true, test: { name: "unit", include: layers.unit, pool: "threads", isolate: false } },
      {
        extends: true,
        test: {
          name: "contract",
          include: layers.contract,
          env,
          isolate: false, // The files share their servers.
          globalSetup: [build, "test/support/shared-postgres.ts"],
        },
      },
      { extends: true, test: { name: "program", include: layers.program, env, globalSetup: build } },
    ],
  },
});
