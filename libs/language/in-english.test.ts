import { expect, test } from "vitest";
import { inEnglish } from "./in-english.ts";
import { termsOf } from "./terms.ts";

const work = new Set(
  termsOf(
    "We delete branches with git; the search radius is 25 km; sessions are stored on the server; deploy",
  ),
);
const isKnown = (term: string) => work.has(term);

test.each([
  ["Warum löschen wir Branches mit Git?", /delete .*Branches/i],
  ["Welchen Suchradius nehmen wir?", /search radius/],
  ["Wo werden die Sitzungen gespeichert?", /session.*store/],
  ["怎么部署服务器？", /deploy .*server/],
  ["Comment supprimer une branche sur le serveur ?", /delete .*server/],
  ["¿Por qué borramos las ramas del servidor?", /delete .*server/],
])("%s: the words of the work", (asked, found) => {
  expect(inEnglish(asked, isKnown)).toMatch(found);
});

test("words that the work knows stay, and so does English", () => {
  const german = new Set(termsOf("Der Export bricht bei den Kunden ab"));
  expect(inEnglish("Warum bricht der Export bei den Kunden ab?", (term) => german.has(term))).toContain(
    "Kunden",
  );
  expect(inEnglish("why do we delete branches", isKnown)).toBe("why do we delete branches");
});
