import { expect, test } from "vitest";
import { contentTerms } from "./common-words.ts";
import { termsOf } from "./terms.ts";

const content = (text: string) => contentTerms(termsOf(text));

test("common words of a question are left out, in its language", () => {
  expect(content("why is the worker slow")).toEqual(termsOf("worker slow"));
  expect(content("warum ist die Verbindung so langsam")).toEqual(termsOf("Verbindung langsam"));
  expect(content("pourquoi le test est lent")).toEqual(termsOf("test lent"));
});

test("a word that is common in another language stays", () => {
  expect(content("why does the worker die")).toEqual(termsOf("worker die"));
  expect(content("sin and cos table")).toEqual(termsOf("sin cos table"));
});

test("a question of nothing but common words keeps them", () => {
  expect(content("who are you")).toEqual(termsOf("who are you"));
});
