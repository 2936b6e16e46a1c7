// Renders the answers of the code map as text.

import type { CallSite, CodeSymbol, MapProgress, MapStatus } from "../../protocol/codemap.ts";
import type { OwnerDetails } from "../../protocol/shown.ts";
import type { OutputOf } from "../contracts.ts";
import { number } from "../text/numbers.ts";
import { bold, columns, dim, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  "map.start": runText,
  "map.state": runText,
  "map.show": (shown) =>
    joined([
      ...shown.files.map(fileText),
      shown.left > 0 ? dim(`${plural(shown.left, "more symbol")}; --budget shows more`) : "",
      statusText(shown.status),
    ]),
  symbol: ({ symbols, status }) => joined([...symbols.map(symbolText), statusText(status)], "\n\n"),
  callers: (answer) => callsText(answer, "No resolved call of it."),
  callees: (answer) =>
    joined([
      callsText(answer, "It makes no resolved call."),
      answer.noise === 0
        ? ""
        : dim(`${plural(answer.noise, "call")} of builtins and logging left out (--all)`),
    ]),
  impact: impactText,
  "impact.diff": diffText,
  tests: ({ tests, maybe, status }) =>
    joined([
      testsText(tests),
      maybe > 0
        ? warn(`${plural(maybe, "call")} of these names could not be resolved: tests may be missing here.`)
        : "",
      statusText(status),
    ]),
  dead: ({ unused, status }) =>
    joined([
      unused.length === 0
        ? dim("Nothing: every function is called or named somewhere.")
        : columns(unused.map(({ qualified, file, startLine }) => [qualified, dim(`${file}:${startLine}`)])),
      statusText(status),
    ]),
  hotspots: ({ symbols, status }) =>
    joined([
      symbols.length === 0
        ? dim("No symbol that is called has changed yet.")
        : columns(
            symbols.map(({ symbol, changes, callers }) => [
              symbol.qualified,
              dim(`${symbol.file}:${symbol.startLine}`),
              `changed ${changes} ×`,
              plural(callers, "caller"),
            ]),
          ),
      statusText(status),
    ]),
  changes: ({ changes, status }) =>
    joined([
      changes.length === 0
        ? dim("No changed symbols.")
        : columns(
            changes.map(({ at, change, file, qualified, was, sessionId }) => [
              dim(when(at)),
              changeMark(change),
              `${file}#${qualified}${was ? dim(` was ${was}`) : ""}`,
              sessionId ? dim(sessionId.slice(0, 8)) : "",
            ]),
          ),
      statusText(status),
    ]),
  "code.draw": ({ text }) => text,
} satisfies TextsOf<typeof operations>;

function joined(parts: readonly string[], between = "\n"): string {
  return parts.filter((part) => part !== "").join(between);
}

function runText({ state, progress }: OutputOf<"map.state">): string {
  return state === "none" ? dim("Nothing is being mapped.") : progressText(progress);
}

export function progressText(progress: MapProgress): string {
  const { files, done, mapped, unchanged, removed, symbols, broken, skipped } = progress;
  const head =
    done < files
      ? `${done} of ${plural(files, "file")}`
      : `${plural(files, "file")}, ${plural(symbols, "symbol")}: ${mapped} mapped, ${unchanged} unchanged, ${removed} removed`;
  return joined([
    head,
    ...skipped.map(({ reason, files: count, names }) =>
      dim(`skipped ${count}, ${reason}: ${names.slice(0, 3).join(", ")}${count > 3 ? ", …" : ""}`),
    ),
    ...broken.map((one) => warn(one)),
  ]);
}

function fileText({ file, symbols, left }: OutputOf<"map.show">["files"][number]): string {
  return joined([bold(file), ...symbols.map(lineText), left > 0 ? dim(`  … ${left} more`) : ""]);
}

