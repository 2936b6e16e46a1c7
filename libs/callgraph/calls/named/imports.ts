// Imports and packages in the grammars that resolve calls by name.

import { none, type Reader } from "../syntax.ts";
import type { Facts } from "./facts.ts";

/** True when the node is an import or names the package. */
export function readImports(reader: Reader, node: number, facts: Facts): boolean {
  switch (reader.kind(node)) {
    case "package_clause":
    case "package_declaration":
    case "package_header":
      facts.package = reader.textOf(reader.first(node));
      return true;
    case "namespace_declaration":
    case "file_scoped_namespace_declaration":
    case "namespace_definition":
      if (!facts.package) facts.package = reader.textOf(reader.child(node, "name"));
      return false;
    case "import_spec": {
      const path = reader.textOf(reader.child(node, "path")).replace(/["`]/g, "");
      const alias = reader.child(node, "name");
      facts.imports.push([alias === none ? (path.split("/").at(-1) ?? path) : reader.textOf(alias), path]);
      return true;
    }
    case "use_declaration":
      if (reader.child(node, "argument") !== none) {
        use(reader, reader.child(node, "argument"), "", facts);
        return true;
      }
      return false;
    case "import_declaration":
    case "import_header":
    case "import":
    case "using_directive":
    case "namespace_use_declaration": {
      if (
        reader.childOfKind(node, "import_spec") !== none ||
        reader.childOfKind(node, "import_spec_list") !== none
      )
        return false;
      const text = reader
        .textOf(node)
        .replace(/^(import|using|use)\s+(static\s+)?/, "")
        .replace(/[;\s]+$/, "");
      const [path = "", alias] = text.split(/\s+as\s+/);
      const parts = path.split(/\.|\\/);
      facts.imports.push([alias ?? parts.at(-1) ?? path, path]);
      return true;
    }
    default:
      return false;
  }
}

/** Rust's trees of names. */
function use(reader: Reader, node: number, prefix: string, facts: Facts): void {
  const join = (rest: string): string => (prefix && rest ? `${prefix}::${rest}` : prefix || rest);
  switch (reader.kind(node)) {
    case "scoped_use_list": {
      const path = join(reader.textOf(reader.child(node, "path")));
      for (const one of reader.children(reader.child(node, "list"))) use(reader, one, path, facts);
      return;
    }
    case "use_list":
      for (const one of reader.children(node)) use(reader, one, prefix, facts);
      return;
    case "use_as_clause":
      facts.imports.push([
        reader.textOf(reader.child(node, "alias")),
        join(reader.textOf(reader.child(node, "path"))),
      ]);
      return;
    case "use_wildcard":
      facts.imports.push(["*", join(reader.textOf(node).replace(/::\*$/, ""))]);
      return;
    default: {
      const text = reader.textOf(node);
      facts.imports.push([
        text === "self" ? (prefix.split("::").at(-1) ?? prefix) : (text.split("::").at(-1) ?? text),
        text === "self" ? prefix : join(text),
      ]);
    }
  }
}
