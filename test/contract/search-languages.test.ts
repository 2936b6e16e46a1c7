// Queries in many scripts, languages and kinds of code: by words alone, each finds what a person would expect, on every
// database, through the search operation.

import { expect, test } from "vitest";
import { operations } from "../../src/areas/contracts.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { forEachStore, type Open } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { aSession, seen } from "./samples.ts";

/** The stored observations; each line is its own session, so that no neighbour helps. */
const remembered = {
  zh: "修复数据库连接错误，重试三次",
  zhOther: "更新用户界面的按钮颜色",
  ja: "データベースの接続エラーを修正した",
  jaOther: "画面のボタンの色を変更",
  ko: "데이터베이스 연결을 다시 시도하도록 고쳤다",
  koOther: "버튼의 색상을 바꿨다",
  th: "แก้ไขข้อผิดพลาดการเชื่อมต่อฐานข้อมูล",
  thOther: "เปลี่ยนสีของปุ่ม",
  de: "Die Datenbankverbindung bricht beim Zeitstempel ab",
  deOther: "Der Knopf ist jetzt größer, die Straße ist grün",
  fr: "La requête dépasse le délai, résumé de la séance",
  ru: "Исправлена ошибка подключения к базе данных",
  el: "Διορθώθηκε η σύνδεση",
  ar: "إصلاح خطأ الاتصال بقاعدة البيانات",
  he: "תיקון שגיאה בחיבור למסד הנתונים",
  vi: "Sửa lỗi kết nối cơ sở dữ liệu",
  tr: "Bağlantı hatası İstanbul sunucusunda düzeltildi",
  camel: "Renamed parseHookEvent so that HTTPServerError is thrown",
  snake: "Set MAX_RETRY_COUNT and read retry_after_ms from the header",
  dotted: "Reads process.env.HOME_FOLDER before os.path.join",
  path: "Edited src/doors/http/app.ts and docs/how-to.md",
  otherPath: "Edited src/doors/cli/main.ts",
  nodeCode: "Node failed with ERR_MODULE_NOT_FOUND for ./lib",
  tsCode: "The compiler says TS2345: not assignable",
  otherTsCode: "The compiler says TS2322: not assignable",
  rustCode: "error[E0308]: mismatched types",
  windowsCode: "Access is denied, HRESULT 0x80070005",
  enoent: "open failed: ENOENT no such file",
  version: "Upgraded vite to 5.4.11",
  otherVersion: "Upgraded vitest to 5.1.0",
  tag: "Released v2.0.0-rc.1",
  emoji: "Shipped it 🚀 today",
  flagEmoji: "The 🇩🇪 translation is complete",
  zwj: "A picture of a 👩‍💻 in the docs",
  mixed: "React组件 renders twice in StrictMode",
  cpp: "The C++ build needs cmake",
  csharp: "The C# client needs dotnet",
  force: "git push --force was refused by the server",
  minusN: "kubectl get pods -n staging shows none",
  rm: "rm -rf node_modules and install again",
  hyphen: "Made the cache write-through and re-indexed",
  draft: "Wrote the release notes as a draft",
  final: "Wrote the release notes for good",
  fuzzy: "the quick brown fox jumps",
  fuzzyOther: "a fox that is brown and quick",
  caret: "npm install -D typescript --save-exact",
} as const;
type Name = keyof typeof remembered;