function lineText(symbol: CodeSymbol): string {
  const depth = symbol.parent === null ? 1 : 1 + symbol.parent.split(".").length;
  const mark = symbol.change === "unchanged" ? "" : ` ${changeMark(symbol.change)}`;
  return `${"  ".repeat(Math.min(depth, 6))}${dim(`${symbol.startLine}:`)} ${symbol.signature}${mark}`;
}

function changeMark(change: string): string {
  return change === "new" ? good(change) : warn(change);
}

function symbolText(symbol: OutputOf<"symbol">["symbols"][number]): string {
  return joined([
    headText(symbol),
    dim(`called from ${plural(symbol.callers, "place")}, calls ${symbol.callees}`),
    ...symbol.changes.map(({ at, change, was, sessionId }) =>
      dim(
        `${when(at)} ${change}${was ? ` (was ${was})` : ""}${sessionId ? ` by session ${sessionId.slice(0, 8)}` : ""}`,
      ),
    ),
  ]);
}

function headText(symbol: CodeSymbol): string {
  return joined([
    `${bold(symbol.qualified)} ${dim(symbol.kind)}${symbol.change === "unchanged" ? "" : ` ${changeMark(symbol.change)}`}`,
    ...symbol.decorators,
    symbol.signature,
    symbol.documentation === "" ? "" : dim(symbol.documentation),
    `${symbol.file}:${symbol.startLine}-${symbol.endLine}`,
  ]);
}

export function shownSymbolText({ symbol, callers }: OwnerDetails<"symbol">): string {
  return joined([
    headText(symbol),
    ...callers.map(({ name, file, line }) => `called by ${name} ${dim(`${file}:${line}`)}`),
  ]);
}

function callRow({ name, file, line, written, resolution, confidence, confirmedAt }: CallSite): string[] {
  const seen = confirmedAt === null ? "" : `, seen at run time ${confirmedAt.slice(0, 10)}`;
  const sure = `${resolution} ${Math.round(100 * confidence)} %${seen}`;
  return [name, dim(`${file}:${line}`), written, dim(resolution === "unresolved" ? resolution : sure)];
}

function danglingText(calls: OutputOf<"callers">["dangling"]): string {
  return joined(
    [...Map.groupBy(calls, ({ was }) => was)].map(([was, own]) =>
      joined([
        warn(
          `${plural(own.length, "call")} still ${own.length === 1 ? "uses" : "use"} ${was}, ${becameText(own[0]?.now ?? null)}:`,
        ),
        columns(
          own.map(({ caller, file, line, written }) => [caller ?? file, dim(`${file}:${line}`), written]),
        ),
      ]),
    ),
  );
}

function becameText(now: string | null): string {
  return now === null ? "which is gone" : `now ${now}`;
}

function callsText(
  {
    symbols,
    calls,
    maybe,
    status,
    dangling = [],
  }: Omit<OutputOf<"callees">, "noise"> & { dangling?: OutputOf<"callers">["dangling"] },
  none: string,
): string {
  return joined([
    danglingText(dangling),
    ...symbols.map(({ qualified, file, startLine }) => `${bold(qualified)} ${dim(`${file}:${startLine}`)}`),
    calls.length > 0 ? columns(calls.map(callRow)) : symbols.length > 0 ? dim(none) : "",
    maybe.length === 0 ? "" : warn(`${plural(maybe.length, "call")} without a known target:`),
    maybe.length === 0 ? "" : columns(maybe.slice(0, 20).map(callRow)),
    statusText(status),
  ]);
}

