// How alike work is, on small texts.

import { expect, test } from "vitest";
import { bagOf, likenessOf } from "./likeness.ts";

const alike = (asked: string, ...works: string[]) => likenessOf(bagOf(asked), works.map(bagOf));

test("work on the same thing is more alike than work that shares common words", () => {
  const works = [
    "Fix the header of the session details. The title of the header takes the whole width.",
    "Open the view of the changes when the user clicks. The view opens.",
    "Show the status of the view. The view shows the status.",
  ];
  const [same = 0, clicks = 0, status = 0] = alike(
    "On a small screen the header of the session details hides the view",
    ...works,
  );
  expect(same).toBeGreaterThan(2 * Math.max(clicks, status));
});

test("a text is wholly like itself, and not like one without its words", () => {
  const [self = 0, other = 1] = alike(
    "The mirror sleeps on Sundays",
    "The mirror sleeps on Sundays",
    "Invoices",
  );
  expect(self).toBeCloseTo(1);
  expect(other).toBe(0);
});

test("how long a prompt is says little", () => {
  const work = "The mirror sleeps on Sundays, so the sync skips its window";
  const long = `The sync must skip the window of the mirror on Sundays. ${"Add a counter and a log line. ".repeat(20)}`;
  const [short = 0] = alike("the sync skips the mirror on Sundays", work, "Log lines of the counter");
  const [plan = 0] = alike(long, work, "Log lines of the counter");
  expect(plan).toBeGreaterThan(short / 4);
});
