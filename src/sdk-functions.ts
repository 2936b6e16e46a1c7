// The function library with the verbs of the command line. Part of the SDK: each function calls one operation, of a
// memory in this process or of the daemon. Arguments and tests are values here, where a command takes JSON.

import type { Call, InputOf, OutputOf } from "./areas/contracts.ts";
import type { WrittenTest } from "./protocol/functions.ts";

/** A value that JSON can express. */
export type Json = WrittenTest["args"][number];
/** A test names its arguments and one expectation: `value` (with `tolerance`), `error` or `property`. */
export type NewFunctionTest = Partial<WrittenTest>;

export interface SaveOptions extends Omit<InputOf<"fn.save">, "name" | "folder" | "tests" | "needs"> {
  tests?: readonly NewFunctionTest[] | undefined;
  /** Names of functions of the library that it calls. */
  needs?: readonly string[] | undefined;
}

type Rest<N extends "fn.list" | "fn.run" | "fn.test" | "fn.diff", Named extends string> = Omit<
  InputOf<N>,
  Named
>;

export interface Functions {
  /** A function, or a new version of one. Of a known function the code may be left out: then only the rest changes. */
  save(name: string, options: SaveOptions): Promise<OutputOf<"fn.save">>;
  /** In the sandbox; what fails is in the answer's status, not thrown. */
  run(
    name: string,
    args?: readonly Json[],
    options?: Rest<"fn.run", "name" | "args">,
  ): Promise<OutputOf<"fn.run">>;
  test(name: string, options?: Rest<"fn.test", "name">): Promise<OutputOf<"fn.test">>;
  search(query: string, options?: { limit?: number }): Promise<OutputOf<"fn.search">>;
  list(options?: Rest<"fn.list", never>): Promise<OutputOf<"fn.list">>;
  show(name: string): Promise<OutputOf<"fn.show">>;
  versions(name: string): Promise<OutputOf<"fn.versions">>;
  diff(name: string, options?: Rest<"fn.diff", "name">): Promise<OutputOf<"fn.diff">>;
  /** As a new version. */
  rollback(name: string, to: number, options?: { force?: boolean }): Promise<OutputOf<"fn.rollback">>;
  deps(name: string): Promise<OutputOf<"fn.deps">>;
  export(
    path: string,
    options?: { names?: readonly string[]; force?: boolean },
  ): Promise<OutputOf<"fn.export">>;
  import(path: string): Promise<OutputOf<"fn.import">>;
  delete(name: string): Promise<OutputOf<"fn.delete">>;
}

/** The folder is where `from` of a save looks for its file. */
export function functionsOf(call: Call, folder: string): Functions {
  return {
    save: (name, { tests, needs, ...options }) =>
      call("fn.save", {
        ...{ ...options, name, folder },
        ...(tests !== undefined && { tests: JSON.stringify(tests) }),
        ...(needs !== undefined && { needs: needs.join(" ") }),
      }),
    run: (name, args = [], options) => call("fn.run", { ...options, name, args: JSON.stringify(args) }),
    test: (name, options) => call("fn.test", { ...options, name }),
    search: (query, options) => call("fn.search", { ...options, query }),
    list: (options) => call("fn.list", { ...options }),
    show: (name) => call("fn.show", { name }),
    versions: (name) => call("fn.versions", { name }),
    diff: (name, options) => call("fn.diff", { ...options, name }),
    rollback: (name, to, options) => call("fn.rollback", { ...options, name, to }),
    deps: (name) => call("fn.deps", { name }),
    export: (path, { names, ...options } = {}) =>
      call("fn.export", { ...options, path, ...(names !== undefined && { names: names.join(",") }) }),
    import: (path) => call("fn.import", { path }),
    delete: (name) => call("fn.delete", { name }),
  };
}
