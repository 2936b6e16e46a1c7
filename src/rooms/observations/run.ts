// What a run of a command says about itself: which commands ran, and the errors with which it failed, in a form that is
// equal for the same failure at another time and place. Read from the stored texts, so that it can be derived again. Pure.

import { hash } from "node:crypto";
import { commandsOf, looksOnly } from "../../../libs/shell/index.ts";
import { scoredOutput } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";

export interface Run {
  /** The hash of the command as it would be typed again: without options. */
  command: string;
  /** The hash of its kind and its errors; null if it went well. */
  failure: string | null;
}

type Ran = Pick<Observation, "tool" | "status" | "title" | "detail">;

/** Empty if it ran nothing that can fail for a cause, or if it is unclear how it went. */
export function runsIn(ran: Ran): Run[] {
  if (deedOf(ran.tool) !== "runs" || ran.status === "interrupted") return [];
  const [first = "", , ...output] = ran.detail.split("\n");
  const commands = commandsIn(first);
  if (commands.length === 0) return [];
  const lines = scoredOutput(output.filter((line) => !OMITTED.test(line)).join("\n"));
  if (ran.status === "ok" && !FAILED.test(ran.title))
    return lines.some(({ score }) => isError(score, surely))
      ? []
      : commands.map(({ text }) => ({ command: keyOf(text), failure: null }));
  const named = lines.filter(({ score }) => isError(score, likely));
  const errors = (named.length > 0 ? named : lines).map(({ text }) => normalised(text)).filter(says);
  if (errors.length === 0) return [];
  const told = [...new Set(errors)].slice(0, maxErrors).sort().join("\n");
  return commands.map(({ kind, text }) => ({
    command: keyOf(text),
    failure: keyOf(`${kind}\n${told}`),
  }));
}

/** Only equality counts: the text itself stands in the observation, and is deleted with it. */
function keyOf(text: string): string {
  return hash("sha256", text).slice(0, 24);
}

/** The scores of errors in output; 100 is the final line with its counts, which differ from run to run. */
const likely = 82;
const surely = 90;
const isError = (score: number, least: number) => score >= least && score < 100;

const maxErrors = 6;
const OMITTED = /^\(of \d+ lines?\)$/;
/** A pipe ends well even if the tests before it failed; the title then has the verdict. */
const FAILED =
  /: failed\b|: (?:\d+ passed, )?[1-9]\d* (?:tests? |specs? )?(?:failed|failing|failures?|errors?)\b/;

const maxCommandLength = 200;

function commandsIn(line: string): { kind: string; text: string }[] {
  const script = line.replace(/^\$ /, "").replace(/ \(in [^()]*\)$/, "");
  const found = commandsOf(script).flatMap(({ words, isPiped }) => {
    const [program = "", ...rest] = words;
    const given = rest.filter((word) => !word.startsWith("-"));
    const text = [nameOf(program), ...given].join(" ").slice(0, maxCommandLength);
    const isForItself = looksOnly(text) && !/^git commit\b/.test(text);
    return isPiped || program === "" || isForItself ? [] : [{ kind: kindOf(nameOf(program), given), text }];
  });
  return [...new Map(found.map((one) => [one.text, one])).values()];
}

function nameOf(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

const INTERPRETER = /^(?:node|deno|bun|tsx|python[\d.]*|ruby|perl|php|bash|sh|zsh)$/;

/** `npx vitest run a.test.ts` and `npx vitest run b.test.ts` are of one kind; two scripts are of two. */
function kindOf(program: string, given: readonly string[]): string {
  if (INTERPRETER.test(program)) return `${program} ${nameOf(given[0] ?? "")}`;
  const end = given.findIndex((word) => !/^[a-z][\w:-]*$/i.test(word));
  return [program, ...given.slice(0, Math.min(end < 0 ? given.length : end, 3))].join(" ");
}

/** Of a path only the name is left; what differs from run to run is left out. */
function normalised(line: string): string {
  return line
    .replace(TIME, "<time>")
    .replace(/\b0x[0-9a-f]+\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}\b/gi, "<id>")
    .replace(/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/gi, "<id>")
    .replace(/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\w@.~+-]*[\\/])+(?=[\w@.+-])/g, "")
    .replace(/(\.[a-z]\w{0,5})(?:[:(]\d+(?:[:,]\d+)?\)?)/gi, "$1")
    .replace(/\bline \d+(?:,? col(?:umn)? \d+)?/gi, "line")
    .replace(/[\d.,]+ ?(?:ms|µs|s|sec(?:onds)?|min|[KMG]i?B)\b|\b\d{5,}\b/g, "<n>")
    .replace(/\s+/g, " ")
    .trim();
}

const TIME = /\b(?:\d{4}[-/]\d\d[-/]\d\d)?[T ]?\d\d?:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\b/g;

/** A line without words would make different failures equal. */
function says(line: string): boolean {
  return (line.match(/\p{L}/gu)?.length ?? 0) >= 6;
}