/** [the query, what must come first] */
const finds: Record<string, readonly (readonly [query: string, first: Name])[]> = {
  "Chinese words inside a sentence": [
    ["数据库", "zh"],
    ["连接错误", "zh"],
    ["数据库 错误", "zh"],
    ["按钮", "zhOther"],
    ["错", "zh"],
    ["“数据库连接”", "zh"],
  ],
  "Japanese words, in any width": [
    ["接続エラー", "ja"],
    ["データベース", "ja"],
    ["ﾃﾞｰﾀﾍﾞｰｽ", "ja"],
    ["修正", "ja"],
    ["ボタン 色", "jaOther"],
    ["「接続エラー」", "ja"],
  ],
  "Korean words with and without particles": [
    ["연결", "ko"],
    ["데이터베이스 연결", "ko"],
    ["색상", "koOther"],
  ],
  "Thai words without spaces": [
    ["เชื่อมต่อ", "th"],
    ["ฐานข้อมูล", "th"],
    ["ปุ่ม", "thOther"],
  ],
  "parts of German compounds": [
    ["Verbindung", "de"],
    ["Datenbank", "de"],
    ["verbindung datenbank", "de"],
    ["Stempel", "de"],
    ["Datenbankverbindung", "de"],
    ["grosser Knopf", "deOther"],
    ["Strasse", "deOther"],
    ["straße", "deOther"],
    ["gruen grün", "deOther"],
  ],
  "words without their accents, and with them": [
    ["requete", "fr"],
    ["requête", "fr"],
    ["RÉSUMÉ seance", "fr"],
    ["ket noi co so du lieu", "vi"],
    ["kết nối", "vi"],
    ["συνδεση", "el"],
    ["ΣΎΝΔΕΣΗ", "el"],
    ["istanbul baglanti", "tr"],
    ["İSTANBUL", "tr"],
  ],
  "other forms of a Russian word": [
    ["ошибка", "ru"],
    ["ошибки подключение", "ru"],
    ["база данных", "ru"],
  ],
  "scripts from right to left": [
    ["خطأ", "ar"],
    ["بيانات", "ar"],
    ["قاعدة البيانات", "ar"],
    ["خَطَأ", "ar"],
    ["שגיאה", "he"],
    ["חיבור", "he"],
    ["נתונים", "he"],
    ["שְׁגִיאָה", "he"],
  ],
  "identifiers, whole and by their parts": [
    ["parseHookEvent", "camel"],
    ["parsehookevent", "camel"],
    ["hook event", "camel"],
    ["http server error", "camel"],
    ["HTTPServerError", "camel"],
    ["MAX_RETRY_COUNT", "snake"],
    ["max retry", "snake"],
    ["retry_after_ms", "snake"],
    ["retryAfterMs", "snake"],
    ["process.env.HOME_FOLDER", "dotted"],
    ["process.env", "dotted"],
    ["home folder", "dotted"],
    ["os.path.join", "dotted"],
    ['"MAX_RETRY"', "snake"],
    ['"parseHook"', "camel"],
  ],
  "paths and file names": [
    ["src/doors/http/app.ts", "path"],
    ["./src/doors/http/app.ts", "path"],
    ["src\\doors\\http\\app.ts", "path"],
    ["app.ts", "path"],
    ["doors/http", "path"],
    ["doors/cli", "otherPath"],
    ["how-to.md", "path"],
    ["main.ts:12:5", "otherPath"],
  ],
  "error codes": [
    ["ERR_MODULE_NOT_FOUND", "nodeCode"],
    ["module not found", "nodeCode"],
    ["TS2345", "tsCode"],
    ["ts2345", "tsCode"],
    ["error TS2322", "otherTsCode"],
    ["E0308", "rustCode"],
    ["error[E0308]", "rustCode"],
    ["0x80070005", "windowsCode"],
    ["0X80070005", "windowsCode"],
    ["ENOENT", "enoent"],
  ],
  versions: [
    ["5.4.11", "version"],
    ["vite 5.4.11", "version"],
    ["vitest 5.1.0", "otherVersion"],
    ["5.1.0", "otherVersion"],
    ["v2.0.0", "tag"],
    ["2.0.0-rc.1", "tag"],
  ],
  emoji: [
    ["🚀", "emoji"],
    ["🇩🇪", "flagEmoji"],
    ["👩‍💻", "zwj"],
    ["shipped 🚀", "emoji"],
  ],
  "scripts mixed in one word": [
    ["组件", "mixed"],
    ["react", "mixed"],
    ["React组件", "mixed"],
    ["strict mode 组件", "mixed"],
  ],
  "languages whose names are signs": [
    ["C++", "cpp"],
    ["c++ build", "cpp"],
    ["C#", "csharp"],
  ],
  "flags of commands, which are no exclusions": [
    ["git push --force", "force"],
    ["--force", "force"],
    ["kubectl -n staging", "minusN"],
    ["pods -n", "minusN"],
    ["rm -rf node_modules", "rm"],
    ["npm install -D typescript", "caret"],
    ["npm install --save-exact", "caret"],
    ["-staging", "minusN"],
  ],
  "hyphenated words, which are no exclusions": [
    ["write-through cache", "hyphen"],
    ["re-indexed", "hyphen"],
    ["cache - write through", "hyphen"],
    ["how-to", "path"],
  ],
};

