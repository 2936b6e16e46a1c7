// Renders answers about the function library as text.

import type {
  Finding,
  KeptRun,
  LibraryFunction,
  Metrics,
  TestHistory,
  TestResult,
} from "../../protocol/functions.ts";
import type { OwnerDetails } from "../../protocol/shown.ts";
import type { OutputOf } from "../contracts.ts";
import { bad, bold, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  "fn.save": savedText,
  "fn.list": ({ functions, categories }) =>
    functions.length === 0
      ? dim("The library is empty. `tellback fn save NAME --file FILE` saves a function.")
      : [columns(functions.map(functionRow)), dim(`Categories: ${categories.join(", ")}`)].join("\n"),
  "fn.show": (shown) =>
    [
      functionText(shown),
      namesLine("needs", shown.needs),
      namesLine("needed by", shown.neededBy),
      namesLine("similar", shown.similar),
      namesLine("used together with", shown.usedTogether),
    ]
      .filter(Boolean)
      .join("\n"),
  "fn.search": ({ functions }) =>
    functions.length === 0
      ? dim("Nothing found. `tellback fn list` shows all functions.")
      : columns(functions.map((one) => [one.relevance.toFixed(2), ...functionRow(one)])),
  "fn.run": ({ name, version, run }) =>
    [
      ...(run.stdout === "" ? [] : [run.stdout.trimEnd()]),
      ...(run.stderr === "" ? [] : [warn(run.stderr.trimEnd())]),
      run.status === "ok" ? JSON.stringify(run.value, null, 2) : bad(`${run.status}: ${run.error}`),
      dim(`${name} version ${version}, ${run.ms} ms`),
    ].join("\n"),
  "fn.test": ({ name, version, passed, results }) =>
    [
      ...results.map(resultLine),
      passed === null
        ? dim(`${name} has no tests. \`tellback fn save ${name} --tests JSON\` adds some.`)
        : verdictLine(name, version, results),
    ].join("\n"),
  "fn.versions": ({ function: one, versions, metrics }) =>
    columns(
      versions.map((each) => [
        each.version === one.version ? good(`${each.version} promoted`) : String(each.version),
        dim(when(each.createdAt)),
        dim(each.author),
        figuresText(metrics.find(({ version }) => version === each.version)),
        fitted(each.heldBack === null ? each.change : `held back: ${each.heldBack}`, 50),
      ]),
    ),
  "fn.runs": ({ name, runs, tests }) =>
    runs.length === 0
      ? dim(`No run of ${name} is kept.`)
      : [columns(runs.map(runRow)), ...(tests.length > 0 ? ["", ...tests.map(historyLine)] : [])].join("\n"),
  "fn.diff": ({ diff, changed }) =>
    [
      ...diff.split("\n").slice(1).map(colouredLine),
      ...changed.map(({ symbol, how }) => dim(`${how}: ${symbol}`)),
    ].join("\n"),
  "fn.rollback": savedText,
  "fn.deps": ({ name, needs, neededBy }) =>
    [bold(name), namesLine("needs", needs) || dim("needs nothing"), namesLine("needed by", neededBy)]
      .filter(Boolean)
      .join("\n"),
  "fn.export": ({ path, functions }) => `Wrote ${plural(functions, "function")} to ${path}`,
  "fn.import": ({ functions, versions, heldBack }) =>
    [
      `Read ${plural(functions, "function")}, added ${plural(versions, "version")}`,
      ...heldBack.map((name) =>
        warn(
          `The newest version of ${name} breaks a test and is held back: \`tellback fn versions ${name}\``,
        ),
      ),
    ].join("\n"),
  "fn.delete": ({ deleted }) => `Deleted ${deleted}`,
  "fn.allow": ({ function: { name, allowed } }) => `${name} may use: ${allowed.join(", ")}`,
} satisfies TextsOf<typeof operations>;

function savedText(saved: OutputOf<"fn.save">): string {
  const { function: one, version, isNewVersion, heldBack, refused, results } = saved;
  const failed = results.filter(({ passed }) => !passed).length;
  return [
    ...results.map(resultLine),
    ...(heldBack !== null
      ? [
          `${warn("Held back")} version ${version} of ${one.name}: ${heldBack}. Version ${one.version} stays promoted.`,
          dim(`\`tellback fn rollback ${one.name} --to ${version} --force\` promotes it.`),
        ]
      : isNewVersion
        ? [`${good("Saved")} ${one.name} version ${version} (${one.category})`]
        : [`${good("Updated")} ${one.name}; its code is still version ${version}`]),
    ...(refused === null ? [] : [warn(`It will not run: ${refused}`), ...allowHint(one, refused)]),
    ...(heldBack === null && saved.breaks.length > 0
      ? [warn(`It breaks tests of functions that need it: ${saved.breaks.join(", ")}`)]
      : []),
    ...(heldBack === null && failed > 0
      ? [warn(`${plural(failed, "test fails", "tests fail")}: agents are not offered this function.`)]
      : []),
    ...(one.description === ""
      ? [
          dim(
            `It has no description: \`tellback fn save ${one.name} --description "…"\` makes it easier to find.`,
          ),
        ]
      : []),
  ].join("\n");
}

