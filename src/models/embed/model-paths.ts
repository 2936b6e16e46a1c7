// Where the files of the bundled model are: beside the built program, or in node_modules in the source tree.
// The list is model-files.json, which scripts/model-files.mjs also uses to copy the files into dist.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { TellbackError } from "../../protocol/errors.ts";
import files from "./model-files.json" with { type: "json" };

export type ModelFile = "model" | "tokenizer" | "runtime" | "wasm";

/** Finds one file: `<dist>/models/…` (also if the code is in a subfolder of dist), else node_modules. */
export function modelFileUrl(name: ModelFile): URL {
  const file = files.find((each) => each.name === name);
  if (!file) throw new TellbackError("internal", `unknown model file "${name}"`);
  const places = [`./${file.to}`, `../${file.to}`, `../../../node_modules/${file.from}`];
  const found = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (found) return found;
  throw new TellbackError("unavailable", `${file.to}, a part of the bundled embedding model, is missing`, {
    hint: "Install tellback again; until then search uses full text only.",
  });
}

/** Reads one file and checks that it is the one that this version was measured with. */
export async function readModelFile(name: ModelFile): Promise<Buffer<ArrayBuffer>> {
  const url = modelFileUrl(name);
  const bytes = await readFile(url);
  const expected = files.find((each) => each.name === name)?.sha256;
  if (createHash("sha256").update(bytes).digest("hex") !== expected) {
    throw new TellbackError("unavailable", `${url.pathname} is not the file that tellback was built with`, {
      hint: "Install tellback again; until then search uses full text only.",
    });
  }
  return bytes;
}
