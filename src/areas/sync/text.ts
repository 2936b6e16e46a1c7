// Texts of sync.

import { bad, plural } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

const hint =
  "Everything else was exchanged. The machine that wrote a missing or refused part writes it again at its next sync.";

export const texts: TextsOf<typeof operations> = {
  "sync.look": ({ place, key, salt }) =>
    `${place}: ${salt === null ? "no vault yet" : "a vault"}, its key is ${key === "known" ? "known here" : "not known here"}`,
  sync: ({ place, machines, received, sent, refused, missing, repaired }) =>
    [
      `${place}: received ${plural(received, "record")}, sent ${plural(sent, "record")}; ${plural(machines, "machine")} in the vault`,
      ...missing.map((part) => bad(`missing: ${part}`)),
      ...(repaired.length === 0
        ? []
        : [`repaired: this machine wrote all that it holds again (${repaired.join("; ")})`]),
      ...refused.map((part) => bad(`refused: ${part}`)),
      ...(refused.length + missing.length === 0 ? [] : [hint]),
    ].join("\n"),
};
