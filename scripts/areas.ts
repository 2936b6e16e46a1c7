// Writes src/areas/tables/: what each area's folder gives to the tables of operations, handlers, texts and commands. Run by
// `npm run docs`; a test compares the tables with the folders.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../src/areas");
const notAreas = ["tables", "text"];
/** The order in which documents and clients list the areas; others follow by name. */
const listedFirst = [
  ...[
    "search",
    "recall",
    "sessions",
    "learnings",
    "graph",
    "knowledge",
    "code",
    "tasks",
    "functions",
    "models",
    "bridge",
  ],
  ...["system", "import", "export", "sync", "chat", "page"],
];

interface Table {
  file: string;
  /** The file of an area that it is taken from, if its name is another. */
  source?: string;
  about: string;
  gives: string;
  /** The type of the table, and where it comes from. */
  type?: { name: string; from: string };
}

const tables: readonly Table[] = [
  { file: "contract", about: "The operations of every area", gives: "operations" },
  {
    file: "handle",
    about: "The handler of every operation; a missing one does not compile",
    gives: "handlers",
    type: { name: "HandlersOf", from: "../context.ts" },
  },
  {
    file: "text",
    about: "How each operation's answer is shown to a person; a missing one does not compile",
    gives: "texts",
    type: { name: "TextsOf", from: "../text/renderer.ts" },
  },
  {
    file: "markdown",
    about: "Answers as markdown, where a document makes sense",
    gives: "markdowns",
    type: { name: "MarkdownsOf", from: "../text/renderer.ts" },
  },
  {
    file: "loss",
    about: "What is lost for good, in words; a missing one does not compile",
    gives: "losses",
    type: { name: "LossesOf", from: "../text/renderer.ts" },
  },
  { file: "command", about: "The commands that are more than one operation", gives: "commands" },
  {
    file: "around-call",
    source: "command",
    about: "What the command of an operation does besides calling it",
    gives: "aroundCalls",
    type: { name: "AroundCallsOf", from: "../command.ts" },
  },
];

/** The tables as they should be, by file. */
export function areaTables(): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [`src/areas/tables/${table.file}.ts`, textOf(table)]));
}

export function areaNames(): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((one) => one.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => !notAreas.includes(name));
  return [...listedFirst.filter((name) => names.includes(name)), ...names.filter(isOther).sort()];
}

function isOther(name: string): boolean {
  return !listedFirst.includes(name);
}

function textOf({ file, source = file, about, gives, type }: Table): string {
  const areas = areaNames().filter((area) => isGiven(join(root, area, `${source}.ts`), gives));
  const alias = (area: string) => `${area}${gives[0]?.toUpperCase()}${gives.slice(1)}`;
  const imports = [
    ...areas.map((area) => `import { ${gives} as ${alias(area)} } from "../${area}/${source}.ts";`),
    ...(type
      ? [
          `import type { ${type.name} } from "${type.from}";`,
          `import type { operations } from "../contracts.ts";`,
        ]
      : []),
  ];
  const of = type ? `: ${type.name}<typeof operations>` : "";
  return [
    `// ${about}. Written by \`npm run docs\` from the folders of src/areas: do not edit.`,
    "",
    ...imports.sort(byPath),
    "",
    `export const ${gives}${of} = {`,
    ...areas.map((area) => `  ...${alias(area)},`),
    "};",
    "",
  ].join("\n");
}

function isGiven(file: string, name: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8").includes(`export const ${name}`);
}

function byPath(a: string, b: string): number {
  const path = (line: string) => line.split(" from ")[1] ?? "";
  return path(a) < path(b) ? -1 : 1;
}

if (import.meta.main) {
  mkdirSync(join(root, "tables"), { recursive: true });
  for (const [path, text] of Object.entries(areaTables())) {
    const file = join(root, "../..", path);
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
      writeFileSync(file, text);
      console.log(path);
    }
  }
}
