import { expect, test } from "vitest";
import { checksIn } from "./checks.ts";

test.each([
  ["npm test", ["npm test"]],
  ["npm run lint -- --fix src", ["npm run lint"]],
  ["go vet ./... && mise run test:ci | tail -5", ["go vet", "mise run test:ci"]],
  ["CI=1 pnpm run build; pytest -q tests/unit", ["pnpm run build", "pytest"]],
  ["cd web && npx vitest run src/a.test.ts", ["npx vitest run"]],
  ["cargo clippy --all && cargo test", ["cargo clippy", "cargo test"]],
  ["git commit -m 'test the build'", []],
  ["cat test.txt | grep build", []],
  ["docker ps", []],
])("%s", (command, checks) => {
  expect(checksIn(command)).toEqual(checks);
});