function impactText(impact: OutputOf<"impact">): string {
  const { symbols, dangling, reached, tests, memories, maybe, status } = impact;
  const row = ({ symbol, depth, confidence }: OutputOf<"impact">["reached"][number]) => [
    dim(String(depth)),
    symbol.qualified,
    dim(`${symbol.file}:${symbol.startLine}`),
    dim(`${Math.round(100 * confidence)} %`),
  ];
  return joined([
    danglingText(dangling),
    symbols.length === 0
      ? ""
      : bold(symbols.length === 1 ? (symbols[0]?.qualified ?? "") : plural(symbols.length, "symbol")),
    reached.length === 0 ? dim("No resolved caller.") : columns(reached.map(row)),
    tests.length === 0
      ? dim("No test reaches it by resolved calls.")
      : `${bold("Tests")}\n${columns(tests.map(row))}`,
    memories.length === 0
      ? ""
      : `${bold("Known about it")}\n${columns(memories.map(({ id, content, stale }) => [id.slice(0, 18), stale ? warn("stale") : "", content.split("\n")[0] ?? ""]))}`,
    maybe > 0
      ? warn(`${plural(maybe, "call")} of these names could not be resolved: callers may be missing here.`)
      : "",
    statusText(status),
  ]);
}

function testsText(tests: OutputOf<"tests">["tests"]): string {
  return tests.length === 0
    ? dim("No test reaches it by resolved calls.")
    : columns(
        tests.map(({ file, names }) => [
          file,
          dim(`${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""}`),
        ]),
      );
}

function diffText(diff: OutputOf<"impact.diff">): string {
  const { base, changes, dangling, reached, tests, unused, memories, left, status } = diff;
  const part = (title: string, rows: string[][]) =>
    rows.length === 0 ? "" : `${bold(title)}\n${columns(rows)}`;
  if (changes.length === 0) return joined([dim(`No symbol differs from ${base}.`), statusText(status)]);
  return joined([
    danglingText(dangling),
    part(
      `Changed since ${base}`,
      changes.map(({ change, file, qualified, line, was }) => [
        changeMark(change),
        `${qualified}${was ? dim(` was ${was}`) : ""}`,
        dim(line === null ? file : `${file}:${line}`),
      ]),
    ),
    left > 0 ? dim(`${left} more`) : "",
    part(
      "Called from",
      reached.map(({ symbol, depth }) => [
        dim(String(depth)),
        symbol.qualified,
        dim(`${symbol.file}:${symbol.startLine}`),
      ]),
    ),
    `${bold("Tests to run")}\n${testsText(tests)}`,
    part(
      "Nothing calls or names it any more",
      unused.map(({ file, qualified, line }) => [qualified, dim(`${file}:${line}`)]),
    ),
    part(
      "Known about it",
      memories.map(({ id, content, stale }) => [
        id.slice(0, 18),
        stale ? warn("stale") : "",
        content.split("\n")[0] ?? "",
      ]),
    ),
    statusText(status),
  ]);
}

function statusText(status: MapStatus): string {
  const { files, symbols, calls, unresolvedCalls, callsAt, filesWithoutCalls, broken, stale, mappedAt } =
    status;
  const { notMapped, skipped } = status;
  const known =
    callsAt === null
      ? "calls are not resolved yet"
      : `${plural(calls, "call")}, ${number(status.externalCalls)} of them to code outside the project, ${number(unresolvedCalls)} unresolved`;
  const behind =
    callsAt !== null && filesWithoutCalls > 0 ? `, ${plural(filesWithoutCalls, "file")} changed since` : "";
  const part = mappedAt === null ? " (only files that sessions touched; `tellback map` maps all)" : "";
  return joined([
    dim(`${plural(symbols, "symbol")} in ${plural(files, "file")}${part}; ${known}${behind}`),
    skipped === 0
      ? ""
      : warn(
          `not mapped: ${notMapped.slice(0, 3).join(", ")}${skipped > 3 ? ` and ${skipped - 3} more` : ""}`,
        ),
    broken.length === 0
      ? ""
      : warn(
          `${broken.slice(0, 2).join("\n")}${broken.length > 2 ? `\nand ${broken.length - 2} more that do not parse` : ""}`,
        ),
    stale.length === 0 ? "" : warn(`changed since mapped: ${stale.slice(0, 5).join(", ")}`),
  ]);
}