async function rememberAll(
  open: Open,
): Promise<{ memory: Memory; ask(query: string, minRelevance?: number): Promise<string[]> }> {
  const memory = await open();
  await memory.db.transaction().execute(async (tx) => {
    for (const [title, summary] of Object.entries(remembered))
      await record(tx, seen(await aSession(tx), { title, summary, detail: "" }));
  });
  const ask = async (query: string, minRelevance?: number) => {
    const asked = operations.search.input.parse({ query, limit: 20, minRelevance });
    const { results } = await searchMemory(memory, asked);
    return results.map((one) => one.title);
  };
  return { memory, ask };
}

forEachStore((open) => {
  test(`finds ${Object.keys(finds).join("; ")}`, async () => {
    const { ask } = await rememberAll(open);
    for (const [what, pairs] of Object.entries(finds)) {
      for (const [query, first] of pairs) expect.soft((await ask(query))[0], `${what}: ${query}`).toBe(first);
    }
  });

  test("a quoted phrase must occur verbatim, with any kind of quotation mark", async () => {
    const { ask } = await rememberAll(open);
    for (const query of ['"quick brown fox"', "“quick brown fox”", "«quick brown fox»", '"Quick Brown" fox'])
      expect.soft(await ask(query), query).toEqual(["fuzzy"]);
    expect(await ask('"fox quick"')).toEqual([]);
    expect(new Set(await ask("quick brown fox"))).toEqual(new Set(["fuzzy", "fuzzyOther"]));
  });

  test("a word or phrase after a dash must not occur", async () => {
    const { ask } = await rememberAll(open);
    expect((await ask("release notes -draft"))[0]).toBe("final");
    expect(await ask("release notes -draft")).not.toContain("draft");
    expect((await ask('release notes -"for good"'))[0]).toBe("draft");
    expect(await ask('release notes -"for good"')).not.toContain("final");
    expect(await ask("fox -jumps")).toEqual(["fuzzyOther"]);
    expect(await ask("数据库 按钮 -颜色")).not.toContain("zhOther");
    expect(await ask('"release notes" -draft -nothing')).toEqual(["final"]);
  });

  test("required and excluded words apply to a document's own text, not to its neighbours", async () => {
    const { memory, ask } = await rememberAll(open);
    const place = await aSession(memory.db);
    for (const title of ["first: amber lamp", "second: blue lamp", "third: amber wire"])
      await record(memory.db, seen(place, { title, summary: "", detail: "" }));
    expect(await ask('"blue lamp"')).toEqual(["second: blue lamp"]);
    expect(new Set(await ask("amber -blue"))).toEqual(new Set(["first: amber lamp", "third: amber wire"]));
  });

  test("pasted code, JSON and diffs are read as words, not as operators", async () => {
    const { ask } = await rememberAll(open);
    expect((await ask('console.log("fox", "and a word that is nowhere")', 0))[0]).toMatch(/^fuzzy/);
    expect((await ask('{"release": "notes", "state": "draft"}'))[0]).toBe("draft");
    expect((await ask("-the release notes\n-as a draft\n+nothing"))[0]).toBe("draft");
  });
});
