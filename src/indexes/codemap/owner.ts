// The owner row of symbols: they are shown and found by their name, but have no documents in the search index, because a
// project has thousands of them and most never matter (`symbolsWithTerms` and `meaning.ts` find them when somebody searches).

import type { Owner } from "../owner.ts";
import { callsOf } from "./calls.ts";
import { asSymbol, symbolsById } from "./symbols.ts";

export const symbolOwner: Owner<"symbol"> = {
  table: "symbols",
  async read(db, id) {
    const row = (await symbolsById(db, [id])).get(id);
    if (!row) throw new Error(`no symbol ${id}`);
    const callers = await callsOf(db, "target_id", [id]);
    const known = await symbolsById(db, [...new Set(callers.flatMap(({ caller_id }) => caller_id ?? []))]);
    return {
      symbol: asSymbol(row),
      callers: callers.slice(0, 20).map(({ caller_id, path, line }) => ({
        id: caller_id,
        name: known.get(caller_id ?? "")?.qualified ?? path,
        file: path,
        line: Number(line),
      })),
    };
  },
  card({ symbol, callers }) {
    return {
      at: symbol.changedAt ?? "",
      title: `${symbol.kind} ${symbol.qualified}`,
      summary: symbol.documentation || symbol.signature,
      detail: [symbol.signature, `${symbol.file}:${symbol.startLine}-${symbol.endLine}`].join("\n"),
      files: [symbol.file],
      items: callers.flatMap(({ id, name, file, line }) =>
        id === null ? [] : [{ id, title: `called by ${name} at ${file}:${line}` }],
      ),
    };
  },
  async projectOf(db, id) {
    const row = await db.selectFrom("symbols").select("project_id").where("id", "=", id).executeTakeFirst();
    return row?.project_id ?? null;
  },
  known: (db) => db.selectFrom("symbols").select("id"),
  findable: (db) => db.selectFrom("symbols").select("id").where("id", "is", null),
  reindex: async (_db, after) => ({ count: 0, last: after }),
  confidences: null,
};
