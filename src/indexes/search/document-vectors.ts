// Vectors of documents in the store: made by a model, kept as int8 with the model's id.

import type { Embedder } from "../../models/embed/embedder.ts";
import type { Db, DocumentRow } from "../../store/schema.ts";
import { encode } from "./vectors/quantise.ts";

const documentsAtOnce = 16;

/** Gives vectors to some documents that have none of this model; gives how many. */
export async function indexVectors(db: Db, embedder: Embedder): Promise<number> {
  const rows = await db
    .selectFrom("documents as d")
    .leftJoin("document_vectors as v", (join) =>
      join.onRef("v.document_seq", "=", "d.seq").on("v.model", "=", embedder.id),
    )
    .selectAll("d")
    .where("v.id", "is", null)
    .orderBy("d.seq", "desc")
    .limit(documentsAtOnce)
    .execute();
  if (rows.length === 0) return 0;
  const vectors = await embedder.embed(rows.map(meaningOf), "document", "observation");
  await db.transaction().execute(async (tx) => {
    for (const [i, row] of rows.entries()) {
      const vector = vectors[i];
      if (!vector) continue;
      await tx
        .insertInto("document_vectors")
        .values({ document_seq: row.seq, model: embedder.id, vector: encode(vector) })
        .onConflict((conflict) => conflict.columns(["document_seq", "model"]).doNothing())
        .execute();
    }
  });
  return rows.length;
}

/** What the model reads of a document. Who said it belongs to what it means. */
export function meaningOf(row: Pick<DocumentRow, "author" | "title" | "summary" | "detail">): string {
  const texts = [row.title, row.summary, row.detail].filter(
    (text, i, all) => text !== "" && all.indexOf(text) === i,
  );
  const text = texts.join("\n");
  return row.author ? `${row.author}: ${text}` : text;
}
