// Shell commands: what was run, its result, and the informative lines of its output.

import { cut, oneLine } from "../../language/index.ts";
import { type Draft, failureTitle, strongest, withoutLabel } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { blameIn } from "../output/blame.ts";
import { type Command, readCommand } from "../output/command.ts";
import { outlined } from "../output/definitions.ts";
import { historyIn } from "../output/history.ts";
import { brief, field, jsonIn, numberAt, said, textAt } from "../output/json.ts";
import { scoredOutput } from "../output/line-scores.ts";
import { pickLines, type ScoredLine } from "../output/lines.ts";
import { ABOUT_MAX, folded, foldersIn, listingIn } from "../output/listing.ts";
import { inShort, type Verdict, verdictOf } from "../output/verdict.ts";
import { inside, isFileWord, type PathBase, shownPath } from "../text/paths.ts";
import { CAPS, count, countLines, joined, unique } from "../text/text.ts";

export function shortenBash(use: ToolUse, at: PathBase): Draft {
  const raw = textAt(use.input, "command", "cmd", "script") || textAt(use.output, "command") || idOf(use);
  const command = readCommand(raw);
  const where = inside(at, command.dir);
  const files = filesNamed(command.text, where);
  if (command.asksTellback) return ownQuestion(command, use, files);

  const output = outputOf(use);
  const file = SHOWS_FILE.test(command.text) ? describeFile(output.text) : null;
  const listing = file || use.status !== "ok" ? null : listingIn(output.text.replace(LS_COLUMNS, ""));
  // The content of a file is not a result.
  const lines = file ? [] : listing ? scoredOutput(listing.rest.join("\n")) : linesOf(output.text);
  const verdict = verdictOf(lines.map(({ text }) => text));
  const outcome = outcomeOf(use, output, verdict);
  const folder = command.dir === null ? "" : shownPath(command.dir, at);
  const what = joined([command.text, folder !== "" && folder !== "." && `(in ${cut(folder, 60)})`], " ");
  const purpose = oneLine(textAt(use.input, "description"), 100);
  const shown = cut(what, 300);
  const begin = joined([cut(what, 110), joined([purpose, outcome], "; ")], " · ");
  const isGood =
    use.status === "ok" && !verdict?.bad && !lines.some(({ score }) => score >= 82 && score < 100);
  const room = {
    summary: (isGood ? WENT_WELL.summary : CAPS.summary) - begin.length - 3,
    detail: (isGood ? WENT_WELL.detail : CAPS.detail - 60) - shown.length - purpose.length - outcome.length,
  };
  const described =
    file ??
    (listing ? describeFiles(listing.paths, lines, room) : describeLines(notSaid(lines, verdict), room));
  return {
    title: titleOf(command.text, use, lines, verdict),
    summary: joined([begin, described.summary], " · "),
    detail: joined(
      [`$ ${shown}`, joined([purpose, outcome], "; "), ...described.detail, omitted(lines, output.text)],
      "\n",
    ),
    files: unique([...files, ...aboutOf(listing?.paths ?? [], where), ...positions(lines, where)]),
    symbols: [],
  };
}

/** A success needs fewer words than a failure. */
const WENT_WELL: Room = { summary: 210, detail: 780 };

interface OutputText {
  summary: string;
  detail: string[];
}
type Room = { summary: number; detail: number };

/** A file shown by a command is shortened like a file that was read, unless it is a log. */
const SHOWS_FILE = /^(?:cat|bat|nl|sed -n|head|tail)\b(?!.*(?:\||<<|\.log\b|\.out\b))/;

function describeFile(text: string): OutputText | null {
  const { lines, names } = outlined(text, 1, WENT_WELL.detail - 80);
  return names.length === 0 ? null : { summary: cut(names.join(", "), 150), detail: lines };
}

/** In a long list, the folders matter more than the first names; matches of a search matter more. */
const MAX_FOLDED = { listed: 500, found: 700 };

function describeFiles(paths: readonly string[], rest: readonly ScoredLine[], room: Room): OutputText {
  const more = pickLines(rest, 200, 80);
  const left = room.detail - more.join("\n").length;
  const most = new Set(paths).size < paths.length ? MAX_FOLDED.found : MAX_FOLDED.listed;
  return {
    summary: foldersIn(paths, Math.min(room.summary, 150)),
    detail: [...folded(paths, Math.min(left, most)), ...more],
  };
}

/** As with a search: a list of a few files is about those files. */
function aboutOf(paths: readonly string[], at: PathBase): string[] {
  const few = unique(paths);
  return few.length <= ABOUT_MAX ? few.map((path) => shownPath(path, at)) : [];
}

function describeLines(lines: readonly ScoredLine[], room: Room): OutputText {
  const rest = lines.filter(({ score }) => score < 100);
  const informative = rest.filter(({ score }) => score >= 70);
  const chosen = informative.length > 0 ? informative : rest;
  return {
    summary: pickLines(chosen, room.summary, Math.min(room.summary, 120)).join(" · "),
    detail: pickLines(lines, room.detail, 450),
  };
}

/** tellback must not store its own answers: only the question is kept. */
function ownQuestion(command: Command, use: ToolUse, files: string[]): Draft {
  const title = use.status === "failed" ? failureTitle(`Ran ${command.text}`, "") : `Ran ${command.text}`;
  return { title, summary: command.text, detail: `$ ${command.text}`, files, symbols: [] };
}

