// Texts of sync.

import type { syncOperations } from "../../../protocol/operations/sync.ts";
import { plural } from "../output.ts";
import type { TextsOf } from "./renderer.ts";

export const syncTexts: TextsOf<typeof syncOperations> = {
  "sync.look": ({ place, key, salt }) =>
    `${place}: ${salt === null ? "no vault yet" : "a vault"}, its key is ${key === "known" ? "known here" : "not known here"}`,
  sync: ({ place, machines, received, sent, problems }) =>
    [
      `${place}: received ${plural(received, "record")}, sent ${plural(sent, "record")}; ${plural(machines, "machine")} in the vault`,
      ...problems.map((problem) => `not read: ${problem}`),
    ].join("\n"),
};
