// Tables of the code map.

import type { Generated, Selectable } from "kysely";
import type {
  CallResolution,
  CodeFileState,
  SymbolChangeKind,
  SymbolKind,
} from "../../../libs/callgraph/kinds.ts";

export interface CodeMapTables {
  code_maps: CodeMapsTable;
  code_files: CodeFilesTable;
  symbols: SymbolsTable;
  symbol_changes: SymbolChangesTable;
  symbol_words: SymbolWordsTable;
  calls: CallsTable;
}

/** One row per project whose code was mapped as a whole. */
interface CodeMapsTable {
  project_id: string;
  /** The work tree that was mapped. */
  tree: string;
  /** When the last run over all files ended. */
  mapped_at: string | null;
  /** When calls were last resolved for the whole project. */
  calls_at: string | null;
}

interface CodeFilesTable {
  id: Generated<number>;
  project_id: string;
  /** Relative to the work tree. */
  path: string;
  language: string | null;
  /** Of the content that was read last; a skipped or broken file is not read again before it changes. */
  content_hash: string;
  lines: number;
  state: CodeFileState;
  /** Why the file is skipped or broken. */
  problem: string | null;
  /** Its symbols are those from before; null for a file that parses, or never did. */
  broken_since: string | null;
  mapped_at: string;
  /** The content_hash that the file's calls belong to. */
  calls_hash: string | null;
  unresolved_calls: Generated<number>;
}
export type CodeFileRow = Selectable<CodeFilesTable>;

interface SymbolsTable {
  id: string;
  project_id: string;
  file_id: number;
  /** The order in the file, from 0. */
  position: number;
  name: string;
  /** With the names around it, joined by dots. Unique in a file: of equal ones, the second ends with #2. */
  qualified: string;
  kind: SymbolKind;
  /** The qualified name of the symbol around it. */
  parent: string | null;
  signature: string;
  /** JSON list. */
  decorators: string;
  /** The first line. */
  documentation: string;
  start_line: number;
  end_line: number;
  /** Without its name, formatting and comments: recognises it under another name. */
  body_hash: string;
  /** The same without the symbols inside: a changed method does not change its class. */
  own_hash: string;
  /** How much code the hash stands for, in characters. */
  weight: number;
  /** Search terms of its name, documentation and path, with a space around each. */
  terms: string;
  is_test: number;
  /** Against the snapshot before. */
  change: SymbolChangeKind;
  changed_at: string | null;
}
export type SymbolRow = Selectable<SymbolsTable>;

/** What changed, with who did it: the rows of deleted symbols stay. */
interface SymbolChangesTable {
  id: Generated<number>;
  project_id: string;
  symbol_id: string | null;
  path: string;
  qualified: string;
  kind: SymbolKind;
  signature: string;
  change: SymbolChangeKind;
  /** For a renamed or moved symbol, `path#qualified` from before. */
  was: string | null;
  body_hash: string;
  at: string;
  observation_id: string | null;
  session_id: string | null;
}

/** The vector of a word of a project's symbols. */
interface SymbolWordsTable {
  id: Generated<number>;
  project_id: string;
  /** The id of the model that computed it. */
  model: string;
  word: string;
  vector: Uint8Array;
}

interface CallsTable {
  id: Generated<number>;
  project_id: string;
  /** The file that contains the call. */
  file_id: number;
  /** Null for code outside of every function. */
  caller_id: string | null;
  /** The callee as written. */
  written: string;
  target_id: string | null;
  /** The name of what is called, for a target outside of the project or one that is not a symbol. */
  target_name: string | null;
  resolution: CallResolution;
  confidence: number;
  line: number;
  col: number;
  /** When a stack trace or test output last showed it. */
  confirmed_at: string | null;
  /** `path#qualified` of the symbol that it called until that was renamed, moved or deleted. */
  led_to: string | null;
}
export type CallRow = Selectable<CallsTable>;
