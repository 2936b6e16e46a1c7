import { expect, test } from "vitest";
import { spreadOverSessions } from "./spread.ts";

const row = (session: string | null, relevance: number, near: number | null = null) => ({
  relevance,
  hit: { meaning: near === null ? null : { rank: near }, document: { session_id: session } },
});
const sessionsOf = (rows: readonly ReturnType<typeof row>[]) =>
  rows.map(({ hit }) => hit.document.session_id);

test("a session that matches often leaves room for the others, and the order stays", () => {
  const rows = [row("a", 0.9), row("a", 0.8), row("a", 0.7), row("a", 0.6), row("b", 0.5), row("c", 0.4)];
  expect(sessionsOf(spreadOverSessions(rows, 5, 2))).toEqual(["a", "a", "a", "b", "c"]);
});

test("the limit is filled, if need be with one session", () => {
  const rows = Array.from({ length: 9 }, (_, n) => row("a", 0.9 - n / 10));
  expect(spreadOverSessions(rows, 6, 2)).toEqual(rows.slice(0, 6));
  expect(spreadOverSessions(rows, 20, 2)).toEqual(rows);
});

test("a weak row never takes the place of another", () => {
  const rows = [row("a", 0.9), row("a", 0.8), row("a", 0.7), row("a", 0.6), row("b", 0.01)];
  expect(sessionsOf(spreadOverSessions(rows, 4, 2))).toEqual(["a", "a", "a", "a"]);
});

test("what belongs to no session is not counted together", () => {
  const rows = Array.from({ length: 9 }, (_, n) => row(null, 0.9 - n / 10));
  expect(spreadOverSessions(rows, 5, 2)).toEqual(rows.slice(0, 5));
});

test("the nearest by meaning keep a place, however weak", () => {
  const rows = [
    ...Array.from({ length: 6 }, (_, n) => row(`s${n}`, 0.3, 10 + n)),
    row("other words", 0.01, 1),
  ];
  expect(sessionsOf(spreadOverSessions(rows, 3, 1))).toEqual(["s0", "s1", "other words"]);
});
