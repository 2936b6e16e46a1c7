// What the bundle does in addition to the sources: some modules are replaced by their values, and others are loaded
// without unused parts. All of it only makes a command start faster.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** These modules contain plain data derived from schemas: the bundle contains the data and not the schemas. */
export function valuesOf(root, modules) {
  const paths = new Set(modules.map((path) => join(root, path)));
  return {
    name: "values",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!paths.has(path)) return undefined;
        const values = await import(pathToFileURL(path).href);
        const lines = Object.entries(values).map(
          ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
        );
        return { contents: lines.join("\n"), loader: "js" };
      });
    },
  };
}

/**
 * esbuild makes a chunk for each set of parts that share code, and each costs half a millisecond of a command's start.
 * These small modules, of which most parts need some, import each other: that makes one chunk of them.
 */
export function together(root, modules) {
  const paths = modules.map((path) => join(root, path));
  return {
    name: "together",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!paths.includes(path)) return undefined;
        const others = paths.filter((other) => other !== path);
        const imports = others.map((other) => `import ${JSON.stringify(other)};`).join("\n");
        return { contents: `${await readFile(path, "utf8")}\n${imports}\n`, loader: "ts" };
      });
    },
  };
}

/** zod includes its messages in fifty languages, 340 kB that every process with a schema would load. */
export const englishErrors = {
  name: "english-errors",
  setup({ onResolve }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      /[\\/]zod[\\/]v4[\\/]/.test(importer) ? { path: join(resolveDir, "../locales/en.js") } : undefined,
    );
  },
};

/**
 * An `import` of one of Node's own modules reads all its properties, and some of them load more when they are read:
 * all of undici for http.WebSocket, the three streams for process, readline for fs.promises. That is 60 ms of a command
 * that takes 80. Node's own function returns the module without that.
 */
export const plainBuiltins = {
  name: "plain-builtins",
  setup({ initialOptions, onEnd }) {
    initialOptions.write = false;
    onEnd(async ({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, withPlainBuiltins(text));
      }
    });
  },
};

const importLine = /^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+)|\{([^}]*)\})? from "([^"]+)";\n/gm;

function withPlainBuiltins(text) {
  const found = [];
  const rest = text.replace(importLine, (line, one, all, some, name) => {
    if (!isBuiltin(name)) return line;
    const builtin = builtinCode(name);
    for (const whole of [one, all]) if (whole) found.push(`const ${whole} = ${builtin};`);
    if (some) found.push(`const {${some.replaceAll(" as ", ": ")}} = ${builtin};`);
    return "";
  });
  // Some dependencies are CommonJS inside and ask for `require`.
  if (rest.includes("typeof require")) {
    found.push(`const require = ${builtinCode("node:module")}.createRequire(import.meta.url);`);
  }
  const shebang = /^#!.*\n/.exec(rest)?.[0] ?? "";
  return [shebang + found.join("\n"), rest.slice(shebang.length)].join("\n");
}

/** A file may have its own `process`: the one that it imports. */
function builtinCode(name) {
  return `globalThis.process.getBuiltinModule("${name}")`;
}
