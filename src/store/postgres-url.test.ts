import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certificateIn, placeIn } from "./postgres-url.ts";

test.each([
  ["postgres://me:secret@db.example.test/memory", "db.example.test/memory"],
  ["postgres://me:secret@a:5432,b:5433/memory?target_session_attrs=read-write", "a:5432,b:5433/memory"],
  ["postgresql://me@/memory?host=/run/postgresql", "/run/postgresql/memory"],
  ["postgres://me:p@ss@db/memory", "db/memory"],
])("%s is shown as %s", (url, place) => {
  expect(placeIn(url)).toBe(place);
});

test("the certificate that a URL names checks the server, and is not sent to it", () => {
  const file = join(mkdtempSync(join(tmpdir(), "tellback-ca-")), "root.crt");
  writeFileSync(file, "-----BEGIN CERTIFICATE-----");
  const given = `postgres://me@db/memory?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}&application_name=x`;
  expect(certificateIn(given)).toEqual({
    url: "postgres://me@db/memory?application_name=x",
    ssl: { ca: "-----BEGIN CERTIFICATE-----", rejectUnauthorized: true },
  });
  expect(certificateIn("postgres://me@db/memory")).toEqual({ url: "postgres://me@db/memory" });
  expect(() => certificateIn("postgres://me@db/memory?sslrootcert=/nowhere.crt")).toThrow("cannot be read");
});
