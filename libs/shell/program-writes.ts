// Which of its arguments a program writes, moves or deletes. Pure.

import { posix } from "node:path";

export interface ProgramWrites {
  files: readonly string[];
  /** Changed with everything below them, if they are folders. */
  trees: readonly string[];
  /** The folder in which the program works, if an option names it. */
  from: string | null;
}

const nothing: ProgramWrites = { files: [], trees: [], from: null };
const files = (paths: readonly string[]): ProgramWrites => ({ ...nothing, files: paths });
const trees = (paths: readonly string[]): ProgramWrites => ({ ...nothing, trees: paths });

export function programWrites(program: string, args: readonly string[]): ProgramWrites {
  const plain = args.filter((arg) => !arg.startsWith("-"));
  const has = (pattern: RegExp) => args.some((arg) => pattern.test(arg));
  switch (program) {
    case "tee":
    case "truncate":
    case "sponge":
    case "patch":
    case "ed":
    case "ex":
    case "vi":
    case "vim":
    case "nvim":
    case "nano":
    case "emacs":
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
    case "prettier":
    case "biome":
    case "eslint":
    case "markdownlint":
    case "dprint":
    case "mdformat":
      return program === "mdformat" || has(/^(?:--write|--fix|-w|fmt)$/) ? files(plain) : nothing;
    case "rm":
    case "rmdir":
    case "unlink":
    case "shred":
    case "trash":
      return trees(plain);
    case "mv": {
      const { sources, targets } = copied(args, plain);
      return { ...files(targets), trees: sources };
    }
    case "cp":
    case "install":
      return files(copied(args, plain).targets);
    case "rsync":
      return (has(/^--delete/) ? trees : files)(copied(args, plain).targets);
    case "ln":
      // One name: the link is made here, with the name of what it leads to.
      return plain.length === 1
        ? files(plain.map((path) => posix.basename(path)))
        : (has(/^(?:-\w*[nT]|--no-dereference)/) ? trees : files)(copied(args, plain).targets);
    case "dd":
      return files(args.flatMap((arg) => /^of=(.+)$/.exec(arg)?.[1] ?? []));
    case "curl":
      return files(valuesOf(args, /^-\w*o$/, "--output"));
    case "wget":
      return files(valuesOf(args, /^-\w*O$/, "--output-document"));
    case "sort":
      return files(valuesOf(args, /^-\w*o$/, "--output"));
    case "find":
      return found(args);
    case "git":
      return gitWrites(args);
    default:
      return nothing;
  }
}

/** Into a folder, each file gets its own name there. */
function copied(args: readonly string[], plain: readonly string[]) {
  const [folder = plain.at(-1)] = valuesOf(args, /^-t$/, "--target-directory");
  const sources = plain.filter((path) => path !== folder);
  const inside = folder === undefined ? [] : sources.map((path) => posix.join(folder, posix.basename(path)));
  const isFolder = folder?.endsWith("/") ?? false;
  return { sources, targets: folder === undefined ? [] : [...(isFolder ? [] : [folder]), ...inside] };
}

function valuesOf(args: readonly string[], short: RegExp, long: string): string[] {
  return args.flatMap((arg, i) => {
    if (short.test(arg) || arg === long) return args[i + 1] ?? [];
    return arg.startsWith(`${long}=`) ? arg.slice(long.length + 1) : [];
  });
}

const findActs = /^-exec(?:dir)?$|^-ok(?:dir)?$/;

/** `find` with -delete or a program that deletes: what it may find below its folders. */
function found(args: readonly string[]): ProgramWrites {
  const program = args[args.findIndex((arg) => findActs.test(arg)) + 1] ?? "";
  const acts =
    args.includes("-delete") ||
    (args.some((arg) => findActs.test(arg)) &&
      /^(?:rm|mv|sed|perl|truncate|shred|tee|sh|bash)$/.test(program));
  // What is left out cannot be told here.
  if (!acts || args.some((arg) => /^(?:!|-not|-prune)$/.test(arg))) return nothing;
  const end = args.findIndex((arg) => /^[-(!]/.test(arg));
  const folders = end === 0 ? ["."] : args.slice(0, end < 0 ? undefined : end);
  const names = valuesOf(args, /^-i?name$/, "-name");
  return trees(
    names.length === 0
      ? folders
      : folders.flatMap((folder) => names.map((name) => posix.join(folder, "**", name))),
  );
}

function gitWrites(args: readonly string[]): ProgramWrites {
  const start = args.findIndex((arg, i) => !arg.startsWith("-") && !/^-[Cc]$/.test(args[i - 1] ?? ""));
  const action = args[start] ?? "";
  const options = args.slice(start + 1);
  const leavesFiles =
    (action === "rm" && options.includes("--cached")) ||
    (action === "restore" &&
      options.some((arg) => /^(?:--staged|-S)$/.test(arg)) &&
      !options.some((arg) => /^(?:--worktree|-W)$/.test(arg)));
  if (!/^(?:checkout|restore|rm|mv|clean|stash)$/.test(action) || leavesFiles) return nothing;
  const [from = null] = valuesOf(args.slice(0, start), /^-C$/, "--work-tree");
  return { ...trees(options.filter((arg) => !arg.startsWith("-"))), from };
}

/** Programs that run another program with the words after them: options with a value, and words of their own. */
const wrappers: Record<string, { valued: RegExp; own: number }> = {
  sudo: { valued: /^-[ughpCrtUD]$/, own: 0 },
  doas: { valued: /^-[uC]$/, own: 0 },
  env: { valued: /^-[uC]$/, own: 0 },
  nice: { valued: /^-n$/, own: 0 },
  ionice: { valued: /^-[cn]$/, own: 0 },
  timeout: { valued: /^-[sk]$/, own: 1 },
  time: { valued: /^-[fo]$/, own: 0 },
  flock: { valued: /^-[wE]$/, own: 1 },
  exec: { valued: /^-a$/, own: 0 },
  stdbuf: { valued: /^-[ioe]$/, own: 0 },
  xargs: { valued: /^-[nPILdsEa]$/, own: 0 },
  npx: { valued: /^-[pw]$/, own: 0 },
  bunx: { valued: /^$/, own: 0 },
  uvx: { valued: /^$/, own: 0 },
  command: { valued: /^$/, own: 0 },
  builtin: { valued: /^$/, own: 0 },
  nohup: { valued: /^$/, own: 0 },
  setsid: { valued: /^$/, own: 0 },
  busybox: { valued: /^$/, own: 0 },
};

export function withoutWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    while (/^[A-Za-z_]\w*=/.test(rest[0] ?? "")) rest = rest.slice(1);
    const name = posix.basename(rest[0] ?? "");
    const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
    if (!wrapper) return rest;
    rest = rest.slice(1);
    while (rest[0]?.startsWith("-")) rest = rest.slice(wrapper.valued.test(rest[0]) ? 2 : 1);
    rest = rest.slice(wrapper.own);
  }
}
