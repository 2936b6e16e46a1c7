// Which files a shell command would write, move or delete, as far as its text shows: redirections, `sed -i`, `tee`,
// `mv`, `rm`, `git checkout` and the like. Best effort: a program that the command starts may do anything. Pure.

import { posix } from "node:path";

export interface ShellWrite {
  /** The path as the shell would see it, absolute; may contain `*` and `?`. */
  path: string;
  /** Whether a folder at this path would be changed with everything below it. */
  isRecursive: boolean;
}

const mostDepth = 4;

export function shellWrites(command: string, cwd: string, depth = 0): ShellWrite[] {
  if (depth > mostDepth) return [];
  const writes: ShellWrite[] = [];
  let folder = cwd;
  for (const { words, targets, inner } of simpleCommands(command)) {
    const at = (path: string) => absolute(path, folder, cwd);
    writes.push(...targets.map((path) => ({ path: at(path), isRecursive: false })));
    for (const text of inner) writes.push(...shellWrites(text, folder, depth + 1));
    const [name = "", ...args] = withoutWrappers(words);
    const program = posix.basename(name);
    if (program === "cd" || program === "pushd") folder = at(args.find((arg) => !arg.startsWith("-")) ?? "~");
    if (/^(?:ba|z|da|k)?sh$|^eval$/.test(program)) {
      const script =
        program === "eval" ? args.join(" ") : args[args.findIndex((arg) => /^-\w*c$/.test(arg)) + 1];
      if (script !== undefined && (program === "eval" || args.some((arg) => /^-\w*c$/.test(arg))))
        writes.push(...shellWrites(script, folder, depth + 1));
      continue;
    }
    const { paths, isRecursive } = written(program, args);
    writes.push(...paths.map((path) => ({ path: at(path), isRecursive })));
  }
  return writes;
}

interface Written {
  paths: string[];
  isRecursive: boolean;
}

const nothing: Written = { paths: [], isRecursive: false };

function written(program: string, args: readonly string[]): Written {
  const plain = args.filter((arg) => !arg.startsWith("-"));
  const has = (pattern: RegExp) => args.some((arg) => pattern.test(arg));
  const files = (paths: readonly string[], isRecursive = false): Written => ({
    paths: [...paths],
    isRecursive,
  });
  switch (program) {
    case "tee":
    case "truncate":
      return files(plain);
    case "sed":
    case "gsed":
      return has(/^(?:-[a-zA-Z]*i|--in-place)/) ? files(plain) : nothing;
    case "perl":
    case "ruby":
      return has(/^-[a-zA-Z0-9]*i/) ? files(plain) : nothing;
    case "awk":
    case "gawk":
      return has(/^inplace$/) ? files(plain) : nothing;
    case "rm":
    case "rmdir":
    case "unlink":
    case "shred":
    case "mv":
    case "trash":
      return files(plain, true);
    case "cp":
    case "install":
    case "ln":
    case "rsync": {
      const option = args.findIndex((arg) => /^(?:-t|--target-directory)$/.test(arg));
      const folder = option >= 0 ? args[option + 1] : plain.at(-1);
      const sources = plain.filter((path) => path !== folder);
      // Into a folder: each file gets its own name there.
      return files(
        folder === undefined
          ? []
          : [folder, ...sources.map((path) => posix.join(folder, posix.basename(path)))],
      );
    }
    case "dd":
      return files(args.flatMap((arg) => /^of=(.+)$/.exec(arg)?.[1] ?? []));
    case "patch":
    case "ed":
    case "ex":
      return files(plain);
    case "find":
      return has(/^-delete$/) || /-exec\w* (?:rm|mv|sed|truncate|shred)\b/.test(args.join(" "))
        ? files(
            plain.slice(
              0,
              Math.max(
                1,
                args.findIndex((arg) => arg.startsWith("-")),
              ),
            ),
            true,
          )
        : nothing;
    case "git":
      return gitWrites(args);
    default:
      return nothing;
  }
}

function gitWrites(args: readonly string[]): Written {
  const start = args.findIndex((arg, i) => !arg.startsWith("-") && !/^-[Cc]$/.test(args[i - 1] ?? ""));
  const action = args[start] ?? "";
  if (!/^(?:checkout|restore|rm|mv|clean|stash)$/.test(action)) return nothing;
  const rest = args.slice(start + 1).filter((arg) => !arg.startsWith("-"));
  return { paths: rest, isRecursive: true };
}

