import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Most tests wait for other processes: one worker a core, also on a machine of two.
    maxWorkers: Math.max(2, availableParallelism()),
    globalSetup: "test/support/build.mjs",
    include: ["libs/**/*.test.ts", "src/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 90_000,
    hookTimeout: 240_000,
  },
});
