// Node, Python, Go and Rust as their manifests describe them. For detect.ts; pure.

import { type Ecosystem, frameworksIn, type Tree, withoutEmpty } from "./ecosystem.ts";

interface Manifest {
  name?: string;
  packageManager?: string;
  scripts?: Record<string, string>;
  workspaces?: string[] | { packages?: string[] };
  main?: string;
  bin?: string | Record<string, string>;
  dependencies?: object;
  devDependencies?: object;
}

const nodeFrameworks = {
  next: "Next.js",
  nuxt: "Nuxt",
  react: "React",
  vue: "Vue",
  svelte: "Svelte",
  "@angular/core": "Angular",
  "solid-js": "Solid",
  astro: "Astro",
  "@remix-run/node": "Remix",
  "@nestjs/core": "NestJS",
  express: "Express",
  fastify: "Fastify",
  hono: "Hono",
  koa: "Koa",
  electron: "Electron",
  "react-native": "React Native",
};

const lockFiles: Readonly<Record<string, string>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
};

export function readNode({ files, names, isTypeScript = false }: Tree): Ecosystem | null {
  const text = files.get("package.json");
  const deno = names.find((name) => /^deno\.jsonc?$/.test(name));
  if (text === undefined) return deno ? readDeno(deno) : null;
  const manifest = parsed(text);
  const scripts = manifest.scripts ?? {};
  const locked = Object.entries(lockFiles).find(([file]) => names.includes(file))?.[1];
  const manager = /^(npm|pnpm|yarn|bun)@/.exec(manifest.packageManager ?? "")?.[1] ?? locked ?? "npm";
  const run = (...wanted: string[]) => {
    const script = wanted.find(
      (one) => typeof scripts[one] === "string" && !/no test specified/.test(scripts[one]),
    );
    if (script === undefined) return undefined;
    const isShort = script === "test" || script === "start" || manager === "yarn" || manager === "pnpm";
    return { run: `${manager} ${isShort ? "" : "run "}${script}`, source: "package.json" };
  };
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const isTyped =
    names.some((name) => /^tsconfig\b.*\.json$/.test(name)) || dependencies.includes("typescript");
  const bins = typeof manifest.bin === "string" ? [manifest.bin] : Object.values(manifest.bin ?? {});
  return {
    language: isTyped || isTypeScript ? "TypeScript" : "JavaScript",
    packageManager: manager,
    frameworks: frameworksIn(dependencies, nodeFrameworks),
    commands: withoutEmpty({
      test: run("test", "test:unit"),
      lint: run("lint", "check", "lint:check"),
      build: run("build", "compile"),
      run: run("dev", "start", "serve"),
    }),
    packages: workspacesOf(manifest, files.get("pnpm-workspace.yaml")),
    entryPoints: [manifest.main, ...bins].filter((one): one is string => typeof one === "string"),
  };
}

function readDeno(file: string): Ecosystem {
  return {
    language: "TypeScript",
    packageManager: "deno",
    commands: {
      test: { run: "deno test", source: file },
      lint: { run: "deno lint", source: file },
    },
  };
}

