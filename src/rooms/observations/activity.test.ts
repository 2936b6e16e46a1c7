import { expect, test } from "vitest";
import { isFile } from "./activity.ts";

test.each([
  "src/a.ts",
  "Makefile",
  "Dockerfile",
  "LICENSE",
  ".gitignore",
  ".eslintrc.json",
  "a.test.ts",
  "x/.env",
])("%s counts as a file", (name) => {
  expect(isFile(name)).toBe(true);
});

test.each([
  "src",
  "src/",
  "./",
  ".",
  "..",
  "*.ts",
  "src/**/*.js",
  ".git",
  "packages/core",
  "https://x.org/a.html",
  "1.2.3",
])("%s does not count as a file", (name) => {
  expect(isFile(name)).toBe(false);
});
