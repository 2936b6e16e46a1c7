import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";

const script = new URL("../../../scripts/model-files.mjs", import.meta.url).href;
const source = (file: string) => fileURLToPath(new URL(file, import.meta.url));

test("works from a bundle, in a folder without node_modules", async () => {
  const { copyModelFiles } = await import(script);
  const dist = await mkdtemp(join(tmpdir(), "tellback-embed-"));
  try {
    await copyModelFiles(dist);
    await build({
      entryPoints: {
        program: source("../../../src/models/embed/open.ts"),
        "embed-worker": source("../../../src/models/embed/worker.ts"),
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outExtension: { ".js": ".mjs" },
      outdir: dist,
      logLevel: "error",
    });
    await writeFile(
      join(dist, "try.mjs"),
      `import { openEmbedder } from "./program.mjs";
       const [vector] = await openEmbedder({ provider: "bundled" }).embed(["hello world"], "query");
       console.log(vector.length, vector[0].toFixed(2));`,
    );
    // It also exits on its own: an idle worker does not keep the process alive.
    const { stdout } = await promisify(execFile)(process.execPath, [join(dist, "try.mjs")], {
      timeout: 20_000,
    });
    expect(stdout).toBe("384 -0.04\n");
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
});

test("a file that is not the measured one stops the build", async () => {
  const { modelFiles, copyModelFiles } = await import(`${script}?changed`);
  expect(modelFiles[0].sha256).toBe("afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1");
  modelFiles[0].sha256 = "0".repeat(64);
  const dist = await mkdtemp(join(tmpdir(), "tellback-embed-"));
  await expect(copyModelFiles(dist)).rejects.toThrow("has sha256 afdb6f1a");
  await rm(dist, { recursive: true });
});
