// The closed lists of a code map: kinds of symbols and of changes, states of a file, ways in which a call was resolved.

export const symbolKinds = [
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "type",
  "module",
  "function",
  "method",
  "constructor",
  "property",
  "constant",
  "variable",
  "macro",
] as const;
export type SymbolKind = (typeof symbolKinds)[number];

export const symbolChangeKinds = ["new", "modified", "unchanged", "deleted", "renamed", "moved"] as const;
export type SymbolChangeKind = (typeof symbolChangeKinds)[number];

/**
 * mapped: its symbols are current. partly: mapped as far as it parses, because it never parsed whole. broken: it does not parse
 * any more, and its last good symbols are kept. skipped: no symbols are made of it.
 */
export type CodeFileState = "mapped" | "partly" | "broken" | "skipped";

/** How the target of a call was found. */
export const callResolutions = ["direct", "self_method", "import", "inferred", "unresolved"] as const;
export type CallResolution = (typeof callResolutions)[number];
