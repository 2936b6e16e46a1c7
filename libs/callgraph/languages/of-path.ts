// Which language a file is written in, by its name. Names only: loading a grammar is grammars.ts.

export const languageIds = [
  "bash",
  "c",
  "c-sharp",
  "cpp",
  "go",
  "java",
  "javascript",
  "kotlin",
  "php",
  "python",
  "ruby",
  "rust",
  "swift",
  "tsx",
  "typescript",
] as const;

/** A language with a grammar. JavaScript includes JSX; TypeScript without and with JSX are two grammars. */
export type LanguageId = (typeof languageIds)[number];

const byExtension: Record<string, LanguageId> = {
  bash: "bash",
  sh: "bash",
  zsh: "bash",
  c: "c",
  cs: "c-sharp",
  cc: "cpp",
  cpp: "cpp",
  cxx: "cpp",
  // A header may be C or C++; the C++ grammar reads both.
  h: "cpp",
  hh: "cpp",
  hpp: "cpp",
  hxx: "cpp",
  inl: "cpp",
  go: "go",
  java: "java",
  cjs: "javascript",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  kt: "kotlin",
  kts: "kotlin",
  php: "php",
  py: "python",
  pyi: "python",
  pyw: "python",
  gemspec: "ruby",
  rake: "ruby",
  rb: "ruby",
  ru: "ruby",
  rs: "rust",
  swift: "swift",
  tsx: "tsx",
  cts: "typescript",
  mts: "typescript",
  ts: "typescript",
};

const byName: Record<string, LanguageId> = {
  Gemfile: "ruby",
  Rakefile: "ruby",
  ".bashrc": "bash",
  ".bash_profile": "bash",
  ".profile": "bash",
  ".zshrc": "bash",
};

/** Null if there is no grammar for it. */
export function languageOf(path: string): LanguageId | null {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  if (Object.hasOwn(byName, name)) return byName[name] ?? null;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  return Object.hasOwn(byExtension, extension) ? (byExtension[extension] ?? null) : null;
}
