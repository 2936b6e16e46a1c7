// A report as a few sections of simple blocks, which text.ts shows in a terminal or a pipe and markdown.ts in a file.

export type Block =
  /** Names and values. */
  | { kind: "facts"; rows: readonly (readonly [name: string, value: string])[] }
  /** Rows with a bar for the first number. */
  | { kind: "bars"; rows: readonly { name: string; count: number; note: string }[] }
  /** Values over time. */
  | { kind: "line"; name: string; values: readonly (number | null)[]; caption: string }
  | {
      kind: "table";
      head: readonly string[];
      rows: readonly (readonly string[])[];
      /** Columns that are aligned to the right. */
      numbers: readonly number[];
      /** A last column that a narrow terminal omits. */
      lastIsSpare?: boolean;
    }
  /** Names with a few marked lines below each. */
  | { kind: "groups"; groups: readonly Group[] }
  | { kind: "text"; lines: readonly string[] };

export interface Group {
  name: string;
  note: string;
  rows: readonly (readonly [mark: string, text: string])[];
}

export interface Section {
  heading: string;
  blocks: readonly Block[];
}

export interface Page {
  title: string;
  sections: readonly Section[];
}
