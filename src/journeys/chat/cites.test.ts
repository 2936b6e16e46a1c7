import { expect, test } from "vitest";
import { citesIn, idsIn, withLinks, withoutLinks } from "./cites.ts";

const known = "obs_01M7JXQRQP7QVM0123456789AB";
const session = "5eed0001-0000-4000-8000-000000000001";
const invented = "obs_01ZZZZZZZZZZZZ0123456789AB";
const returned = new Set([known, session]);

test("every id in a tool's answer is found, at any depth, and nothing else", () => {
  const answer = { results: [{ id: known, title: `about ${invented}`, session: { session_id: session } }] };
  expect(idsIn(answer)).toEqual([known, session]);
});

test("an id becomes a citation only if a tool returned it", () => {
  const text = `It was ${known} [${invented}], in ${session}; short: obs_01M7JXQRQP7QVM.`;
  expect(citesIn(text, returned)).toEqual([
    { as: known, id: known },
    { as: session, id: session },
    { as: "obs_01M7JXQRQP7QVM", id: known },
  ]);
});

test("a short id that two returned ids begin with is no citation", () => {
  const other = "obs_01M7JXQRQP7QVMZZZZZZZZZZZZ";
  expect(citesIn("see obs_01M7JXQRQP7QVM", new Set([known, other]))).toEqual([]);
});

test("the stored text gives text and citations back", () => {
  const text = `See [${known}] and ${invented}.`;
  const cites = citesIn(text, returned);
  expect(withoutLinks(withLinks(text, cites))).toEqual({ text, cites });
});

test("a link that the model writes in the form of the store is no citation", () => {
  const forged = `See [it](tellback:${invented}).`;
  expect(withoutLinks(withLinks(forged, citesIn(forged, returned))).cites).toEqual([]);
});
