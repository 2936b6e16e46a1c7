// The code that a sentence speaks of: paths, and words that look like names in code. Pure.

/** A path or file name stands within such a run: each run is read once, and one that is too long for a path not at all. */
const run = /[\w@./-]+/g;
const maxRunLength = 400;
const path =
  /(?:[\w@.-]+\/)+[\w@.-]*\w|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|json|ya?ml|toml|md|sql|sh|c|cc|cpp|h|cs|kt|swift|php)\b/g;
const quoted = /`([^`\n]{2,80})`/g;
const called = /(?<![\w$.])[\w$.]{1,200}(?=\(\))/g;
/** With a capital or an underscore inside. */
const shaped = /\b(?:[A-Za-z]+[a-z0-9][A-Z]\w*|[A-Za-z]\w*_\w+)\b/g;
const identifier = /^[A-Za-z_$][\w$]*(?:[.#][A-Za-z_$][\w$]*){0,3}$/;

const maxFiles = 20;
const maxNames = 40;

export function filesNamedIn(content: string): string[] {
  const files = new Set<string>();
  for (const [word] of content.matchAll(run)) {
    if (word.length > maxRunLength) continue;
    for (const file of word.match(path) ?? []) files.add(file);
    if (files.size >= maxFiles) break;
  }
  return [...files].slice(0, maxFiles);
}

/** Names in code, as `outer.inner` where they are written so. */
export function symbolsNamedIn(content: string): string[] {
  const names = [
    ...Array.from(content.matchAll(quoted), ([, text = ""]) =>
      text.replace(/\(.*\)$/, "").replaceAll("#", "."),
    ),
    ...Array.from(content.matchAll(called), ([text]) => text.replace(/^(?:\d*\.)+/, "")),
    ...(content.match(shaped) ?? []),
  ];
  return [...new Set(names.filter((name) => identifier.test(name)))].slice(0, maxNames);
}

/** Plain words, which may name a definition if the file is named too. */
export function possibleNamesIn(content: string): Set<string> {
  return new Set(content.match(/\b[A-Za-z_$][\w$]{3,}\b/g) ?? []);
}

export function namesCode(content: string): boolean {
  return filesNamedIn(content).length > 0 || symbolsNamedIn(content).length > 0;
}
