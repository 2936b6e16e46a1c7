// Reduces a shell command to what a reader needs: without cd, settings, pagers and redirections. For bash.

import { oneLine } from "../../language/index.ts";
import { count, countLines } from "../text/text.ts";

export type Command = {
  /** The command that was run, on one line. */
  text: string;
  /** The folder of a leading `cd`. */
  dir: string | null;
  /** The command queries tellback; its output is already in memory. */
  asksTellback: boolean;
};

type Step = { text: string; joiner: string };

const READ_MAX = 8000;
const SHOWN_MAX = 400;

export function readCommand(raw: string): Command {
  const steps = splitSteps(withoutHeredocs(raw.slice(0, READ_MAX)).replace(/\\\r?\n\s*/g, " "));
  let dir: string | null = null;
  const kept: Step[] = [];
  const noise: Step[] = [];
  for (const step of steps) {
    const text = bare(step.text);
    const moved = /^(?:cd|pushd)\s+(?:"([^"]+)"|'([^']+)'|(\S+))$/.exec(text);
    if (moved && kept.length === 0) dir = under(dir, moved[1] ?? moved[2] ?? moved[3] ?? "");
    if (text === "" || moved || isNoise(text, step.joiner)) noise.push({ ...step, text });
    else kept.push({ ...step, text });
  }
  const shown = kept.length > 0 ? kept : noise.filter(({ text }) => text !== "");
  const text = shown
    .map((step, index) => (index === 0 ? step.text : `${step.joiner} ${step.text}`))
    .join(" ");
  return {
    text: oneLine(text.replaceAll(" ; ", "; ") || raw, SHOWN_MAX),
    dir: kept.length > 0 ? dir : null,
    asksTellback: asksTellback(raw),
  };
}

const SETTING = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*(?:\s+|$))+/;
const WRAPPER = /^(?:env|time|nohup|command|exec|timeout(?:\s+-\S+)*\s+[\d.]+[smhd]?)\s+(?=\S)/;
const REDIRECTION = /(?<!\s)\s*(?:\d?>&\d|&>\s*\/dev\/null|\d?>>?\s*\/dev\/null|<\s*\/dev\/null)/g;

function bare(step: string): string {
  let text = step.replace(REDIRECTION, "").trim();
  for (let turn = 0; turn < 4; turn += 1) {
    const next = text.replace(SETTING, "").replace(WRAPPER, "");
    if (next === text) break;
    text = next;
  }
  return text.trim();
}

const NOISE =
  /^(?:export|set|shopt|source|\.|true|:|echo|printf|sleep|pwd|wait|exit|clear|date|unset)(?:\s|$)|^#/;
const PAGER = /^(?:tail|head|cat|less|more|tee)(?:\s|$)/;

function isNoise(text: string, joiner: string): boolean {
  return NOISE.test(text) || (joiner === "|" && PAGER.test(text));
}

function under(dir: string | null, next: string): string {
  return dir === null || /^[/~]/.test(next) ? next : `${dir}/${next}`;
}

/** At `&&`, `||`, `|`, `;` and line ends outside quotes and parentheses. */
function splitSteps(text: string): Step[] {
  const steps: Step[] = [];
  let quote = "";
  let depth = 0;
  let start = 0;
  let joiner = ";";
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (char === "\\" && quote !== "'") at += 1;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'" || char === "`") quote = char;
    else if (char === "(") depth += 1;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      const two = text.slice(at, at + 2);
      const found = two === "&&" || two === "||" ? two : "|;\n".includes(char) ? char : "";
      if (found === "") continue;
      steps.push({ text: text.slice(start, at), joiner });
      joiner = found === "\n" ? ";" : found;
      start = at + found.length;
      at = start - 1;
    }
  }
  steps.push({ text: text.slice(start), joiner });
  return steps.filter((step) => step.text.trim() !== "");
}

const HEREDOC = /(\$\(\s*cat\s+)?<<-?\s*(['"]?)([A-Za-z_]\w*)\2([^\n]*)\n/;

/** A here-document is a file or a message: replaced by its first line or its length. */
function withoutHeredocs(text: string): string {
  let done = "";
  let rest = text;
  for (let turn = 0; turn < 20; turn += 1) {
    const match = HEREDOC.exec(rest);
    if (match === null) break;
    const [whole, isMessage, , mark = "", after = ""] = match;
    const body = rest.slice(match.index + whole.length);
    const end = body.startsWith(mark) ? 0 : body.search(new RegExp(`^\\s*${mark}\\s*$`, "m"));
    const inner = end < 0 ? body : body.slice(0, end);
    done += rest.slice(0, match.index);
    rest = end < 0 ? "" : body.slice(end).trimStart().slice(mark.length);
    if (isMessage === undefined) done += `<<${mark}${after} (${count(countLines(inner), "line")})`;
    else {
      done += inner.trimStart().split("\n", 1)[0]?.replaceAll('"', "") ?? "";
      rest = rest.replace(/^\s*\)/, "");
    }
  }
  return done + rest;
}

const plain = "[^\\s;&|()`\"']";
const commandStart = "(?:^|[;&|(`]|-c\\s+[\"']|\\bxargs\\s)\\s*";
/** What may stand before the name of the program: assignments, wrappers, programs that run packages, their options. */
const wrappers = [
  `[A-Za-z_]\\w*=${plain}*`,
  '"[^"\\n]*"',
  `sudo|env|time|exec|command|nohup|timeout\\s+${plain}+`,
  "npx|bunx|pnpx|(?:pnpm|npm|yarn|bun)(?:\\s+(?:exec|dlx|run|x))?",
  `node|tsx|-${plain}+`,
].join("|");
const program = `["']?(?:${plain}*/)?tellback(?:\\.[mc]?[jt]s)?(?:@${plain}+)?(?=$|[\\s;&|)\`"'])`;
const runsTellback = new RegExp(`${commandStart}(?:(?:${wrappers})\\s+)*${program}`);

/** Also commands that read the store's file: whatever they print is already in memory. */
function asksTellback(raw: string): boolean {
  if (!raw.includes("tellback")) return false;
  return raw
    .split("\n")
    .some(
      (line) =>
        line.includes("tellback") &&
        (/\btellback\.db\b/.test(line) || runsTellback.test(line.slice(0, 2000))),
    );
}
