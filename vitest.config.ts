import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { layers } from "./test/layers.ts";

const build = "test/support/build.mjs";

export default defineConfig({
  test: {
    // Most tests wait for other processes: one worker a core, also on a machine of two.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 90_000,
    hookTimeout: 240_000,
    projects: [
      { extends: true, test: { name: "unit", include: layers.unit, pool: "threads", isolate: false } },
      { extends: true, test: { name: "contract", include: layers.contract, globalSetup: build } },
      { extends: true, test: { name: "program", include: layers.program, globalSetup: build } },
    ],
  },
});
