// Puts the summaries of files together: one numbering of variables, strings and allocations.

import { type Alloc, type FileSummary, op, operands } from "./summary.ts";

interface LinkedAlloc {
  alloc: Alloc;
  file: number;
}

export interface Program {
  files: FileSummary[];
  fileByPath: Map<string, number>;
  /** Operations of all files with global numbers; the operations of file f start at `starts[f]`. */
  code: Int32Array;
  size: number;
  starts: number[];
  strings: string[];
  stringIds: Map<string, number>;
  allocs: LinkedAlloc[];
  /** First variable and first allocation of each file. */
  variableBase: number[];
  allocBase: number[];
  variables: number;
}

export function link(files: FileSummary[]): Program {
  const program: Program = {
    files,
    fileByPath: new Map(files.map((file, at) => [file.path, at])),
    code: new Int32Array(files.reduce((sum, file) => sum + file.code.length, 0)),
    size: 0,
    starts: [],
    strings: [],
    stringIds: new Map(),
    allocs: [],
    variableBase: [],
    allocBase: [],
    variables: 0,
  };
  files.forEach((file, at) => {
    append(program, file, at);
  });
  program.starts.push(program.size);
  return program;
}

export function intern(program: Pick<Program, "strings" | "stringIds">, text: string): number {
  const known = program.stringIds.get(text);
  if (known !== undefined) return known;
  const id = program.strings.push(text) - 1;
  program.stringIds.set(text, id);
  return id;
}

function append(program: Program, file: FileSummary, at: number): void {
  const variables = program.variables;
  const allocs = program.allocs.length;
  const strings = file.strings.map((text) => intern(program, text));
  program.variableBase.push(variables);
  program.allocBase.push(allocs);
  program.starts.push(program.size);
  program.variables += file.variables;
  for (const alloc of file.allocs) program.allocs.push({ alloc, file: at });
  const { code: bytes } = file;
  const code = program.code;
  let size = program.size;
  let position = 0;
  const number = (): number => {
    let byte = bytes[position++] as number;
    if (byte < 128) return byte - 1;
    let value = byte & 127;
    let shift = 7;
    do {
      byte = bytes[position++] as number;
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return value - 1;
  };
  const put = (type: number): number => {
    const value = number();
    code[size++] =
      value < 0 || type === plainNumber
        ? value
        : type === variableNumber
          ? value + variables
          : type === stringNumber
            ? (strings[value] as number)
            : value + allocs;
    return value;
  };
  while (position < bytes.length) {
    const operation = number();
    code[size++] = operation;
    const shape = shapes[operation] as number[];
    let last = 0;
    for (const type of shape) last = put(type);
    // A call ends with the number of its arguments.
    for (let i = operation === op.call ? last : 0; i > 0; i--) {
      put(plainNumber);
      put(stringNumber);
      put(variableNumber);
    }
  }
  program.size = size;
}

const plainNumber = 0;
const variableNumber = 1;
const stringNumber = 2;
const shapes = Object.values(operands).map((shape) => [...shape].map((type) => "nvsa".indexOf(type)));
