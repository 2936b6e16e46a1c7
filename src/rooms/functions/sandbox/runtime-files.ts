// Where the files of a child are: beside the built program, or in the build of the source tree. A child is always the
// built one, because it may read nothing but itself.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TellbackError } from "../../../protocol/errors.ts";

/** The same folder in dist, in a subfolder of dist, and in the source tree. */
const folders = ["./sandbox/", "../sandbox/", "../../../../dist/sandbox/"];

export function runtimeFile(name: string): string {
  const urls = folders.map((folder) => new URL(folder + name, import.meta.url));
  const found = urls.find((url) => existsSync(url));
  if (found) return fileURLToPath(found);
  throw new TellbackError("unavailable", `the sandbox cannot start: sandbox/${name} is missing`, {
    hint: "Install tellback again; in the source tree run `npm run build`.",
  });
}
