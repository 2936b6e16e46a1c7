// Functions of the library as owners: how one is shown, found and indexed.

import type { Owner } from "../../indexes/owner.ts";
import { asFunction, functionNamed, indexFunctions } from "./functions.ts";
import { metricsOf } from "./runs.ts";
import { testsOf } from "./tests.ts";
import { asVersion, versionRow } from "./versions.ts";

export const functionOwner: Owner<"function"> = {
  table: "functions",
  async read(db, id) {
    const row = await functionNamed(db, id);
    return {
      function: await asFunction(db, row),
      promoted: await asVersion(db, await versionRow(db, id, row.version)),
      tests: await testsOf(db, id),
      metrics: await metricsOf(db, id),
    };
  },
  card({ function: { updatedAt: at, name, description, signature, language, testsPass }, promoted }) {
    return {
      at,
      title: `${name}: ${description}`,
      summary: `${language} function ${signature}${testsPass ? ", its tests pass" : ""}`,
      detail: promoted.code,
    };
  },
  projectOf: async () => null,
  known: (db) => db.selectFrom("functions").select("id"),
  findable: (db) => db.selectFrom("functions").select("id").where("version", ">", 0),
  reindex: indexFunctions,
  confidences: null,
};
