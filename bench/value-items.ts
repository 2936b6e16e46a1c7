// What a text names, for bench/value.ts: files and identifiers.

const endings =
  "ts|tsx|js|jsx|mjs|cjs|go|py|rs|md|mdx|json|jsonl|yml|yaml|toml|sh|css|scss|html|sql|proto|txt|lock|mod|env|ps1|lua|svg|xml|gradle|kt|java|swift|vue|svelte|duckdb|service|conf|plist|mk|tf|omp|nu|fish|zsh|rb|php|c|h|cpp|cs|csproj";
const path = new RegExp(`(?:[\\w@.~-]*/)*[\\w@.-]*\\w\\.(?:${endings})\\b(?![\\w(])`, "g");
const shapes = [
  /\b[a-z]+(?:[A-Z][a-z0-9]+)+\w*\b/g,
  /\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\w*\b/g,
  /\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b/g,
  /\b[a-z]\w{2,}(?=\(\))/g,
  /@[a-z][\w-]*\/[a-z][\w-]*/g,
  /(?<![\w-])--[a-z][a-z0-9]+(?:-[a-z0-9]+)+/g,
  /\b(?:E[A-Z]{4,}|TS\d{4}|[A-Z]{2,}-\d{2,}|SC\d{4}|ERR_\w+)\b/g,
  /\b(?:npm|pnpm|yarn|bun|go|cargo|make|mise|docker|git|gh|uv|pytest|npx|task|just|kubectl|systemctl) (?:run )?[a-z][\w:-]{2,}/g,
];
/** Names of the host's tools and of everyday commands say nothing about the work. */
const common = new Set(
  `TodoWrite AskUserQuestion ExitPlanMode EnterPlanMode WebFetch WebSearch MultiEdit TaskCreate TaskUpdate TaskOutput
  ToolSearch GitHub JavaScript TypeScript file_path old_string new_string tool_use general_purpose subagent_type
  replace_all output_mode`
    .split(/\s+/)
    .concat(["git add", "git commit", "git status", "git push", "git diff", "git log"]),
);
const address = /https?:\/\/\S+/g;
const ownId = /\b(?:obs|ses|lrn|nod|cmp|trn)_[0-9A-Z]{6,}\b/g;

export function isFile(named: string): boolean {
  const name = named.slice(named.lastIndexOf("/") + 1);
  if (!/\.\w{1,8}$/.test(name) && !/^(?:Makefile|Dockerfile|Justfile|Taskfile)$/.test(name)) return false;
  return !/^\.[\w-]+\.|REDACTED|^\d|^(?:e\.g|i\.e)|^[*.]+$/.test(name);
}

export function filesIn(text: string): Set<string> {
  const files = new Set<string>();
  for (const [found] of text.replace(address, " ").matchAll(path)) {
    const file = found.replace(/^[.~]*\//, "");
    if (file.length > 3 && isFile(file)) files.add(file);
  }
  return files;
}

export function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  const plain = text.replace(address, " ").replace(ownId, " ");
  for (const shape of shapes) {
    for (const [name] of plain.matchAll(shape))
      if (name.length >= 5 && name.length <= 60 && !common.has(name)) names.add(name);
  }
  return names;
}

/** A file is known by its name, or by folder and name where several have the same name. */
export class FileKeys {
  readonly #folders = new Map<string, Set<string>>();

  see(file: string): void {
    const folders = this.#folders.get(nameOf(file)) ?? new Set();
    if (file.includes("/")) folders.add(endOf(file));
    this.#folders.set(nameOf(file), folders);
  }

  of(files: Iterable<string>): Set<string> {
    const keys = new Set<string>();
    for (const file of files) {
      const isOnly = (this.#folders.get(nameOf(file))?.size ?? 0) <= 1;
      if (isOnly) keys.add(nameOf(file));
      else if (file.includes("/")) keys.add(endOf(file));
    }
    return keys;
  }
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).toLowerCase();
}

function endOf(file: string): string {
  return file.split("/").slice(-2).join("/").toLowerCase();
}
