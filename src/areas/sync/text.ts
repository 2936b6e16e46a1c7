// Texts of sync.

import { bad, plural } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

const refusedHint =
  "Everything else was exchanged. Copy a refused part again from the machine that wrote it, then run the sync again.";

export const texts: TextsOf<typeof operations> = {
  "sync.look": ({ place, key, salt }) =>
    `${place}: ${salt === null ? "no vault yet" : "a vault"}, its key is ${key === "known" ? "known here" : "not known here"}`,
  sync: ({ place, machines, received, sent, refused, missing }) =>
    [
      `${place}: received ${plural(received, "record")}, sent ${plural(sent, "record")}; ${plural(machines, "machine")} in the vault`,
      ...missing.map((part) => `missing: ${part}`),
      ...refused.map((part) => bad(`refused: ${part}`)),
      ...(refused.length === 0 ? [] : [refusedHint]),
    ].join("\n"),
};
