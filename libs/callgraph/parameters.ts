// Whether the arguments of a call fit the parameters of what it calls, from their text: for saying which callers a changed
// signature breaks. Pure. Where the text does not say it for sure (spread arguments, overloads, a language in which missing
// arguments are allowed), a call fits.

export interface Parameters {
  /** As written, without the receiver. */
  text: string;
  required: number;
  /** Infinity for a rest parameter. */
  positional: number;
  names: ReadonlySet<string>;
  takesAnyName: boolean;
  /** Keyword-only ones without a default. */
  neededNames: readonly string[];
}

const judged: ReadonlySet<string> = new Set(["python", "typescript", "tsx", "go", "rust"]);

export interface FunctionHead {
  language: string | null;
  name: string;
  signature: string;
  isMethod: boolean;
}

/** Null for a signature that does not say it. */
export function parametersOf({ language, name, signature, isMethod }: FunctionHead): Parameters | null {
  if (language === null || !judged.has(language)) return null;
  const at = startOfList(signature, name);
  const list = at === null ? null : listAt(signature, at);
  if (list === null) return null;
  let parts = list.parts;
  if (language === "python" && isMethod && /^(?:self|cls)\b/.test(parts[0] ?? "")) parts = parts.slice(1);
  if (language === "rust" && /^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(parts[0] ?? ""))
    parts = parts.slice(1);
  if (language.startsWith("t") && /^this\s*:/.test(parts[0] ?? "")) parts = parts.slice(1);
  return countIn(parts, language);
}

function countIn(parts: readonly string[], language: string): Parameters {
  let [required, positional, takesAnyName, isKeywordOnly] = [0, 0, false, false];
  const names = new Set<string>();
  const neededNames: string[] = [];
  for (const part of parts) {
    if (language === "python") {
      if (part === "/") continue;
      if (part.startsWith("**")) {
        takesAnyName = true;
        continue;
      }
      if (part.startsWith("*")) {
        isKeywordOnly = true;
        if (part !== "*") positional = Number.POSITIVE_INFINITY;
        continue;
      }
    }
    const isRest = part.startsWith("...") || (language === "go" && /\.\.\./.test(part));
    if (isRest) {
      positional = Number.POSITIVE_INFINITY;
      continue;
    }
    const name =
      /^(?:(?:public|private|protected|readonly|mut)\s+)*([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(part)?.[1] ?? "";
    const isOptional = hasDefault(part) || (language.startsWith("t") && /^[^:=]*\?/.test(part));
    names.add(name);
    if (isKeywordOnly) {
      if (!isOptional) neededNames.push(name);
      continue;
    }
    positional++;
    if (!isOptional) required++;
  }
  return { text: parts.join(", "), required, positional, names, takesAnyName, neededNames };
}

function hasDefault(part: string): boolean {
  return /(?<![=!<>])=(?![=>])/.test(part);
}

/** Whether the call of `name` that begins in this text fits. */
export function fits(parameters: Parameters, text: string, name: string, language: string): boolean {
  const at = startOfList(text, name);
  const list = at === null ? null : listAt(text, at);
  if (list === null) return true;
  const { parts } = list;
  if (parts.some((part) => /^(?:\.\.\.|\*)/.test(part) || (language === "go" && /\.\.\.$/.test(part))))
    return true;
  // One call may bring several values: f(g()).
  if (language === "go" && parts.length === 1 && /\)$/.test(parts[0] ?? "")) return true;
  const keywords =
    language === "python"
      ? parts.flatMap((part) => /^([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/u.exec(part)?.[1] ?? [])
      : [];
  const given = parts.length - keywords.length;
  if (given > parameters.positional) return false;
  if (parameters.takesAnyName) return parts.length >= parameters.required;
  if (keywords.some((one) => !parameters.names.has(one))) return false;
  if (parameters.neededNames.some((one) => !keywords.includes(one))) return false;
  const optionalGiven = keywords.filter((one) => parameters.neededNames.includes(one)).length;
  return parts.length - optionalGiven >= parameters.required;
}

/** Where the list after a name begins; type parameters may stand between. */
function startOfList(text: string, name: string): number | null {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (/[\p{L}\p{N}_$]/u.test(text[at - 1] ?? " ")) continue;
    let open = at + name.length;
    if (text[open] === "<" || text[open] === "[" || text.startsWith("::<", open))
      open = afterBrackets(text, open);
    while (/\s/.test(text[open] ?? "")) open++;
    if (text[open] === "(") return open;
  }
  return null;
}

function afterBrackets(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length && at < from + 300; at++) {
    const character = text[at] ?? "";
    if ("<[".includes(character)) depth++;
    if (">]".includes(character) && text[at - 1] !== "=" && --depth === 0) return at + 1;
  }
  return from;
}

const closing: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
const maxLength = 4_000;

/** The parts of a bracketed list; null if it does not end, as in a text that is cut. */
function listAt(text: string, open: number): { parts: string[] } | null {
  const parts: string[] = [];
  const stack = [")"];
  let from = open + 1;
  let angles = 0;
  const take = (to: number) => {
    const part = text.slice(from, to).trim();
    if (part !== "") parts.push(part);
    from = to + 1;
  };
  for (let at = open + 1; at < text.length && at < open + maxLength; at++) {
    const character = text[at] ?? "";
    if (character === '"' || character === "`" || (character === "'" && isQuote(text, at))) {
      const end = endOfString(text, at, character);
      if (end === null) return null;
      at = end;
    } else if (character === "#" && /\s/.test(text[at + 1] ?? "")) return null;
    else if (character === "/" && "/*".includes(text[at + 1] ?? " ")) return null;
    else if (closing[character]) stack.push(closing[character]);
    else if (character === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) {
        take(at);
        return { parts };
      }
    } else if (character === "<" && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? "") && text[at + 1] !== " ")
      angles++;
    else if (character === ">" && angles > 0 && text[at - 1] !== "=" && text[at - 1] !== "-") angles--;
    else if (character === "," && stack.length === 1 && angles === 0) take(at);
  }
  return null;
}

/** Not a lifetime of Rust. */
function isQuote(text: string, at: number): boolean {
  return !/^'\w+(?!')\b/.test(text.slice(at, at + 20)) || text.indexOf("'", at + 1) > 0;
}

function endOfString(text: string, from: number, quote: string): number | null {
  if (text.startsWith(quote.repeat(3), from)) {
    const end = text.indexOf(quote.repeat(3), from + 3);
    return end < 0 ? null : end + 2;
  }
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
    else if (text[at] === "\n" && quote !== "`") return null;
  }
  return null;
}
