// Which file a Python import names. Absolute names start at the project, its source folders, or the folder of a script.

export interface PythonModules {
  /** Dotted name of a file's module, as the outside sees it. */
  nameOf(path: string): string;
  /** A file, a folder of modules, or nothing inside the project. */
  find(from: string, module: string): ModuleLocation | undefined;
  child(of: ModuleLocation, name: string): ModuleLocation | undefined;
}

export type ModuleLocation = { file: string } | { folder: string };

/** Folders that hold packages but are not packages: `src`, and what the project's configuration names. */
export function pythonModules(paths: readonly string[], configured: readonly string[] = []): PythonModules {
  const files = new Set(paths);
  const folders = new Set<string>();
  for (const path of paths) for (let at = parentOf(path); at; at = parentOf(at)) folders.add(at);
  const roots = ["", ...configured, "src", "lib"].filter(
    (root, at, all) =>
      (root === "" || (folders.has(root) && !files.has(`${root}/__init__.py`))) && all.indexOf(root) === at,
  );

  const at = (base: string): ModuleLocation | undefined => {
    if (files.has(`${base}.py`)) return { file: `${base}.py` };
    if (files.has(`${base}/__init__.py`)) return { file: `${base}/__init__.py` };
    if (files.has(`${base}.pyi`)) return { file: `${base}.pyi` };
    return base && folders.has(base) ? { folder: base } : undefined;
  };
  const under = (root: string, dotted: string): ModuleLocation | undefined => {
    const path = dotted.replaceAll(".", "/");
    return at(root && path ? `${root}/${path}` : root || path);
  };

  return {
    nameOf(path) {
      const root = roots
        .filter((one) => one && path.startsWith(`${one}/`))
        .sort((a, b) => b.length - a.length)[0];
      const own = (root ? path.slice(root.length + 1) : path)
        .replace(/\.pyi?$/, "")
        .replace(/\/__init__$/, "");
      return own.replaceAll("/", ".");
    },
    find(from, module) {
      const dots = /^\.*/.exec(module)?.[0].length ?? 0;
      if (dots > 0) {
        let folder = parentOf(from);
        for (let i = 1; i < dots; i++) folder = parentOf(folder);
        const rest = module.slice(dots);
        if (rest) return under(folder, rest);
        return (
          at(folder) ?? (files.has("__init__.py") && folder === "" ? { file: "__init__.py" } : { folder })
        );
      }
      const candidates: ModuleLocation[] = [];
      for (const root of roots) {
        const found = under(root, module);
        if (found) candidates.push(found);
      }
      for (let folder = parentOf(from); folder; folder = parentOf(folder)) {
        if (files.has(`${folder}/__init__.py`)) continue;
        const found = under(folder, module);
        if (found) candidates.push(found);
      }
      // A file is a better answer than a folder of the same name.
      return candidates.find((one) => "file" in one) ?? candidates[0];
    },
    child(of, name) {
      const base =
        "folder" in of ? of.folder : of.file.endsWith("/__init__.py") ? parentOf(of.file) : undefined;
      if (base === undefined) return of && "file" in of && of.file === "__init__.py" ? at(name) : undefined;
      return under(base, name);
    },
  };
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}
