import { expect, test } from "vitest";
import { withFileNames, withoutPaths } from "./path-lines.ts";

const commit = [
  "Fix the retry / back-off rule in src/net/retry.ts",
  "src/net/retry_rule.ts",
  "src/net/index.ts",
  "test/net/retry.test.ts",
  "docs/net.md",
].join("\n");

test("a list of paths becomes the names of its first files", () => {
  expect(withFileNames(commit)).toBe(
    "Fix the retry / back-off rule in src/net/retry.ts\nretry rule\nindex\nretry.test",
  );
  expect(withoutPaths(commit)).toBe("Fix the retry / back-off rule in src/net/retry.ts");
});

test("a path above the text stays: it says where the text is from", () => {
  const code = "src/net/retry.py\ndef retry(request):";
  expect(withFileNames(code)).toBe(code);
});

test("a path below the text becomes a name, also a single one", () => {
  expect(withFileNames("Retry twice\nsrc/net/retry_rule.ts")).toBe("Retry twice\nretry rule");
});

test("a list of paths alone has no heading", () => {
  expect(withFileNames("src/net/retry.ts\nsrc/net/index.ts")).toBe("retry\nindex");
});

test("other text stays as it is", () => {
  for (const text of ["either / or", "no path at all", "return a / b;\nreturn c;"]) {
    expect(withFileNames(text)).toBe(text);
    expect(withoutPaths(text)).toBe(text);
  }
});