function allowHint({ name }: LibraryFunction, refused: string): string[] {
  const module = /the module (\S+) is not allowed/.exec(refused)?.[1];
  return module === undefined
    ? []
    : [dim(`\`tellback fn allow ${name} ${module}\` in a terminal allows it.`)];
}

function functionRow(one: LibraryFunction): string[] {
  return [bold(one.name), dim(one.language), testsText(one), fitted(one.description, 44)];
}

function testsText({ testsPass }: LibraryFunction): string {
  return testsPass === null ? dim("not tested") : testsPass ? good("tests pass") : bad("tests fail");
}

export function functionText({ function: one, promoted, tests, metrics }: OwnerDetails<"function">): string {
  const facts = [
    [dim("id"), one.id],
    [
      dim("what"),
      `${one.language} · ${one.category}${one.tags.length > 0 ? ` · ${one.tags.join(" ")}` : ""}`,
    ],
    [
      dim("version"),
      `${one.version}${one.newestVersion > one.version ? ` (${one.newestVersion} is held back)` : ""}`,
    ],
    [dim("tests"), `${testsText(one)} (${tests.length})`],
    [dim("analysis"), analysisText(promoted.analysis)],
    [dim("runs"), figuresText(metrics.find(({ version }) => version === one.version))],
  ];
  return [
    one.description === "" ? bold(one.name) : `${bold(one.name)}  ${one.description}`,
    columns(facts),
    ...promoted.analysis.findings.map(findingLine),
    "",
    promoted.code.trimEnd(),
    ...(tests.length > 0 ? ["", ...tests.map(({ name }) => dim(`test: ${name}`))] : []),
  ].join("\n");
}

function analysisText({
  securityScore,
  cyclomatic,
  cognitive,
}: OwnerDetails<"function">["promoted"]["analysis"]): string {
  return `security ${securityScore} of 100, complexity ${cyclomatic} (cognitive ${cognitive})`;
}

function findingLine({ line, message, isRefused }: Finding): string {
  return `${isRefused ? bad("refused") : warn("doubtful")} line ${line}: ${message}`;
}

function figuresText(figures: Metrics | undefined): string {
  if (!figures) return dim("never ran");
  const share = figures.successRate === null ? "" : `, ${Math.round(100 * figures.successRate)} % ok`;
  return `${plural(figures.runs, "run")}${share}, p50 ${figures.p50Ms} ms, p95 ${figures.p95Ms} ms, ${figures.peakMb} MB`;
}

function resultLine({ test, passed, expected, got }: TestResult): string {
  return passed ? `${good("✓")} ${test}` : `${bad("✗")} ${test}: expected ${expected}, got ${got}`;
}

function runRow({ at, version, test, passed, status, args, value, error, ms }: KeptRun): string[] {
  const isGood = passed ?? status === "ok";
  return [
    dim(when(at)),
    dim(`version ${version}`),
    (isGood ? good : bad)(passed === null ? status : passed ? "test passed" : "test failed"),
    fitted(test ?? args.slice(1, -1), 40),
    fitted(status === "ok" ? `→ ${value}` : error, 40),
    dim(`${ms} ms`),
  ];
}

function historyLine({ test, passed, since, version, wasOther }: TestHistory): string {
  const from = wasOther ? "since" : "since at least";
  return `${passed ? good("✓") : bad("✗")} ${test}: ${passed ? "passes" : "fails"} ${from} ${when(since)}, version ${version}`;
}

function verdictLine(name: string, version: number, results: readonly TestResult[]): string {
  const failed = results.filter((one) => !one.passed).length;
  const text = `${name} version ${version}: ${plural(results.length, "test")}, ${failed} failed`;
  return failed === 0 ? good(text) : bad(text);
}

function namesLine(label: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${dim(label)} ${names.join(", ")}`;
}

function colouredLine(line: string): string {
  if (line.startsWith("+")) return good(line);
  return line.startsWith("-") ? bad(line) : line;
}
