// The header of an export: whether a file is one, and whether this version can read it.

import { TellbackError } from "../../protocol/errors.ts";
import { exportFormat, exportHeader } from "../../protocol/export.ts";

export function refuseForeign(path: string, given: unknown): void {
  const header = exportHeader.safeParse(given);
  if (!header.success)
    throw new TellbackError("invalid_input", `${path} is not an export of tellback`, {
      hint: "It must begin with the header that `tellback export` writes.",
    });
  const { format, tellback } = header.data;
  if (format > exportFormat)
    throw new TellbackError("store_newer", `${path} was written by a newer tellback (${tellback})`, {
      hint: "Update tellback; nothing was changed.",
    });
}
