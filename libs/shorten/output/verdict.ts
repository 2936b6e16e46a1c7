// The result of a command in a few words: `2 failed, 10 passed`, `3 errors`, `main 1a2b3c4 fix login`. For bash.

export type Verdict = { text: string; bad: boolean };
type RankedVerdict = { verdict: Verdict; rank: number };
type Reading = (match: RegExpExecArray) => Verdict | null;

const counted: Reading = ([, text = ""]) => ({
  text: text
    .replace(/\s+/g, " ")
    .replace(/ ?[|;] ?/g, ", ")
    .trim(),
  bad: /[1-9]\d* (?:failed|fail|failing|error|failure)/i.test(text),
});

const errors: Reading = ([, n = "0", noun = "errors"]) =>
  n === "0" ? { text: "no errors", bad: false } : { text: `${n} ${noun}`, bad: true };

const good: Reading = ([text]) => ({ text: text.replace(/\s+/g, " ").trim(), bad: false });
const bad: Reading = ([text]) => ({ text: text.replace(/\s+/g, " ").trim(), bad: true });

/** The final line of each kind of tool. Vitest and jest count tests and files separately; tests say more. */
const READINGS: readonly (readonly [RegExp, Reading])[] = [
  [/^\s*Tests:?\s+(\d+ (?:failed|passed|skipped|todo)\b[^()]*?)(?:, \d+ total)?(?:\s*\(\d+\))?$/, counted],
  [/^=+ (.*\b\d+ (?:failed|passed|errors?|skipped|warnings?)\b.*?)(?: in [\d.]+s.*)?=+$/, counted],
  [/^(\d+ (?:failed|passed|errors?)\b.*?) in [\d.]+s/, counted],
  [
    /^FAILED \((.*)\)$/,
    ([, text = ""]) => ({
      text: text.replace(/(\w+)=(\d+)/g, "$2 $1").replace("failures", "failed"),
      bad: true,
    }),
  ],
  [/^test result: \w+\. (\d+ passed; \d+ failed)/, counted],
  [/^\s*[ℹ#] (fail [1-9]\d*)$/, ([, text = ""]) => ({ text: `${text.slice(5)} failed`, bad: true })],
  [/^\s*[ℹ#] (pass \d+)$/, ([, text = ""]) => ({ text: `${text.slice(5)} passed`, bad: false })],
  [/^\s*(\d+ failing)$/, bad],
  [/^\s*(\d+ passing)\b/, ([, text = ""]) => ({ text, bad: false })],
  [/^\s+(\d+ failed)$/, bad],
  [/^\s+(\d+ passed) \([\d.]+\w+\)$/, ([, text = ""]) => ({ text, bad: false })],
  [/\b(\d+) examples?, (\d+) failures?/, ([text, , n]) => ({ text, bad: n !== "0" })],
  [
    /\bTests run: \d+, Failures: (\d+), Errors: (\d+)/,
    ([text, f, e]) => ({ text, bad: f !== "0" || e !== "0" }),
  ],
  [/^Found (\d+) (errors?)\b/, errors],
  [/^\s*✖ \d+ problems? \((\d+) (errors?), \d+ warnings?\)/, errors],
  [/^error: could not compile `[^`]+`.*?(?: due to .*)?$/, bad],
  [/^BUILD FAILED\b.*/, bad],
  [/^BUILD SUCCESS\w*/, good],
  [/^\[[^\]]*?\b([\w./-]+) (?:\(root-commit\) )?([0-9a-f]{7,40})\] (.*)/, commit],
  [/^\s*! \[(?:remote )?rejected\]\s+.*/, bad],
  [
    /^\s+[+*]?\s*([0-9a-f]{7,}\.{2,3}[0-9a-f]{7,})\s+(\S+ -> \S+)/,
    ([, hashes, ref]) => good1(`${hashes} ${ref}`),
  ],
  [/^\s*\* \[new (?:branch|tag)\]\s+(\S+ -> \S+)/, ([, ref]) => good1(`new ${ref}`)],
  [/^(?:added|removed|changed) \d+ packages?/, good],
  [/^(?:Already up to date|Everything up-to-date|up to date)\b/, good],
  [/^Successfully (?:installed|built|tagged|uninstalled) .*/, good],
  [/^\s*✓ built in .*|^\s*Finished `?\w+`? .* in .*/, good],
  [/^Checked (\d+ files?) in .*/, ([, files]) => good1(`checked ${files}`)],
];

function commit([, branch, hash, message]: RegExpExecArray): Verdict {
  return { text: `${branch} ${hash} ${message}`, bad: false };
}

function good1(text: string): Verdict {
  return { text, bad: false };
}

/** A cheap first check, because outputs are long and verdicts few. */
const HINT =
  /pass|[Ff]ail|FAIL|error|Found|problem|BUILD|example|packages|\d\.\.|->|rejected|up.to.date|Success|built|Finished|Checked|^\[[^\]]+ [0-9a-f]{7}/;

/** The worst result, otherwise the last one. */
export function verdictOf(lines: readonly string[]): Verdict | null {
  let last: RankedVerdict | null = null;
  let tsErrors = 0;
  let goFailures = 0;
  for (const line of lines) {
    if (!HINT.test(line)) continue;
    if (line.includes("error TS")) tsErrors += 1;
    else if (line.includes("--- FAIL: ")) goFailures += 1;
    const found = line.includes("error TS") ? null : read(line);
    if (found === null) continue;
    if (last === null || outweighs(found, last)) last = found;
  }
  if (last?.verdict.bad) return last.verdict;
  if (tsErrors > 0) return { text: tsErrors === 1 ? "1 error" : `${tsErrors} errors`, bad: true };
  if (goFailures > 0) return { text: `${goFailures} failed`, bad: true };
  return last?.verdict ?? null;
}

/** Failures before successes, exact kinds before vague ones, and the later of two successes. */
function outweighs(found: RankedVerdict, last: RankedVerdict): boolean {
  if (found.verdict.bad !== last.verdict.bad) return found.verdict.bad;
  return found.verdict.bad ? found.rank < last.rank : found.rank <= last.rank;
}

/** What failed, without what succeeded; for a title. */
export function inShort({ text, bad }: Verdict): string {
  if (!bad) return text;
  const parts = text.split(", ").filter((part) => /^\d.*(?:fail|error)/i.test(part));
  return parts.length === 0 ? "failed" : parts.join(", ");
}

function read(line: string): RankedVerdict | null {
  for (const [rank, [pattern, reading]] of READINGS.entries()) {
    const match = pattern.exec(line);
    const verdict = match === null ? null : reading(match);
    if (verdict !== null) return { verdict, rank };
  }
  return null;
}
