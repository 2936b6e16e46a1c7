// What is kept of a file whose calls are resolved by scope, import and declared type: definitions, and calls with the
// expression that they are made on.

/** A type as written: its last name, the name before it, and its arguments. */
export interface TypeName {
  name: string;
  qualifier?: string;
  args?: TypeName[];
}

/** An expression, as far as its type can be found. Local variables are already replaced by what they hold. */
export type Expression =
  | { is: "self" }
  | { is: "super" }
  | { is: "name"; name: string }
  | { is: "type"; type: TypeName }
  | { is: "field"; of: Expression; name: string }
  | { is: "call"; of?: Expression; name: string }
  | { is: "element"; of: Expression };

export interface FunctionFact {
  name: string;
  /** Name of the type it belongs to, "" for none. */
  type: string;
  returns?: TypeName;
  hasBody: boolean;
  line: number;
  column: number;
}

export interface TypeFact {
  name: string;
  bases: TypeName[];
  fields: [name: string, type: TypeName][];
  line: number;
  column: number;
}

export interface CallFact {
  /** Position of the function around it in `functions`; -1: none. */
  caller: number;
  of?: Expression;
  name: string;
  isNew: boolean;
  written: string;
  line: number;
  column: number;
}

export interface Facts {
  /** The package or namespace that the file declares. */
  package: string;
  /** Local name → path as written: `b` → `m/x/b`, `C` → `a.b.C`. A star import has the name `*`. */
  imports: [string, string][];
  functions: FunctionFact[];
  types: TypeFact[];
  calls: CallFact[];
}
