// Python annotations: a variable holds instances of the classes that its type names.

import { allocKind } from "../summary.ts";
import { none } from "../syntax.ts";
import type { Expressions } from "./expressions.ts";
import { bindingOf, declare, type Scope } from "./scopes.ts";

/** What a variable of an annotated type may hold: instances of the classes named in it. */
export function annotate(expressions: Expressions, scope: Scope, type: number, to: number): void {
  const { reader, builder } = expressions;
  switch (reader.kind(type)) {
    case "type":
      annotate(expressions, scope, reader.first(type), to);
      return;
    case "identifier":
    case "attribute": {
      const value = expressions.value(scope, type);
      if (value >= 0) builder.inhabit(to, value);
      return;
    }
    case "string": {
      const content = reader.childOfKind(type, "string_content");
      const name = content === none ? "" : reader.textOf(content);
      const holder = /^\w+$/.test(name) ? bindingOf(scope, name) : undefined;
      if (holder) builder.inhabit(to, declare(builder, holder, name));
      return;
    }
    case "binary_operator":
      annotate(expressions, scope, reader.child(type, "left"), to);
      annotate(expressions, scope, reader.child(type, "right"), to);
      return;
    case "generic_type":
    case "subscript": {
      const [outer, ...inner] = reader.children(type);
      const parts = inner.flatMap((one) =>
        reader.kind(one) === "type_parameter" ? reader.children(one) : [one],
      );
      const name = reader.textOf(outer ?? type).replace(/^.*\./, "");
      if (
        name === "Optional" ||
        name === "Union" ||
        name === "Annotated" ||
        name === "Final" ||
        name === "ClassVar"
      ) {
        for (const one of parts) annotate(expressions, scope, one, to);
      } else if (
        /^(list|tuple|set|frozenset|dict|List|Tuple|Set|Dict|Sequence|Iterable|Iterator|Mapping)$/.test(name)
      ) {
        const isMap = /dict|mapping/i.test(name);
        const holder = expressions.allocate(scope, type, isMap ? allocKind.record : allocKind.list);
        const item = builder.variable();
        annotate(expressions, scope, parts.at(-1) ?? none, item);
        builder.storeKey(holder, -1, item, expressions.place(scope, type));
        builder.copy(to, holder);
      } else if (outer !== undefined) annotate(expressions, scope, outer, to);
      return;
    }
  }
}
