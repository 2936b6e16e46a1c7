import { expect, test } from "vitest";
import { withDigits } from "./numbers.ts";

test.each([
  ["retry three times", "retry 3 times"],
  ["every six hours", "every 6 hours"],
  ["twenty-five workers", "25 workers"],
  ["it is tried twice", "it is tried 2 times"],
  ["wird fünfmal wiederholt", "wird 5 mal wiederholt"],
  ["toutes les six heures", "toutes les 6 heures"],
  ["cada quince minutos", "cada 15 minutos"],
  ["каждые шесть часов", "каждые 6 часов"],
  ["重试三次", "重试3次"],
  ["三回やり直す", "3回やり直す"],
  ["세 번 다시 시도", "3 번 다시 시도"],
])("%s has its number in digits", (text, expected) => {
  expect(withDigits(text)).toBe(expected);
});

test.each(["no one knows", "the tenant", "at once", "weight", "一个"])("%s has no number", (text) => {
  expect(withDigits(text)).toBe(text);
});
