import { describe, expect, test } from "vitest";
import { termsOf } from "./terms.ts";

const shares = (document: string, query: string) => {
  const terms = new Set(termsOf(document));
  return termsOf(query).every((term) => terms.has(term));
};

describe("a document is found by", () => {
  test.each([
    ["the whole identifier", "calls parseHookEvent() twice", "parseHookEvent"],
    ["a part of a camelCase identifier", "calls parseHookEvent() twice", "hook event"],
    ["a part of a snake_case identifier", "MAX_RETRY_COUNT is 3", "retry count"],
    ["an acronym inside an identifier", "the HTTPServerError class", "http server"],
    ["a file name", "Edited src/doors/http/app.ts", "app.ts"],
    ["an error code", "failed with ERR_MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"],
    ["another form of the word", "migrations were running", "migrate run"],
    ["a word without its accents", "le résumé de la séance", "resume seance"],
    ["a Chinese word inside a sentence", "修复数据库连接错误", "数据库"],
    ["a Japanese word", "データベースの接続エラーを修正", "接続エラー"],
    ["a Korean word", "데이터베이스 연결 오류", "연결"],
    ["a Thai word", "แก้ไขข้อผิดพลาดการเชื่อมต่อ", "เชื่อมต่อ"],
    ["an emoji", "shipped it 🚀 today", "🚀"],
  ])("%s", (_, document, query) => {
    expect(shares(document, query)).toBe(true);
  });
});

test("terms are plain ASCII words whatever the text contains", () => {
  const terms = termsOf(`"quotes" * ^ NEAR( -x col:y \0 '); drop table x; -- ∀ \u{1F469} \uD800 Ω ß`);
  for (const term of terms) expect(term).toMatch(/^[a-z0-9_]+$/);
});
