// Splits a shell script into its simple commands, as far as the guard needs it: words with their variables still in
// them, what output goes to, what is piped in, and the text of here-documents. Pure.

export interface Command {
  /** Each may contain `varMark NAME varMark` for a variable, and `*` for what is unknown. */
  words: string[];
  /** What its output is redirected to. */
  targets: string[];
  /** Scripts inside `$(…)`, `<(…)` and backquotes. */
  inner: string[];
  /** Here-documents that it reads. */
  documents: string[];
  /** Its input is the output of the command before. */
  isPiped: boolean;
  /** How many subshells it is in. */
  depth: number;
}

/** Around the name of a variable in a word, and the number of a here-document in a script. */
export const varMark = "\u0001";
const documentMark = "\u0000";

const keyword = /^(?:if|then|else|elif|fi|while|until|do|done|case|esac|\{|\}|!)$/;

export function commandsOf(script: string): Command[] {
  const documents: string[] = [];
  return split(extractDocuments(script, documents), documents);
}

function split(script: string, documents: readonly string[]): Command[] {
  const commands: Command[] = [];
  let depth = 0;
  const fresh = (isPiped: boolean): Command => ({
    ...{ words: [], targets: [], inner: [], documents: [], isPiped, depth },
  });
  let now = fresh(false);
  let next: "word" | "target" | "input" = "word";
  const flush = (isPiped: boolean) => {
    const first = now.words.findIndex((word) => !keyword.test(word));
    const words = first < 0 ? [] : now.words.slice(first);
    if (words.length + now.targets.length + now.inner.length > 0) commands.push({ ...now, words });
    now = fresh(isPiped);
    next = "word";
  };
  for (const token of tokensOf(script)) {
    if (token.type === "document") now.documents.push(documents[token.number] ?? "");
    else if (token.type === "redirect") next = token.to;
    else if (token.type === "end") {
      if (token.by === "(") depth++;
      if (token.by === ")") depth = Math.max(0, depth - 1);
      // The subshell's own commands come first: `(a) > file` is written by what follows them.
      flush(token.by === "|");
    } else {
      now.inner.push(...token.inner.map((text) => restoreDocuments(text, documents)));
      if (next === "target") now.targets.push(token.text);
      if (next === "word") now.words.push(token.text);
      next = "word";
    }
  }
  flush(false);
  return commands;
}

type Token =
  | { type: "word"; text: string; inner: string[] }
  | { type: "end"; by: string }
  | { type: "redirect"; to: "target" | "input" }
  | { type: "document"; number: number };

const variable = /^\$(?:(\w+)|\{(\w+)\})/;

function* tokensOf(script: string): Generator<Token> {
  let text = "";
  let inner: string[] = [];
  let isWord = false;
  const word = (): Token[] => {
    const token: Token = { type: "word", text, inner };
    const was = isWord;
    [text, inner, isWord] = ["", [], false];
    return was ? [token] : [];
  };
  for (let i = 0; i < script.length; i++) {
    const character = script[i] ?? "";
    if (character === "\\") {
      if (script[i + 1] !== "\n") [text, isWord] = [text + (script[i + 1] ?? ""), true];
      i++;
    } else if (character === "'") {
      const end = script.indexOf("'", i + 1);
      text += script.slice(i + 1, end < 0 ? undefined : end);
      isWord = true;
      i = end < 0 ? script.length : end;
    } else if (character === '"') {
      const end = closingQuote(script, i + 1);
      const body = expandable(script.slice(i + 1, end));
      inner.push(...body.inner);
      text += body.text;
      isWord = true;
      i = end;
    } else if (character === "$" || character === "`") {
      const { length, ...found } = substitution(script, i);
      inner.push(...found.inner);
      text += found.text;
      isWord = true;
      i += length - 1;
    } else if (character === documentMark) {
      yield* word();
      const end = script.indexOf(documentMark, i + 1);
      yield { type: "document", number: Number(script.slice(i + 1, end)) };
      i = end;
    } else if (character === "#" && !isWord) {
      while (i + 1 < script.length && script[i + 1] !== "\n") i++;
    } else if (/\s/.test(character)) {
      yield* word();
      if (character === "\n") yield { type: "end", by: character };
    } else if (character === "<") {
      if (/^\d+$/.test(text)) [text, isWord] = ["", false];
      yield* word();
      if (script[i + 1] === "(") {
        const end = closingBracket(script, i + 2);
        inner.push(script.slice(i + 2, end));
        [text, isWord] = ["*", true];
        i = end;
      } else {
        while (/[<&]/.test(script[i + 1] ?? "")) i++;
        yield { type: "redirect", to: "input" };
      }
    } else if (character === ">" || (character === "&" && script[i + 1] === ">")) {
      // The number before it names a stream.
      if (/^\d+$/.test(text)) [text, isWord] = ["", false];
      yield* word();
      while (/[>&|]/.test(script[i + 1] ?? "")) i++;
      const isStream = script[i] === "&" && /[\d-]/.test(script[i + 1] ?? "");
      if (!isStream) yield { type: "redirect", to: "target" };
      else i++;
    } else if (/[;&|()]/.test(character)) {
      yield* word();
      const isPipe = character === "|" && script[i + 1] !== "|" && script[i - 1] !== "|";
      yield { type: "end", by: character === "|" && !isPipe ? ";" : character };
    } else [text, isWord] = [text + character, true];
  }
  yield* word();
}

