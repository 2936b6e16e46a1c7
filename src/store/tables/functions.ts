// Tables of the function library.

import type { Selectable } from "kysely";
import type { FunctionLanguage } from "../../protocol/functions.ts";

export interface FunctionTables {
  functions: FunctionsTable;
  function_versions: FunctionVersionsTable;
  function_tests: FunctionTestsTable;
  function_runs: FunctionRunsTable;
  function_dependencies: FunctionDependenciesTable;
}

interface FunctionsTable {
  id: string;
  name: string;
  description: string;
  language: FunctionLanguage;
  category: string;
  /** Separated by spaces. */
  tags: string;
  author: string;
  /** The promoted version. */
  version: number;
  /** JSON: modules that a person has allowed. */
  allowed: string;
  created_at: string;
  updated_at: string;
}
export type FunctionRow = Selectable<FunctionsTable>;

interface FunctionVersionsTable {
  function_id: string;
  version: number;
  code: string;
  /** The name of the function in the code. */
  entry: string;
  signature: string;
  change: string;
  author: string;
  /** Why it is not promoted. */
  held_back: string | null;
  analysis: string;
  /** Null: there was no test when it was saved. */
  tests_pass: number | null;
  created_at: string;
}
export type FunctionVersionRow = Selectable<FunctionVersionsTable>;

interface FunctionTestsTable {
  id: string;
  function_id: string;
  name: string;
  args: string;
  expects: string;
  timeout_ms: number | null;
  created_at: string;
}
export type FunctionTestRow = Selectable<FunctionTestsTable>;

interface FunctionRunsTable {
  id: string;
  function_id: string;
  version: number;
  /** The name of the test that it ran for. */
  test: string | null;
  status: string;
  passed: number | null;
  args: string;
  value: string;
  error: string;
  ms: number;
  peak_mb: number;
  at: string;
}

interface FunctionDependenciesTable {
  function_id: string;
  version: number;
  needs: string;
}
