// A plain full-text search to compare with: one FTS5 table with SQLite's own stemmer, any word of the question except
// common English ones, ranked by bm25.

import { DatabaseSync } from "node:sqlite";

const common = new Set(
  `a an and are as at be been being but by can could did do does doing for from had has have having he her hers him his
  how i if in into is it its just me my no nor not of off on or our ours out over own she should so some such than that
  the their theirs them then there these they this those to too up us was we were what when where which while who whom
  whose why will with would you your yours am about any all after before because between both during each few further
  here more most only other same through under until very s t d ll m re ve`.split(/\s+/),
);

export function bareIndex(
  docs: readonly { id: string; text: string; speaker?: string | null | undefined }[],
): (question: string, most: number) => string[] {
  const db = new DatabaseSync(":memory:");
  db.exec(`create virtual table t using fts5 (text, tokenize = "porter unicode61")`);
  const insert = db.prepare("insert into t (rowid, text) values (?, ?)");
  for (const [i, { text, speaker }] of docs.entries()) insert.run(i, speaker ? `${speaker}: ${text}` : text);
  const find = db.prepare("select rowid from t where t match ? order by bm25(t) limit ?");
  return (question, most) => {
    const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const content = words.filter((word) => !common.has(word));
    const asked = content.length > 0 ? content : words;
    if (asked.length === 0) return [];
    const rows = find.all(asked.map((word) => `"${word}"`).join(" OR "), most);
    return rows.map(({ rowid }) => docs[Number(rowid)]?.id ?? "");
  };
}
