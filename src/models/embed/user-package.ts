// npm packages that a user installs for a model: too large for tellback's own package. Found beside tellback, or in
// tellback's home, so that one command installs them wherever tellback itself runs from (npm, npx, a clone, a plugin).

import { createRequire } from "node:module";
import { join } from "node:path";

type UserPackage = { status: "loaded"; module: unknown } | { status: "missing"; why: string; cause: unknown };

export async function importUserPackage(name: string, folder: string | undefined): Promise<UserPackage> {
  let why = "is not installed";
  let cause: unknown;
  // A variable name, so that neither compiler nor bundler looks for it.
  const attempts = [
    () => import(name),
    ...(folder === undefined ? [] : [async () => createRequire(join(folder, "package.json"))(name)]),
  ];
  for (const attempt of attempts) {
    try {
      return { status: "loaded", module: await attempt() };
    } catch (thrown) {
      cause = thrown;
      if (!isMissing(thrown, name)) why = `cannot be loaded: ${firstLine(thrown)}`;
    }
  }
  return { status: "missing", why, cause };
}

/** The one command that installs it where tellback finds it. */
export function installCommand(name: string, folder: string | undefined): string {
  return folder === undefined
    ? `npm install --global ${name}`
    : `npm install --prefix ${/[^\w./:\\-]/.test(folder) ? `"${folder}"` : folder} ${name}`;
}

/** A package that is there and lacks one of its own parts is not missing. */
function isMissing(thrown: unknown, name: string): boolean {
  const { code, message = "" } = thrown as { code?: string; message?: string };
  return (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && message.includes(`'${name}'`);
}

function firstLine(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).split("\n", 1)[0] ?? "";
}
