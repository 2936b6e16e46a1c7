// Names of definitions and types in the grammars that resolve calls by name.

import { none, type Reader } from "../syntax.ts";
import type { TypeName } from "./facts.ts";

/** The name of a definition, and the type before it in `Type::name`. */
export function nameOf(reader: Reader, node: number): { name: string; qualifier?: string } {
  let at = reader.child(node, "name");
  if (at === none) at = reader.child(node, "declarator");
  for (let steps = 0; steps < 8 && at !== none; steps++) {
    const kind = reader.kind(at);
    if (kind === "qualified_identifier") {
      const qualifier = reader.textOf(reader.child(at, "scope"));
      const inner = reader.child(at, "name");
      return { name: reader.textOf(inner), qualifier: qualifier.replace(/<.*$/s, "").replace(/^.*::/, "") };
    }
    const inner = reader.child(at, "declarator");
    if (inner === none) break;
    at = inner;
  }
  return { name: at === none ? "" : reader.textOf(at).replace(/<.*$/s, "").replace(/^.*::/, "") };
}

const lists = /^(array_type|slice_type|sized_type|pointer_sized_type|array)$/;
/** Types that stand for what they hold. */
const holders =
  /^(Box|Rc|Arc|Option|Result|RefCell|Mutex|RwLock|Optional|CompletableFuture|Future|Task|Nullable|unique_ptr|shared_ptr|weak_ptr|Cell|Ref|RefMut|Pin|Cow)$/;

export function typeNameOf(reader: Reader, node: number): TypeName | undefined {
  if (node === none) return undefined;
  const kind = reader.kind(node);
  switch (kind) {
    case "type_identifier":
    case "identifier":
    case "simple_identifier":
    case "constant":
    case "name":
      return { name: reader.textOf(node) };
    case "qualified_type":
    case "scoped_type_identifier":
    case "qualified_name":
    case "qualified_identifier":
    case "scoped_identifier": {
      const text = reader.textOf(node).replace(/<.*$/s, "");
      const parts = text.split(/::|\.|\\/);
      const qualifier = parts.at(-2);
      return { name: parts.at(-1) ?? text, ...(qualifier && { qualifier }) };
    }
    case "generic_type":
    case "generic_name":
    case "template_type": {
      const [outer, ...rest] = reader.children(node);
      const own = typeNameOf(reader, outer ?? none);
      const args = rest
        .flatMap((one) => reader.children(one))
        .flatMap((one) => typeNameOf(reader, one) ?? []);
      if (own && holders.test(own.name) && args[0]) return args[0];
      return own && { ...own, args };
    }
    case "parameter_list":
    case "tuple_type":
      return typeNameOf(
        reader,
        reader.child(reader.first(node), "type") === none
          ? reader.first(node)
          : reader.child(reader.first(node), "type"),
      );
    case "map_type": {
      const value = typeNameOf(reader, reader.child(node, "value"));
      return { name: "map", args: value ? [value] : [] };
    }
  }
  if (lists.test(kind)) {
    const inner = typeNameOf(
      reader,
      reader.child(node, "element") === none ? reader.first(node) : reader.child(node, "element"),
    );
    return { name: "list", args: inner ? [inner] : [] };
  }
  if (
    /type|annotation|specifier|superclass|reference|pointer|nullable|optional|constructor_invocation|primary_constructor_base/.test(
      kind,
    )
  ) {
    for (const child of reader.children(node)) {
      const found = typeNameOf(reader, child);
      if (found) return found;
    }
  }
  return undefined;
}