/** Text in double quotes. */
function expandable(body: string): { text: string; inner: string[] } {
  let text = "";
  const inner: string[] = [];
  for (let i = 0; i < body.length; i++) {
    const character = body[i] ?? "";
    if (character === "\\" && /["\\$`]/.test(body[i + 1] ?? "")) text += body[++i] ?? "";
    else if (character === "$" || character === "`") {
      const { length, ...found } = substitution(body, i);
      inner.push(...found.inner);
      text += found.text;
      i += length - 1;
    } else text += character;
  }
  return { text, inner };
}

/** A variable, `$(…)` or backquotes at this position; what they print is unknown, so it may be any name. */
function substitution(script: string, at: number): { text: string; inner: string[]; length: number } {
  if (script[at] === "`" || script[at + 1] === "(") {
    const start = at + (script[at] === "`" ? 1 : 2);
    const found = script[at] === "`" ? script.indexOf("`", start) : closingBracket(script, start);
    const end = found < 0 ? script.length : found;
    const command = script.slice(start, end);
    return { text: known(command.trim()), inner: [command], length: end + 1 - at };
  }
  const [whole, plain, braced] = variable.exec(script.slice(at, at + 200)) ?? [];
  const name = plain ?? braced;
  if (whole === undefined || name === undefined) return { text: "$", inner: [], length: 1 };
  return { text: varMark + name + varMark, inner: [], length: whole.length };
}

function known(command: string): string {
  if (command === "pwd") return `${varMark}PWD${varMark}`;
  return command === "git rev-parse --show-toplevel" ? `${varMark}CLAUDE_PROJECT_DIR${varMark}` : "*";
}

function closingQuote(script: string, from: number): number {
  for (let i = from; i < script.length; i++) {
    if (script[i] === "\\") i++;
    else if (script[i] === "$" && script[i + 1] === "(") i = closingBracket(script, i + 2);
    else if (script[i] === '"') return i;
  }
  return script.length;
}

function closingBracket(script: string, from: number): number {
  let depth = 1;
  for (let i = from; i < script.length; i++) {
    if (script[i] === "(") depth++;
    if (script[i] === ")" && --depth === 0) return i;
  }
  return script.length;
}

/** Takes the text of here-documents out of a script: it is data, except for the program that reads it. */
function extractDocuments(script: string, documents: string[]): string {
  const lines = script.replaceAll(documentMark, "").replaceAll(varMark, "").split("\n");
  const kept: string[] = [];
  const nextLine = linesByText(lines);
  for (let i = 0; i < lines.length; ) {
    const line = lines[i++] ?? "";
    const bare = line.replace(
      /(?<!<)<<(?!<)-?\s{0,20}(["']?)([\w.-]{1,200})\1/g,
      (all, _: string, word: string) => {
        const end = nextLine(word, i);
        // A shift of numbers, or text in quotes.
        if (end === undefined) return all;
        documents.push(lines.slice(i, end).join("\n"));
        i = end + 1;
        return ` ${documentMark}${documents.length - 1}${documentMark} `;
      },
    );
    kept.push(bare);
  }
  return kept.join("\n");
}

/** Finds the next line that is this word alone; `from` only rises, so that each line is passed once. */
function linesByText(lines: readonly string[]): (word: string, from: number) => number | undefined {
  const places = Map.groupBy(lines.keys(), (i) => (lines[i] ?? "").trim());
  const passed = new Map<string, number>();
  return (word, from) => {
    const found = places.get(word) ?? [];
    let at = passed.get(word) ?? 0;
    while (at < found.length && (found[at] ?? 0) < from) at++;
    passed.set(word, at);
    return found[at];
  };
}

function restoreDocuments(text: string, documents: readonly string[]): string {
  return text.replace(
    new RegExp(`${documentMark}(\\d+)${documentMark}`, "g"),
    (_, number: string) => `<<'END-${number}'\n${documents[Number(number)] ?? ""}\nEND-${number}\n`,
  );
}