function workspacesOf({ workspaces }: Manifest, pnpm: string | undefined): string[] {
  const given: unknown = Array.isArray(workspaces) ? workspaces : workspaces?.packages;
  const own: unknown[] = Array.isArray(given) ? given : [];
  const listed = (pnpm ?? "").split("\n").flatMap((line) => {
    const item = line.trim();
    const glob = item.startsWith("-")
      ? item
          .slice(1)
          .trim()
          .replace(/^["']|["']$/g, "")
      : "";
    return glob === "" || /["'#]/.test(glob) ? [] : [glob];
  });
  const all = [...own, ...listed];
  return all.filter((glob): glob is string => typeof glob === "string").map((glob) => `workspace ${glob}`);
}

function parsed(text: string): Manifest {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Manifest) : {};
  } catch {
    return {};
  }
}

const pythonFrameworks = {
  django: "Django",
  flask: "Flask",
  fastapi: "FastAPI",
  starlette: "Starlette",
  tornado: "Tornado",
  streamlit: "Streamlit",
  torch: "PyTorch",
  tensorflow: "TensorFlow",
};

export function readPython({ files, names }: Tree): Ecosystem | null {
  const manifests = ["pyproject.toml", "requirements.txt", "setup.py", "setup.cfg", "Pipfile"];
  const present = manifests.filter((name) => names.includes(name));
  if (present.length === 0) return null;
  const text = present.map((name) => files.get(name) ?? "").join("\n");
  const has = (name: string) => names.includes(name);
  const manager = has("uv.lock")
    ? "uv"
    : has("poetry.lock") || /^\[tool\.poetry/m.test(text)
      ? "poetry"
      : has("pdm.lock")
        ? "pdm"
        : has("Pipfile")
          ? "pipenv"
          : /^\[tool\.hatch/m.test(text)
            ? "hatch"
            : "pip";
  const prefix = ["uv", "poetry", "pdm", "pipenv"].includes(manager) ? `${manager} run ` : "";
  const [source = "pyproject.toml"] = present;
  const command = (run: string) => ({ run: `${prefix}${run}`, source });
  const usesPytest = /pytest/.test(text) || has("pytest.ini") || has("conftest.py");
  const script = /^\[(?:project|tool\.poetry)\.scripts\]\s*\n([\w-]+)\s*=\s*"([\w.:]+)"/m.exec(text);
  return {
    language: "Python",
    packageManager: manager,
    frameworks: frameworksIn(text, pythonFrameworks),
    commands: withoutEmpty({
      test: has("tox.ini")
        ? { run: "tox", source: "tox.ini" }
        : usesPytest
          ? command("pytest")
          : has("tests/") || has("test/")
            ? command("python -m unittest")
            : undefined,
      lint:
        /\bruff\b/.test(text) || has("ruff.toml")
          ? command("ruff check .")
          : /flake8/.test(text) || has(".flake8")
            ? command("flake8")
            : undefined,
      build:
        /^\[build-system\]/m.test(text) && manager !== "pip"
          ? { run: `${manager} build`, source }
          : undefined,
      run: has("manage.py") ? command("python manage.py runserver") : undefined,
    }),
    entryPoints: [
      ...names.filter((name) => /^(?:manage|main|app|__main__)\.py$/.test(name)),
      ...(script?.[2] ? [script[2]] : []),
    ],
  };
}

const goFrameworks = {
  "github.com/gin-gonic/gin": "Gin",
  "github.com/labstack/echo/v4": "Echo",
  "github.com/gofiber/fiber/v2": "Fiber",
  "github.com/go-chi/chi/v5": "chi",
};

export function readGo({ files, names }: Tree): Ecosystem | null {
  const text = files.get("go.mod") ?? files.get("go.work");
  if (text === undefined) return null;
  const source = files.has("go.mod") ? "go.mod" : "go.work";
  const used = [...(files.get("go.work") ?? "").matchAll(/^[ \t]*(?:use[ \t]+)?(\.\/[\w./-]+)/gm)];
  return {
    language: "Go",
    packageManager: "go",
    frameworks: frameworksIn(text, goFrameworks),
    commands: withoutEmpty({
      test: { run: "go test ./...", source },
      lint: names.some((name) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(name))
        ? { run: "golangci-lint run", source: ".golangci" }
        : { run: "go vet ./...", source },
      build: { run: "go build ./...", source },
    }),
    packages: used.map(([, folder = ""]) => `module ${folder}`),
    entryPoints: names.filter((name) => name === "main.go" || name === "cmd/"),
  };
}

const rustFrameworks = {
  "actix-web": "Actix",
  axum: "axum",
  rocket: "Rocket",
  tokio: "Tokio",
  bevy: "Bevy",
  tauri: "Tauri",
};

export function readRust({ files }: Tree): Ecosystem | null {
  const text = files.get("Cargo.toml");
  if (text === undefined) return null;
  const source = "Cargo.toml";
  const workspace = text.search(/^\[workspace\]/m);
  const members = workspace < 0 ? "" : (/members\s*=\s*\[([^[\]]*)\]/.exec(text.slice(workspace))?.[1] ?? "");
  return {
    language: "Rust",
    packageManager: "cargo",
    frameworks: frameworksIn(text, rustFrameworks),
    commands: withoutEmpty({
      test: { run: "cargo test", source },
      lint: { run: "cargo clippy", source },
      build: { run: "cargo build", source },
      run: /^\[package\]/m.test(text) ? { run: "cargo run", source } : undefined,
    }),
    packages: [...members.matchAll(/"([^"]+)"/g)].map(([, member = ""]) => `crate ${member}`),
    entryPoints: ["src/main.rs", "src/lib.rs"].filter((path) => files.has(path)),
  };
}
