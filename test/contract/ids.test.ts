// Ids as people type them.

import { expect, test } from "vitest";
import { openSession } from "../../src/memory/open-session.ts";
import { resolveId } from "../../src/store/resolve.ts";
import { forEachStore } from "../support/databases.ts";
import { sessionStart } from "./samples.ts";

const uuids = [
  "0a1b2c3d-0000-4000-8000-000000000001",
  "0a1b2c3d-0000-4000-8000-000000000002",
  "7f000000-1111-4111-8111-111111111111",
];

forEachStore((open) => {
  const withSessions = async (ids: readonly string[] = uuids) => {
    const { db } = await open();
    for (const sessionId of ids) await openSession(db, sessionStart({ sessionId }));
    return (typed: string) => resolveId(db, "sessions", typed);
  };

  test("the complete id and every unique prefix of it find the session", async () => {
    const resolve = await withSessions();
    for (const length of [1, 4, 9, 14, 35, 36]) {
      expect(await resolve("7f000000-1111-4111-8111-111111111111".slice(0, length))).toBe(uuids[2]);
    }
    expect(await resolve("0a1b2c3d-0000-4000-8000-000000000001")).toBe(uuids[0]);
  });

  test("an ambiguous prefix is refused, and the candidates are listed", async () => {
    const resolve = await withSessions();
    await expect(resolve("0a1b")).rejects.toMatchObject({
      code: "ambiguous",
      message: `the id "0a1b" is ambiguous: ${uuids[0]}, ${uuids[1]}`,
    });
  });

  test("at most five candidates are listed", async () => {
    const resolve = await withSessions(Array.from({ length: 8 }, (_, n) => `same-${n}`));
    await expect(resolve("same")).rejects.toThrow(/same-0, same-1, same-2, same-3, same-4, …$/);
  });

  test("an id that is a prefix of another id still finds its own session", async () => {
    const resolve = await withSessions(["abc", "abcd"]);
    expect(await resolve("abc")).toBe("abc");
  });

  test("an empty id, an empty table and an unknown prefix give not_found", async () => {
    const resolve = await withSessions();
    for (const typed of ["", "zzz", "7f000000-1111-4111-8111-1111111111112"]) {
      await expect(resolve(typed)).rejects.toMatchObject({ code: "not_found", hint: expect.any(String) });
    }
    const { db } = await open();
    await expect(resolveId(db, "observations", "obs_")).rejects.toMatchObject({ code: "not_found" });
  });

  test("characters that are special in SQL are compared literally", async () => {
    const resolve = await withSessions();
    for (const typed of [
      "%",
      "_",
      "7%",
      "_f",
      "'",
      "7f' or '1'='1",
      '"',
      "\\",
      "\0",
      "7\0",
      "\ud800",
      "🙂",
      "*",
    ]) {
      await expect(resolve(typed)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("ids are compared as bytes, so that a prefix never matches a different id", async () => {
    const resolve = await withSessions(["ab-1", "AB-2", "a_b", "a-b", "áb"]);
    expect(await resolve("A")).toBe("AB-2");
    expect(await resolve("a_")).toBe("a_b");
    expect(await resolve("a-")).toBe("a-b");
    expect(await resolve("ab")).toBe("ab-1");
  });
});
