// Assembles the vector kernel: `node scripts/kernel.ts` after a change of kernel.wat. For people who change it;
// nobody needs it to install or run tellback, because the result is committed (and a test rebuilds and compares).

import { readFile, writeFile } from "node:fs/promises";
import wabt from "wabt";

const folder = new URL("../src/indexes/search/vectors/", import.meta.url);
const target = new URL("kernel-bytes.ts", folder);

/** The text of kernel-bytes.ts for the current kernel.wat. */
export async function generateKernelBytes(): Promise<string> {
  const source = await readFile(new URL("kernel.wat", folder), "utf8");
  const tools = await wabt();
  const module = tools.parseWat("kernel.wat", source, { simd: true });
  module.validate();
  const { buffer } = module.toBinary({ canonicalize_lebs: true });
  module.destroy();
  const lines =
    Buffer.from(buffer)
      .toString("base64")
      .match(/.{1,100}/g) ?? [];
  return [
    "// Generated from kernel.wat by `node scripts/kernel.ts`: change that file, not this one.",
    "",
    `// ${buffer.length} bytes of WebAssembly, in base64.`,
    "export const kernelBytes =",
    `${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
}

if (import.meta.main) await writeFile(target, await generateKernelBytes());
