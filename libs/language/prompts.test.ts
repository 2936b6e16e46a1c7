import { describe, expect, test } from "vitest";
import { declines, rejects } from "./prompts.ts";

describe("a prompt that rejects", () => {
  test.each([
    "no, revert that",
    "Undo",
    "undo that please",
    "Please revert your changes.",
    "No, not like this, keep the old names",
    "Not like this. Use a map.",
    "revert this, it breaks the build",
    "roll back the last change",
    "That's wrong, the port is 6380",
    "not true. You have been modifying the setup before",
    "I don't like this",
    "No, not a spreadsheet, I don't want that. Take the export out again.",
    "No. Change it back, please",
    "Nein, keine Tabelle, das will ich nicht",
    "Nein, mach das rückgängig",
    "so nicht, nimm eine Map",
    "Non, annule",
    "pas comme ça",
    "No, deshazlo",
    "así no",
    "Não, desfaça isso",
    "Нет, откати",
    "撤销",
    "不对，端口是 6380",
    "元に戻して",
    "되돌려 주세요",
  ])("%s", (prompt) => {
    expect(rejects(prompt)).toBe(true);
  });
});

describe("a prompt that rejects nothing", () => {
  test.each([
    "no problem, go on",
    "Why does undo not work in the editor?",
    "Add an undo button",
    "Implement revert for commits",
    "revert the commit 1a2b3c4 of last week on the release branch",
    "No more questions, thanks",
    "It still fails",
    "No, go on. I don't want to wait for the build",
    "No need to ask, I like it",
    "Does this revert the migration?",
    "now the tests",
    "Nicht schlecht, weiter so",
    "undo/redo support for the canvas",
  ])("%s", (prompt) => {
    expect(rejects(prompt)).toBe(false);
  });
});

describe("a prompt that declines a proposal", () => {
  test.each([
    "hm, I'd rather not",
    "I'd rather keep the old format",
    "let's not, keep it as is",
    "Leave it as it is, we have other problems",
    "no thanks",
    "nah, that's overkill",
    "actually, drop the idea",
    "nee, lass das lieber",
    "Lieber nicht, das ist mir zu heikel",
    "bleiben wir bei der alten Lösung",
    "non merci",
    "je préfère ne pas toucher à ça",
    "mejor no",
    "prefiro não mexer nisso",
    "лучше не надо",
    "还是算了",
    "やめておきましょう",
    "그냥 두자",
  ])("%s", (prompt) => {
    expect(declines(prompt)).toBe(true);
  });

  test.each([
    "keep the second paragraph and shorten the rest",
    "leave the window open while it runs",
    "go on",
    "Lass die Tests laufen",
    "forget the cache when the user logs out",
    "skip the first two rows of the file",
    "drop the column `legacy_id`",
    "I'd rather have it in the header, please move it",
  ])("%s declines nothing", (prompt) => {
    expect(declines(prompt)).toBe(false);
  });
});
