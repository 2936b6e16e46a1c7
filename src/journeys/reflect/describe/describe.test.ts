import { expect, test } from "vitest";
import type { Described } from "./answer.ts";
import { isLasting, usedOf } from "./answer.ts";
import { inParts, sessionText, type TurnText } from "./session-text.ts";

const said = (over: Partial<Described> = {}): Described => ({
  ...{ title: "", now: "", open: [], closed: [], decided: [], turns: [], known: [], drop: [], ...over },
});
const given = { open: 2, candidates: 1, texts: ["USER: We deploy with `make ship`.", "USER: thanks"] };

test("numbers count only where they name something that was asked about", () => {
  const used = usedOf(
    said({ closed: ["o1", "O2", "o3", "o0", "c1", "o1"], drop: ["c1", "c2", "o1"] }),
    given,
  );
  expect(used).toMatchObject({ closed: [0, 1], drop: [0] });
  expect([...usedOf(said({ turns: [{ turn: 3, said: "No." }] }), given).turns]).toEqual([]);
});

test("what is too long is left out rather than cut; an empty turn says that nothing came of it", () => {
  const used = usedOf(
    said({ now: "a ".repeat(600), open: ["b".repeat(400), "Push main."], turns: [{ turn: 2, said: "" }] }),
    given,
  );
  expect(used).toMatchObject({ now: "", open: ["Push main."] });
  expect([...used.turns]).toEqual([[1, ""]]);
});

test("what is known must be shown by words of its turn", () => {
  const known = (proof: string, turn = 1) =>
    usedOf(
      said({ known: [{ text: "The harbour is deployed with `make ship`.", kind: "command", turn, proof }] }),
      given,
    ).known.length;
  expect(known("We deploy with `make ship`")).toBe(1);
  expect(known("deploy by hand only on Mondays")).toBe(0);
  expect(known("We deploy with `make ship`", 2)).toBe(0);
  expect(known("")).toBe(0);
});

test.each([
  ["Commits in this repository are made by the user alone.", true],
  ["Shall we keep the harbour table in SQLite?", false],
  ["It uses SQLite there.", false],
  ["The importer still needs a test for harbours.", false],
  ["Let me check the harbour table next.", false],
])("a lasting statement makes sense alone: %s", (text, isKept) => {
  expect(isLasting(text, "fact")).toBe(isKept);
});

test.each([
  ["Ask before you add a dependency.", true],
  ["The user makes the commits: changes are left uncommitted in the working tree.", true],
  ["Shall we ask before adding a dependency?", false],
  ["Let me ask the user next.", false],
])("a rule is an order: %s", (text, isKept) => {
  expect(isLasting(text, "rule")).toBe(isKept);
});

const turn = (text: string): TurnText => ({
  turn: { startedAt: "2026-11-01T10:00:00.000Z", branch: "dev" } as TurnText["turn"],
  text,
  observationId: null,
});

test("the text names points, candidates, what was written before, and turns with time and branch", () => {
  const around = {
    open: ["Push dev."],
    candidates: ["Use pnpm"],
    before: { title: "Tides", now: "They rise." },
  };
  expect(sessionText(around, [turn("USER: Go on")])).toBe(
    [
      "OPEN LIST:\no1 Push dev.",
      "CANDIDATES:\nc1 Use pnpm",
      "SO FAR: Tides. They rise.",
      "=== turn 1, 2026-11-01 10:00, branch dev\nUSER: Go on",
    ].join("\n\n"),
  );
});

test("a long session is cut between turns, and its last parts count", () => {
  const turns = ["a", "b", "c", "d"].map((letter) => turn(letter.repeat(40)));
  expect(inParts(turns, 100, 9).map((part) => part.length)).toEqual([2, 2]);
  expect(inParts(turns, 10, 2).flat()).toEqual(turns.slice(-2));
});