/** Programs that run another program with the words after them. */
const wrappers = /^(?:sudo|doas|env|command|builtin|exec|time|nohup|nice|stdbuf|xargs|busybox)$/;

function withoutWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    while (/^[A-Za-z_]\w*=/.test(rest[0] ?? "")) rest = rest.slice(1);
    if (!wrappers.test(posix.basename(rest[0] ?? ""))) return rest;
    rest = rest.slice(1);
    while (rest[0]?.startsWith("-")) rest = rest.slice(1);
  }
}

function absolute(path: string, folder: string, home: string): string {
  const named = path.replace(/^\$\{?(?:PWD|CLAUDE_PROJECT_DIR)\}?(?=\/|$)/, home);
  return posix.normalize(posix.isAbsolute(named) ? named : posix.join(folder, named)).replace(/(.)\/$/, "$1");
}

interface Simple {
  words: string[];
  /** What its output is redirected to. */
  targets: string[];
  /** Commands inside `$(…)` and backquotes. */
  inner: string[];
}

const keyword = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|\{|\}|!)$/;

/** The simple commands of a script, in order. Text of here-documents is data. */
function simpleCommands(script: string): Simple[] {
  const commands: Simple[] = [];
  let now: Simple = { words: [], targets: [], inner: [] };
  let redirects = false;
  const flush = () => {
    const first = now.words.findIndex((word) => !keyword.test(word));
    const words = first < 0 ? [] : now.words.slice(first);
    if (words.length + now.targets.length + now.inner.length > 0) commands.push({ ...now, words });
    now = { words: [], targets: [], inner: [] };
    redirects = false;
  };
  for (const token of tokensOf(withoutHereDocuments(script))) {
    if (token.type === "end") flush();
    else if (token.type === "redirect") redirects = true;
    else {
      now.inner.push(...token.inner);
      if (redirects) now.targets.push(token.text);
      else now.words.push(token.text);
      redirects = false;
    }
  }
  flush();
  return commands;
}

type Token = { type: "word"; text: string; inner: string[] } | { type: "end" } | { type: "redirect" };

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
      const body = script.slice(i + 1, end);
      inner.push(...substitutionsIn(body));
      text += body.replace(/\\(["\\$`])/g, "$1");
      isWord = true;
      i = end;
    } else if (character === "`" || (character === "$" && script[i + 1] === "(")) {
      const end = character === "`" ? script.indexOf("`", i + 1) : closingBracket(script, i + 2);
      const stop = end < 0 ? script.length : end;
      inner.push(script.slice(i + (character === "`" ? 1 : 2), stop));
      // What it prints is unknown: it may be any name.
      text += "*";
      isWord = true;
      i = stop;
    } else if (character === "#" && !isWord) {
      while (i + 1 < script.length && script[i + 1] !== "\n") i++;
    } else if (/\s/.test(character)) {
      yield* word();
      if (character === "\n") yield { type: "end" };
    } else if (character === ">" || (character === "&" && script[i + 1] === ">")) {
      // The number before it names a stream.
      if (/^\d+$/.test(text)) [text, isWord] = ["", false];
      yield* word();
      while (/[>&|]/.test(script[i + 1] ?? "")) i++;
      const isStream = script[i] === "&" && /[\d-]/.test(script[i + 1] ?? "");
      if (!isStream) yield { type: "redirect" };
      else i++;
    } else if (/[;&|()]/.test(character)) {
      yield* word();
      yield { type: "end" };
    } else [text, isWord] = [text + character, true];
  }
  yield* word();
}

function closingQuote(script: string, from: number): number {
  for (let i = from; i < script.length; i++) {
    if (script[i] === "\\") i++;
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
  return -1;
}

function substitutionsIn(text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf("$("); at >= 0; at = text.indexOf("$(", at + 2)) {
    const end = closingBracket(text, at + 2);
    found.push(text.slice(at + 2, end < 0 ? undefined : end));
  }
  return found;
}

function withoutHereDocuments(script: string): string {
  const lines = script.split("\n");
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    kept.push(line);
    for (const [, , word = ""] of line.matchAll(/<<-?\s*(["']?)([\w.-]+)\1/g)) {
      if (/<<<\s*$/.test(line.slice(0, line.indexOf(word)))) continue;
      while (i + 1 < lines.length && (lines[i + 1] ?? "").trim() !== word) i++;
      i++;
    }
  }
  return kept.join("\n").replace(/<<-?\s*(["']?)[\w.-]+\1/g, " ");
}
