// Builds dist/: one bundle for the command and the SDK with everything they need inside, so that the installed
// package has no dependency that runs code at install. Types come from tsc.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { englishErrors, plainBuiltins, together, valuesOf } from "./build-plugins.mjs";
import { copyGrammarFiles } from "./grammar-files.mjs";
import { copyModelFiles } from "./model-files.mjs";
import { buildSandbox } from "./sandbox-files.mjs";
import { env, node, root } from "./setup.mjs";
import { packagesOf, writeThirdParty } from "./third-party.mjs";
import { buildPage } from "./web-files.mjs";

const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

const { metafile } = await build({
  entryPoints: {
    cli: join(root, "src/doors/cli/main.ts"),
    index: join(root, "src/index.ts"),
    "embed-worker": join(root, "src/models/embed/worker.ts"),
    "codemap-worker": join(root, "src/indexes/codemap/worker.ts"),
    "function-worker": join(root, "src/rooms/functions/code/worker.ts"),
    "import-worker": join(root, "src/journeys/import/reader-worker.ts"),
    "sql-worker": join(root, "src/store/sql-worker.ts"),
    "calls-worker": join(root, "src/indexes/codemap/calls-worker.ts"),
  },
  outdir: dist,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  external: ["onnxruntime-node", "onnxruntime-web", "@huggingface/transformers"],
  alias: {
    // Its other form loads its parts in a way that bundlers do not see.
    "jsonc-parser": "jsonc-parser/lib/esm/main.js",
    "@modelcontextprotocol/server/_shims": join(root, "scripts/mcp-shims.mjs"),
  },
  plugins: [
    valuesOf(root, ["src/doors/cli/forms.ts", "src/doors/mcp/tool-list.ts"]),
    together(root, [
      "src/config/environment.ts",
      "src/config/paths.ts",
      "src/config/private-files.ts",
      "src/config/user-files.ts",
      "src/platform/foreign-file.ts",
      "src/protocol/errors.ts",
    ]),
    englishErrors,
    plainBuiltins,
  ],
  metafile: true,
  logLevel: "warning",
});
const copied = [
  ...(await copyModelFiles(dist)),
  ...(await buildSandbox(dist)),
  ...(await copyGrammarFiles(dist)),
];
const page = await buildPage(root, dist);
writeThirdParty(dist, packagesOf([...Object.keys(metafile.inputs), ...copied, ...page.inputs]));
console.log(
  `tellback: the page is ${page.firstScript} + ${page.firstStyle} bytes gzip at first, ${page.largestLater} at most later`,
);
writeEntry();
writeTypes();

/** Readable by every Node: an old one hands over to the right one, or says what is needed. */
function writeEntry() {
  const entry = join(dist, "tellback.mjs");
  copyFileSync(join(root, "scripts/entry.mjs"), entry);
  chmodSync(entry, 0o755);
}

function writeTypes() {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const types = [
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--outDir",
    join(dist, "types"),
  ];
  const args = [tsc, "--project", join(root, "tsconfig.build.json"), ...types];
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: "inherit" });
  // The program runs anyway, and a developer in the middle of a change wants to try it: `npm run check` is strict.
  if (status !== 0) console.warn("tellback: built, but its types are not right yet");
}
