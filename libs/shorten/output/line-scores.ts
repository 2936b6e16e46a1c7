// How informative a line of tool output is: the patterns by which bash and failures choose what to keep.

import { definitionIn } from "../../callgraph/without-parser.ts";
import { plainLines, type ScoredLine } from "./lines.ts";

/** One pattern from readable parts, of which any may match. */
function anyOf(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join("|"));
}

/** The same at the start of a line, after its indentation. */
function startsWith(...parts: readonly RegExp[]): RegExp {
  return new RegExp(`^\\s*(?:${anyOf(...parts).source})`);
}

const progress = startsWith(
  /Compiling |Checking [\w-]+ v\d|Adding |Extracting /,
  // package managers
  /Download(?:ing|ed) |Collecting |Fetching |Requirement already|Using cached|Installing collected/,
  /Get:\d|Unpacking |Setting up |Preparing to |Selecting prev/,
  // docker
  /[0-9a-f]{12}: (?:Pull|Wait|Verif|Download|Already|Layer)/,
);

const passedTest = startsWith(
  /[✓✔√]\s|PASS\b|--- PASS|=== (?:RUN|PAUSE|CONT)|# Subtest: /,
  /ok\s+\d|ok\s+\S+\s+[\d.(]|.*\.\.\. ok$|.* PASSED\b|\d+ passed\b.*0 failed/,
  /[ℹ#] (?:skipped|todo|cancelled|suites|duration_ms) /,
);

const advice = startsWith(
  /Traceback \(most recent|error: test failed, to rerun|note: run with `RUST_BACKTRACE/,
  /npm (?:ERR!|error) (?:A complete log|\s+\S*\/_logs)|For more information about (?:this|an) error/,
  /⎯+ Failed (?:Tests|Suites) \d/,
);

const finalLine = startsWith(
  /Tests?:?\s+\d+ (?:failed|passed)|Test (?:Files|Suites:?)\s+\d+|Tests:\s+\d|test result: FAILED/,
  /[ℹ#] fail [1-9]|=+ .*\b(?:failed|passed|errors?)\b.* =+$|\d+ (?:failed|passed|failing|passing)\b/,
  /Found \d+ (?:error|warning|diagnostic)|✖ \d+ problem|BUILD (?:FAILED|SUCCESS)|Tests run: \d/,
  /\d+ examples?, \d+ fail|FAILED \((?:failures|errors)=/,
  /could not compile|error: could not compile|error: aborting due/,
);

/** Errors with a name, a code or a position. */
const namedError = anyOf(
  /\berror TS\d+|\berror\[E\d+\]|^(?:[a-z_]\w*\.)+[A-Z]\w+: |^E\s{2,}\S|\bpanic(?:ked)?\b/,
  /^\s*(?:\w+\.)*[A-Z]\w*(?:Error|Exception)\b(?:\s*\[\w+\])?(?::|$)/,
  /^(?:fatal|error|ERROR)\b|^npm (?:ERR!|error)|^CMake Error/,
  // after one or two times
  /^\W*[\d:.,TZ+-]{8,}\W+(?:[\d:.,TZ+-]{8,}\W+)?(?:ERROR|FATAL|CRITICAL)\b/,
  /\bERR_[A-Z]|\bE(?:NOENT|ACCES|ADDRINUSE|CONNREFUSED|PERM|XIST|RESOLVE)\b/,
  /\bCONFLICT\b|! \[(?:remote )?rejected\]|\bundefined reference/,
  /\bSegmentation fault|\bOOMKilled|out of memory/,
);

const mentionOfError = anyOf(
  /(?<![-\w])(?:[Ee]rror|ERROR|FATAL|CRITICAL|[Ee]xception|Uncaught|[Uu]nhandled)(?![-\w@])/,
  /command not found|[Nn]o such file|[Pp]ermission denied|[Cc]onnection refused/,
  /[Cc]annot (?:find|access|open|read|resolve|be)|[Nn]ot found\b|[Cc]ould not|[Uu]nable to/,
  /[Tt]imed out|[Tt]imeout (?:of|exceeded|expired|error)|\b(?:failed|FAILED|Failed|failure)\b/,
  /\blint\/\w+\/\w+/,
);

const gitResult = anyOf(
  /^\[[^\]]+ [0-9a-f]{7,}\]|^\s*[+*]?\s*[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}\s|^\s*\* \[new (?:branch|tag)\]/,
  /^commit [0-9a-f]{7,40}|^(?:[*|\\/ ]*)[0-9a-f]{7,12} [^\s(]|^diff --git |^Switched to|^HEAD is now/,
  /^(?:Merge|Fast-forward|Already up to date)|^\s*\d+ files? changed/,
);

const doneLine = anyOf(
  /^\s*(?:added|removed|changed|updated|Successfully|Finished|Compiled|[Bb]uilt|Done|Checked)\b/,
  /^\s*(?:Listening|Started|Created|Deployed|Published|Installed|Pushed|Applied|Migrated)\b/,
  /^\s*(?:naming to|writing image|digest:|Total|TOTAL|All files)\b/,
  /^npm notice (?:filename|(?:package|unpacked) size|total files): /,
);

/** The first matching rule decides; noise comes first where it looks like something better. */
const rules: readonly (readonly [score: number, pattern: RegExp])[] = [
  // stack frames and banners that resemble errors
  [
    4,
    /^\s*at .*(?:node_modules|\(node:|node:internal|<anonymous>\)?$)|^\s*(?:at|-->|:::) \/rustc\/|^\s*File ".*site-packages|^\s*\^[\s~^]*$/,
  ],
  [
    6,
    /^\s*(?:npm warn deprecated|remote: (?:Counting|Compressing|Enumerating|Total)|Delta compression|Writing objects|index [0-9a-f]+\.\.|(?:---|\+\+\+) (?:[ab]\/|\/dev\/null))/i,
  ],
  [25, /^\s*[-+] (?:Expected|Received)\b/],
  // a tree of packages: the requested ones, not their dependencies
  [9, /^[│ ][│ ]*[├└]─/],
  [55, /^[├└]─/],
  [8, progress],
  [10, passedTest],
  [12, advice],
  // the final lines of a test runner or a build
  [100, finalLine],
  // names of failing tests; a failing file says less than a failing test in it
  [62, /^_{3,} .+ _{3,}$|\bFAILED\s+\[|^---- .+ stdout ----$/],
  [86, /^\s*FAIL(?:ED)?(?:\s+\S+)?(?:\s+[\d.]+s)?$|^FAIL\s+\S+ \[/],
  [
    92,
    /^\s*(?:FAIL(?:ED)?\b.*(?:[>›:./]|\btest)|--- FAIL: |not ok \d|● .+ › |● \S|\d+\) \S)|^\s*test .*\.\.\. FAILED$/,
  ],
  [91, /^\s*[×✗✖✕]\s/],
  // errors
  [90, namedError],
  [82, mentionOfError],
  // expected and actual values; positions
  [
    74,
    /^\s*['"\d[{].* (?:!==?|===?) \S|\bexpected \S.*, found \S|^\s*(?:[Ee]xpected|[Rr]eceived|[Aa]ctual|left|right|assert|want|got)\b.*[:=]|^\s*> *\d+ ?\||^>\s{2,}assert/,
  ],
  [
    72,
    /^\s*(?:❯|-->|at) .*[\w)]:\d+(?::\d+)?\)?$|^\s*File "[^"]+", line \d+|[\w-]\.\w{1,5}:\d+:\d+|^[\w@./\\-]+\.\w+(?::\d+|\(\d+)|^\s*╭?─?\[?\s?[\w@./-]+\.\w+:\d+:\d+/,
  ],
  // git
  [70, gitResult],
  [
    66,
    /^\s*(?:On branch|Your branch|\s*(?:modified|new file|deleted|renamed|both modified):)|^(?:[MADRCU?]{1,2}| [MD]) \S/,
  ],
  // other lines worth keeping
  [
    60,
    /https?:\/\/|\b[wW]arn(?:ing)?\b|WARN|\bdeprecated\b|\bvulnerabilit|^(?:HTTP\/[\d.]+|< HTTP\/[\d.]+) \d{3}/,
  ],
  [54, doneLine],
  [50, /^\s*[-+]\s+\S|^[-+][^-+\s]/],
  [
    40,
    /\b\d+(?:\.\d+)?\s?(?:files?|tests?|packages?|lines?|rows?|records?|items?|matches|ms|s|MB|kB|KB|GB)\b/,
  ],
];

const ordinaryScore = 30;
const barePath = /^(?:[A-Za-z]:)?[\w@./\\ -]*[\w-]\.\w{1,10}$/;
const truncated = /^\.\.\. \[\d+ characters truncated\]/;
const indentedPosition = /^\s+\d+:\d+\s/;

export function scoreLine(line: string): number {
  for (const [score, pattern] of rules) if (pattern.test(line)) return score;
  return ordinaryScore;
}

/** The lines of an output with their scores. Logs repeat themselves, so each shape of a line is scored once. */
export function scoredOutput(raw: string): ScoredLine[] {
  const lines = plainLines(raw);
  if (lines.some((line) => line.startsWith("diff --git "))) return lines.map(patchWorth);
  const shapes = new Map<string, { score: number; times: number }>();
  const judged = lines.map((text) => {
    const shape = text.replace(/[1-9]\d*/g, "1");
    const known = shapes.get(shape);
    if (known !== undefined) {
      known.times += 1;
      return known;
    }
    const fresh = { score: scoreLine(text), times: 1 };
    shapes.set(shape, fresh);
    return fresh;
  });
  return lines.map((text, index) => {
    const { score, times } = judged[index] ?? { score: 0, times: 0 };
    return { text, score: score === ordinaryScore ? ordinary(text, times, lines, index) : score };
  });
}

/** In a patch the words are code: what matters is which files and which definitions. */
function patchWorth(text: string): ScoredLine {
  if (/^(?:---|\+\+\+|index) /.test(text)) return { text, score: 5 };
  if (/^[+-]/.test(text)) return { text, score: definitionIn(text.slice(1)) === null ? 44 : 64 };
  return { text, score: text.startsWith(" ") ? 24 : Math.max(ordinaryScore, scoreLine(text)) };
}

/** A linter names the file once, above its errors; git puts the message below the date; the last lines show the
 * result; an unusual line is informative too. */
function ordinary(text: string, times: number, lines: readonly string[], index: number): number {
  // The next line continues this one.
  if (truncated.test(text) || truncated.test(lines[index - 1] ?? "")) return 5;
  if (indentedPosition.test(lines[index + 1] ?? "") && barePath.test(text)) return 80;
  if (/^ {4}\S/.test(text) && /^(?:Commit)?Date: /.test(lines[index - 1] ?? "")) return 71;
  if (/\bpanicked at .*:$/.test(lines[index - 1] ?? "")) return 88;
  if (index >= lines.length - 3) return ordinaryScore + 8;
  return times === 1 ? ordinaryScore + 6 : ordinaryScore;
}