type Output = { text: string; exit: string };

function outputOf(use: ToolUse): Output {
  const text = said(use.output);
  const status = /^(?:Error: )?Exit code (\d+)[^\n]*\n?/.exec(text);
  if (status !== null) return { text: text.slice(status[0].length), exit: `exit ${status[1]}` };
  const code = numberAt(use.output, "exitCode") ?? numberAt(use.output, "returnCode");
  const inBackground = textAt(use.output, "backgroundTaskId", "shellId");
  if (inBackground !== "" && text === "") return { text, exit: "running in the background" };
  return { text, exit: code === undefined || code === 0 ? "" : `exit ${code}` };
}

function outcomeOf(use: ToolUse, output: Output, verdict: Verdict | null): string {
  const stopped = use.status === "interrupted" || field(use.output, "interrupted") === true;
  const failed = use.status === "failed" && output.exit === "" && "failed";
  const silent = output.text.trim() === "" && output.exit === "" && "no output";
  return joined(
    [stopped && "interrupted", failed, output.exit, verdict?.text, !stopped && !failed && silent],
    ", ",
  );
}

const LS_COLUMNS = /^[-dlbcps][rwxsStT-]{9}[.+@]? +\d+ +\S+ +\S+ +[\d.,]+\w? +\w+ +\d+ +[\d:]+ +/gm;

/** An API's answer on one line is described by its fields, not by its first characters. */
function linesOf(text: string): ScoredLine[] {
  const commits = historyIn(text) ?? blameIn(text);
  if (commits !== null) return commits;

  const value = text.length > 200 && countLines(text) < 4 ? jsonIn(text) : null;
  if (value !== null)
    return (
      brief(value, 900)
        .match(/.{1,220}(?:\s|$)/gsu)
        ?.map((part) => ({ text: part, score: 50 })) ?? []
    );
  return scoredOutput(text.replace(LS_COLUMNS, ""));
}

function titleOf(
  command: string,
  use: ToolUse,
  lines: readonly ScoredLine[],
  verdict: Verdict | null,
): string {
  if (use.status === "interrupted") return `Ran ${cut(command, CAPS.title - 20)}: interrupted`;
  const errorLines = lines.filter(({ score }) => score >= 82 && score < 100);
  const error = withoutLabel(
    strongest(use.status === "failed" && errorLines.length === 0 ? lines : errorLines),
  );
  if (verdict?.bad) {
    const headline = cut(inShort(verdict), 30);
    const failed = `Ran ${cut(command, 40)}: ${headline.includes("fail") ? headline : `failed, ${headline}`}`;
    return joined([failed, error], ": ");
  }
  if (use.status === "failed") return failureTitle(`Ran ${cut(command, 40)}:`, error);
  if (verdict !== null) return `Ran ${cut(withoutMessage(command), 40)}: ${verdict.text}`;
  const logged = withoutLabel(strongest(errorLines.filter(({ score }) => score >= 90)));
  const only = oneLine(lines.length === 1 ? (lines[0]?.text ?? "") : logged, 60);
  return joined([`Ran ${cut(command, only === "" ? CAPS.title - 4 : 44)}`, only], ": ");
}

/** A commit's message is repeated in git's own output. */
function withoutMessage(command: string): string {
  return command.replace(/(\bgit commit\b.*?)\s+(?:-\w*m|--message)\b.*/s, "$1");
}

/** The line that the verdict already contains verbatim. */
function notSaid(lines: readonly ScoredLine[], verdict: Verdict | null): readonly ScoredLine[] {
  if (verdict === null) return lines;
  const said = wordsOnly(verdict.text);
  const maxLength = verdict.text.length + 20;
  return lines.filter(({ text, score }) => score < 70 || text.length > maxLength || wordsOnly(text) !== said);
}

function wordsOnly(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function omitted(lines: readonly ScoredLine[], raw: string): string {
  return raw.length > 2 * CAPS.detail ? `(of ${count(Math.max(lines.length, countLines(raw)), "line")})` : "";
}

function filesNamed(command: string, at: PathBase): string[] {
  const words = command.slice(0, 2000).split(/[\s;&|()<>=,"'`]+/);
  return words.filter(isFileWord).map((word) => shownPath(word, at));
}

const POSITION =
  /(?<![\w@./:-])(?:file:\/\/)?((?:[\w@.+-]*\/)*[\w@+.-]*[\w@+-]\.[A-Za-z]\w{0,9})(?:[:(]\d+|", line \d+)/;

const PATCHED = /^diff --git a\/(\S+)/;

/** Files that an error points at or a patch changes, except those of installed packages. */
function positions(lines: readonly ScoredLine[], at: PathBase): string[] {
  const found: string[] = [];
  for (const { text, score } of lines) {
    if (score < 70 || found.length >= 20) continue;
    const path = isFileWord(text) ? text : (PATCHED.exec(text) ?? POSITION.exec(text))?.[1];
    if (path !== undefined && !/node_modules|site-packages|\/rustc\/|https?:/.test(text))
      found.push(shownPath(path, at));
  }
  return found;
}

function idOf(use: ToolUse): string {
  return joined(["background command", textAt(use.input, "bash_id", "shell_id", "task_id")], " ");
}
