// Reduces a shell command to what a reader needs.

import { expect, test } from "vitest";
import { readCommand } from "./command.ts";

test.each<[string, string, string | null]>([
  ["npm test", "npm test", null],
  ["cd web && npm test", "npm test", "web"],
  ["cd /a && cd b && CI=1 FOO='x y' npm test 2>&1 | tail -50", "npm test", "/a/b"],
  ["cd web", "cd web", null],
  ["PATH=/x/bin:$PATH npx vitest run src", "npx vitest run src", null],
  ["export A=1; set -euo pipefail; make all || true", "make all", null],
  ["timeout 60 cargo test > /dev/null 2>&1", "cargo test", null],
  ["npm run build && npm test; echo done $?", "npm run build && npm test", null],
  ["echo hello", "echo hello", null],
  ["git log --oneline | head -5", "git log --oneline", null],
  ["grep -rn 'a && b; c' src | sort | uniq -c", "grep -rn 'a && b; c' src | sort | uniq -c", null],
  ["# first\nnpm ci\n# then\nnpm test", "npm ci; npm test", null],
  [
    "cat > a.py <<'EOF'\nprint(1)\nprint(2)\nEOF\npython a.py",
    "cat > a.py <<EOF (2 lines); python a.py",
    null,
  ],
  ["cat > a.txt <<EOF\none\nEOF\ncat a.txt", "cat > a.txt <<EOF (1 line); cat a.txt", null],
  [
    `git commit -m "$(cat <<'EOF'\nfix: "quoted" login\n\nwhy\nEOF\n)"`,
    'git commit -m "fix: quoted login"',
    null,
  ],
  ["docker run \\\n  --rm app", "docker run --rm app", null],
  ["", "", null],
])("%j is reduced to its essential part", (raw, text, dir) =>
  expect(readCommand(raw)).toMatchObject({ text, dir }),
);
