// Where a Python project keeps its packages, as its configuration says.

const inToml = [
  /^[ \t]*package-dir\s*=\s*\{[^}\n]*""\s*=\s*"([^"\n]+)"/m,
  /^[ \t]*""\s*=\s*"([^"\n]+)"/m,
  /^[ \t]*where\s*=\s*\[\s*"([^"\n]+)"/m,
  /^[ \t]*from\s*=\s*"([^"\n]+)"/m,
  /\bfrom\s*=\s*"([^"\n]+)"\s*[},]/,
];

export function sourceFolders(pyproject: string | undefined, setupCfg: string | undefined): string[] {
  const found = inToml.map((pattern) => pattern.exec(pyproject ?? "")?.[1]);
  found.push(
    /^package_dir\s*=\s*\n?\s*=\s*(\S+)/m.exec(setupCfg ?? "")?.[1],
    /^where\s*=\s*(\S+)/m.exec(setupCfg ?? "")?.[1],
  );
  const folders = found.filter((one) => one !== undefined).map((one) => one.replace(/^\.\/|\/$/g, ""));
  return [...new Set(folders)].filter((one) => one && one !== "." && !one.startsWith(".."));
}
