// Which files a shell command would write, move or delete, as far as its text shows: redirections, `sed -i`, `tee`,
// `mv`, `rm`, `git checkout`, a script given to an interpreter, and the like. Best effort: a program that the command
// starts may do anything. Pure.

import { posix } from "node:path";
import { programWrites, withoutWrappers } from "./program-writes.ts";
import { inlineScript, scriptWrites } from "./script-writes.ts";
import { type Command, commandsOf, varMark } from "./shell-commands.ts";

export interface ShellWrite {
  /** The path as the shell would see it, absolute; may contain `*` and `?`, and `**` for any folders. */
  path: string;
  /** Whether a folder at this path would be changed with everything below it. */
  isRecursive: boolean;
}

export interface ShellPlace {
  cwd: string;
  /** The root of the work tree. */
  top?: string;
  home?: string;
}

const maxDepth = 4;
const maxLength = 100_000;

export function shellWrites(command: string, place: ShellPlace): ShellWrite[] {
  return new Shell(place).run(command.slice(0, maxLength), 0);
}

/** What a shell knows while it runs a script: its folder and its variables, each with the values that it may have. */
class Shell {
  readonly #place: ShellPlace;
  #folder: string;
  readonly #values: Map<string, string[]>;

  constructor(place: ShellPlace, folder = place.cwd, values = new Map<string, string[]>()) {
    this.#place = place;
    this.#folder = folder;
    this.#values = values;
  }

  run(script: string, depth: number): ShellWrite[] {
    if (depth > maxDepth) return [];
    const writes: ShellWrite[] = [];
    const outside: string[] = [];
    let before: string[] = [];
    for (const command of commandsOf(script)) {
      // A subshell changes folders for itself only.
      while (outside.length < command.depth) outside.push(this.#folder);
      while (outside.length > command.depth) this.#folder = outside.pop() ?? this.#folder;
      const at = (path: string) => this.#absolute(path);
      for (const target of command.targets.flatMap((word) => this.#expand(word)))
        writes.push({ path: at(target), isRecursive: false });
      for (const text of command.inner) writes.push(...this.#inside().run(text, depth + 1));
      const words = this.#remember(command.words.flatMap((word) => this.#expand(word)));
      const [name = "", ...args] = withoutWrappers(words);
      // `… | xargs rm`: the words of the command before stand for what it prints.
      const isFed = command.isPiped && words.some((word) => posix.basename(word) === "xargs");
      writes.push(...this.#written(name, isFed ? [...args, ...before] : args, command, depth));
      before = namedBy(name, args);
    }
    return writes;
  }

  #written(name: string, args: string[], { documents }: Command, depth: number): ShellWrite[] {
    const program = posix.basename(name);
    const at = (path: string) => this.#absolute(path);
    if (program === "cd" || program === "pushd") {
      this.#folder = at(args.find((arg) => !arg.startsWith("-")) ?? "~");
      return [];
    }
    const scripts = inlineScript(program, args, documents);
    if (scripts.language === "shell")
      return scripts.texts.flatMap((text) => this.#inside().run(text, depth + 1));
    const { paths, commands } = scriptWrites(scripts.texts);
    const { files, trees, from } = programWrites(program, args);
    const named = (path: string) => at(from === null ? path : posix.join(from, path));
    return [
      ...paths.map((path) => ({ path: at(path), isRecursive: true })),
      ...commands.flatMap((text) => this.#inside().run(text, depth + 1)),
      ...files.map((path) => ({ path: named(path), isRecursive: false })),
      ...trees.map((path) => ({ path: named(path), isRecursive: true })),
    ];
  }

  #inside(): Shell {
    return new Shell(this.#place, this.#folder, new Map(this.#values));
  }

  /** Keeps assignments, also those of `for`; the words of the command remain. */
  #remember(words: string[]): string[] {
    const [first = "", name = "", third] = words;
    if (first === "for" && third === "in") {
      this.#values.set(name, words.slice(3));
      return [];
    }
    const rest = /^(?:export|local|declare|readonly|typeset)$/.test(first) ? words.slice(1) : words;
    const command = rest.findIndex((word) => !/^(?:[A-Za-z_]\w*=|-)/.test(word));
    const assigned = command < 0 ? rest : [];
    for (const word of assigned) {
      const [, variable = "", value = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
      if (variable !== "") this.#values.set(variable, [value]);
    }
    return words;
  }

  #expand(word: string): string[] {
    let texts = [word];
    for (let n = 0; n < maxVariables; n++) {
      const [first = ""] = texts;
      const [mark, name = ""] = variable.exec(first) ?? [];
      if (mark === undefined) return texts.flatMap(bracesExpanded).slice(0, maxWords);
      const values = this.#valuesOf(name);
      texts = texts
        .flatMap((text) => values.map((value) => text.replaceAll(mark, () => value).slice(0, maxWordLength)))
        .slice(0, maxWords);
    }
    return texts.map((text) => text.replaceAll(varMark, ""));
  }

  #valuesOf(name: string): string[] {
    const { cwd, top = cwd, home = "~" } = this.#place;
    const own = this.#values.get(name);
    if (own && own.length > 0) return own;
    if (name === "PWD") return [this.#folder];
    if (name === "CLAUDE_PROJECT_DIR") return [top];
    return [name === "HOME" ? home : `$${name}`];
  }

  #absolute(path: string): string {
    const named = path.replace(/^~(?=\/|$)/, this.#place.home ?? "~");
    const whole = posix.isAbsolute(named) ? named : posix.join(this.#folder, named);
    return posix.normalize(whole).replace(/(.)\/$/, "$1");
  }
}

const maxWords = 64;
/** A variable that is set to itself twice, again and again, would fill the memory. */
const maxVariables = 32;
const maxWordLength = 50_000;
const variable = new RegExp(`${varMark}(\\w+)${varMark}`);

/** `{a,b}` as the shell expands it; one that is quoted is expanded too, which no path of a task can be. */
function bracesExpanded(word: string): string[] {
  let texts = [word];
  for (let n = 0; n < maxBraces && texts.some((text) => braces.test(text)); n++)
    texts = texts.flatMap(firstExpanded).slice(0, maxWords);
  return texts;
}

const braces = /\{([^{},\s]*,[^{}\s]*)\}/;
const maxBraces = 6;

function firstExpanded(word: string): string[] {
  const [whole, list = ""] = braces.exec(word) ?? [];
  if (whole === undefined) return [word];
  return list
    .split(",")
    .slice(0, maxWords)
    .map((part) => word.replace(whole, () => part));
}

/** The paths that a command names, as far as they tell what it prints. */
function namedBy(program: string, args: readonly string[]): string[] {
  if (posix.basename(program) !== "find") return args.filter((arg) => !arg.startsWith("-"));
  return [...programWrites("find", [...args, "-delete"]).trees];
}
