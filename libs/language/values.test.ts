import { describe, expect, test } from "vitest";
import { valuesIn } from "./values.ts";

const value = (subject: string, is: string) => ({ subject: `value:${subject}`, value: is });

describe("a statement of a value", () => {
  test.each<[string, ReturnType<typeof valuesIn>]>([
    ["I changed the sync timeout from 10 s to 30 s.", [value("sync timeout", "30 s")]],
    ["Increased initial wait timeout: from 3 to 10 seconds", [value("wait timeout", "10 s")]],
    ["Mirror timeout raised from 10 s to 30 s.", [value("mirror timeout", "30 s")]],
    ["The mirror timeout was increased from 10 to 30 seconds.", [value("mirror timeout", "30 s")]],
    ["The mirror timeout is now 30 seconds.", [value("mirror timeout", "30 s")]],
    ["Set the connection limit to 50.", [value("connection limit", "50")]],
    ["Raised `MAX_RETRIES` to 5.", [value("max_retries", "5")]],
    ["`request_timeout` = 30", [value("request_timeout", "30")]],
    ["The tests need Redis; its port is 6380.", [value("port", "6380")]],
    ["Bumped retryCount to 4.", [value("retrycount", "4")]],
    ["Das Zeitlimit der Synchronisation wurde geändert.", []],
    ["The sync timeout: 10 s → 30 s", [value("sync timeout", "30 s")]],
    ["Updated `cache.ttl` to `5m`.", [value("cache.ttl", "5m")]],
    ["15 minutes: `expiresIn: '15m'` in `auth.ts`.", [value("expiresin", "15m")]],
    ["Hourly: `OnCalendar=hourly` in the timer.", [value("oncalendar", "hourly")]],
    ["Doubled the pool size to forty.", [value("pool size", "40")]],
    ["The nightly import now runs every six hours.", [value("import schedule", "every 6 h")]],
    ["The import runs hourly.", [value("import schedule", "every 1 h")]],
    ["Changed the report from daily to weekly.", [value("report schedule", "every 1 week")]],
    ["Der Abgleich läuft jetzt alle sechs Stunden.", [value("abgleich schedule", "every 6 h")]],
    ["Uploads are now retried five times.", [value("upload retry", "5 times")]],
    ["The reconcile cron job runs every six hours now.", [value("reconcile schedule", "every 6 h")]],
    ["Our three webhook attempts are over after 21 seconds.", [value("webhook retry", "3 times")]],
    ["The client retries uploads three times.", [value("upload retry", "3 times")]],
    ["Der Upload wird dreimal wiederholt.", [value("upload retry", "3 times")]],
  ])("%s", (text, expected) => {
    expect(valuesIn(text)).toEqual(expected);
  });
});

describe("a choice between two things", () => {
  test.each([
    [
      "We decided to use PostgreSQL instead of MongoDB because we need transactions.",
      "postgresql",
      "mongodb",
    ],
    ["Replaced MongoDB with PostgreSQL.", "postgresql", "mongodb"],
    ["We switched from npm to pnpm.", "pnpm", "npm"],
    ["Wir verwenden PostgreSQL statt MongoDB.", "postgresql", "mongodb"],
  ])("%s", (text, chosen, dropped) => {
    expect(valuesIn(text)).toEqual([
      { subject: `choice:${chosen}`, value: "chosen" },
      { subject: `choice:${dropped}`, value: "dropped" },
    ]);
  });
});

test("what was added and what was removed", () => {
  expect(valuesIn("Added a `--retry` flag.")).toEqual([{ subject: "thing:--retry", value: "there" }]);
  expect(valuesIn("Removed the `--retry` flag again.")).toEqual([
    { subject: "thing:--retry", value: "gone" },
  ]);
});

describe("no statement of a value", () => {
  test.each([
    "Should the timeout be 30 s?",
    "If you set the timeout to 30 s, the sync may hang.",
    "It could use Redis instead of SQLite.",
    "Added 9 files and 27 tests.",
    "I read the file from line 10 to 30.",
    "It moved from bad to worse.",
    "The server returned 404 from 10 to 12 o'clock.",
    "All 1329 tests pass.",
    "Run it with `STAGE=beta`.",
    "Committed as `sync: wait for the mirror`.",
    "The image is `golang:1.23-alpine`.",
    "I looked at it three times.",
    "The test fails every second day.",
  ])("%s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
