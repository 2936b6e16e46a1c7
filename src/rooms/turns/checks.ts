// The checks in a command line: runs of tests, builds, linters and formatters, each as somebody would say it:
// `go vet ./... && mise run lint -v` → go vet, mise run lint. Pure.

/** Programs that are a check by themselves. */
const checkers =
  "vitest jest pytest mocha tsc eslint prettier biome ruff mypy pyright golangci-lint gofmt rspec phpunit tox nox ctest";
/** What others run by its name. */
const checkTasks =
  "test tests check lint fmt format typecheck build vet playwright cypress clippy nextest e2e ci";
const anyIn = (words: string) => words.replaceAll(" ", "|");
const CHECK = new RegExp(`\\b(?:${anyIn(checkers)}|${anyIn(checkTasks)})\\b`);
const ALONE = new RegExp(`^(?:${anyIn(checkers)})$`);
/** Programs that run something by its name. */
const RUNNERS =
  /^(?:npm|pnpm|yarn|bun|deno|npx|uv|poetry|mise|make|just|task|cargo|go|gradle|gradlew|mvn|dotnet|swift|mix|rake|bundle|composer|docker)$/;
const maxWords = 4;

export function checksIn(command: string): string[] {
  const parts = command.split(/&&|[|;\n]/).map((part) => nameOf(part.trim()));
  return [...new Set(parts.filter((part): part is string => part !== null))];
}

/** Program and what it runs, without options, paths and values. */
function nameOf(part: string): string | null {
  const words = part.replace(/^(?:\w+=\S*\s+)+/, "").split(/\s+/);
  const [program = ""] = words;
  const end = words.findIndex((word, at) => at > 0 && !/^[a-z][\w:-]*$/i.test(word));
  const said = words.slice(0, Math.min(maxWords, end < 0 ? words.length : end)).join(" ");
  const isNamed = RUNNERS.test(program) ? said.includes(" ") : ALONE.test(program);
  return isNamed && CHECK.test(said) ? said : null;
}
