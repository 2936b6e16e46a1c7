import { describe, expect, test } from "vitest";
import { fillerIn, withoutAcknowledgement } from "./filler.ts";

describe("filler", () => {
  test.each([
    ["announcement", "Let me check the logs."],
    ["announcement", "Now I'll run the tests:"],
    ["announcement", "Great! Now let me fix the parser."],
    ["announcement", "I'm going to look at the tests."],
    ["announcement", "Running the tests…"],
    ["announcement", "Now run the tests:"],
    ["announcement", "Ich schaue mir das an."],
    ["announcement", "Je vais vérifier."],
    ["announcement", "Voy a revisar los tests."],
    ["announcement", "Vou executar os testes."],
    ["announcement", "Давайте проверим."],
    ["announcement", "让我看看。"],
    ["announcement", "コードを確認します。"],
    ["announcement", "확인하겠습니다."],
    ["acknowledgement", "Thanks."],
    ["acknowledgement", "Understood!"],
    ["acknowledgement", "You're absolutely right!"],
    ["acknowledgement", "Perfect! Done."],
    ["acknowledgement", "Verstanden."],
    ["acknowledgement", "好的。"],
    ["acknowledgement", "承知しました。"],
    ["offer", "Would you like me to commit this?"],
    ["offer", "Let me know if something is missing."],
    ["question", "Which branch is it on?"],
    ["introduction", "Here's what I changed:"],
    ["introduction", "Summary:"],
  ])("%s: %s", (kind, sentence) => {
    expect(fillerIn(sentence)).toBe(kind);
  });
});

describe("content", () => {
  test.each([
    "The sync hung because the mirror was closed.",
    "I've changed the timeout to 30 s.",
    "Great care is needed with the legacy folder.",
    "Now the port is 6380.",
    "All 12 tests pass.",
    "Run `npm test` before each commit.",
    "Ich habe die Zeitzone korrigiert.",
    "修复了超时问题。",
    "タイムアウトを修正しました。",
  ])("%s", (sentence) => {
    expect(fillerIn(sentence)).toBe(null);
  });
});

test("an acknowledgement before content is removed", () => {
  expect(withoutAcknowledgement("Perfect! The tests pass.")).toBe("The tests pass.");
  expect(withoutAcknowledgement("You're right — the port is 6380.")).toBe("The port is 6380.");
  expect(withoutAcknowledgement("Good design matters.")).toBe("Good design matters.");
});
