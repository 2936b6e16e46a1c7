import { expect, test } from "vitest";
import { obedienceOf } from "./obedience.ts";

test.each([
  ["Use pnpm, never npm.", "pnpm install", "followed"],
  ["Use pnpm, never npm.", "npm install left-pad", "contradicted"],
  ["Use pnpm, never npm.", "yarn add left-pad", "contradicted"],
  ["Use pnpm, never npm.", "git status", null],
  ["Never use docker here.", "docker compose up", "contradicted"],
  ["Never use docker here.", "podman run x", null],
  ["After a change run `go test ./...`.", "go test ./... -count=1", "followed"],
  ["After a change run `go test ./...`.", "go vet ./...", null],
  ["Never run `git push --force`.", "git push --force", "contradicted"],
  ["Never run `git push --force`.", "git push", null],
  ["The export writes UTF-8.", "npm test", null],
  ["Tests run with vitest instead of jest.", "jest src", "contradicted"],
  ["Tests run with vitest instead of jest.", "/usr/bin/vitest run", "followed"],
])("%s – %s", (statement, command, verdict) => {
  expect(obedienceOf(statement, command.split(" "))).toBe(verdict);
});
