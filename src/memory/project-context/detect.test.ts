// What the manifests of each ecosystem say: language, framework, package manager, commands.

import { expect, test } from "vitest";
import { detect } from "./detect.ts";

function project(files: Record<string, string>, ...names: string[]) {
  const found = detect({ files: new Map(Object.entries(files)), names: [...Object.keys(files), ...names] });
  const commands = Object.fromEntries(
    Object.entries(found.commands).flatMap(([purpose, command]) => (command ? [[purpose, command.run]] : [])),
  );
  return { ...found, commands };
}

const manifest = (value: object) => JSON.stringify(value);

test.each<[string, ReturnType<typeof project>, object]>([
  [
    "a Node workspace with pnpm",
    project(
      {
        "package.json": manifest({
          scripts: { test: "vitest", lint: "biome check", build: "tsc", dev: "next dev" },
          dependencies: { next: "15", react: "19" },
          devDependencies: { typescript: "5" },
          main: "index.js",
        }),
        "pnpm-workspace.yaml": "packages:\n  - 'apps/*'\n  - packages/*\n",
      },
      "pnpm-lock.yaml",
      "apps/",
    ),
    {
      languages: ["TypeScript"],
      frameworks: ["Next.js", "React"],
      packageManager: "pnpm",
      commands: { test: "pnpm test", lint: "pnpm lint", build: "pnpm build", run: "pnpm dev" },
      structure: ["apps/", "workspace apps/*", "workspace packages/*"],
      entryPoints: ["index.js"],
    },
  ],
  [
    "a script that only says that there are no tests",
    project({ "package.json": manifest({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }) }),
    { languages: ["JavaScript"], packageManager: "npm", commands: {} },
  ],
  [
    "Python with uv and pytest",
    project(
      {
        "pyproject.toml":
          '[project]\ndependencies = ["fastapi>=0.1"]\n[dependency-groups]\ndev = ["pytest", "ruff"]\n',
      },
      "uv.lock",
      "main.py",
    ),
    {
      languages: ["Python"],
      frameworks: ["FastAPI"],
      packageManager: "uv",
      commands: { test: "uv run pytest", lint: "uv run ruff check ." },
      entryPoints: ["main.py"],
    },
  ],
  [
    "Django without a build tool",
    project({ "requirements.txt": "Django==5.0\n" }, "manage.py", "tests/"),
    {
      frameworks: ["Django"],
      packageManager: "pip",
      commands: { test: "python -m unittest", run: "python manage.py runserver" },
    },
  ],
  [
    "Go",
    project({ "go.mod": "module x\nrequire github.com/gin-gonic/gin v1.9\n" }, "main.go"),
    {
      languages: ["Go"],
      frameworks: ["Gin"],
      commands: { test: "go test ./...", build: "go build ./...", lint: "go vet ./..." },
    },
  ],
  [
    "a Rust workspace",
    project({
      "Cargo.toml": '[workspace]\nmembers = ["core", "cli"]\n[workspace.dependencies]\ntokio = "1"\n',
    }),
    { languages: ["Rust"], frameworks: ["Tokio"], structure: ["crate core", "crate cli"] },
  ],
  [
    "Kotlin with Gradle",
    project(
      {
        "build.gradle.kts": 'plugins { kotlin("jvm")\n id("org.springframework.boot") }',
        "settings.gradle.kts": 'include(":api")',
      },
      "gradlew",
    ),
    {
      languages: ["Kotlin"],
      frameworks: ["Spring Boot"],
      packageManager: "gradle",
      commands: { test: "./gradlew test", build: "./gradlew build", run: "./gradlew bootRun" },
    },
  ],
  [
    "Java with Maven",
    project({ "pom.xml": "<project><modules><module>core</module></modules></project>" }),
    {
      languages: ["Java"],
      packageManager: "maven",
      commands: { test: "mvn test", build: "mvn package" },
      structure: ["module core"],
    },
  ],
  [
    "Rails",
    project({ Gemfile: "gem 'rails'\ngem 'rspec-rails'\ngem 'rubocop'\n" }),
    {
      languages: ["Ruby"],
      frameworks: ["Rails"],
      commands: { test: "bundle exec rspec", lint: "bundle exec rubocop" },
    },
  ],
  [
    "Laravel",
    project(
      {
        "composer.json": manifest({
          require: { "laravel/framework": "11" },
          "require-dev": { "pestphp/pest": "2" },
        }),
      },
      "artisan",
    ),
    {
      languages: ["PHP"],
      frameworks: ["Laravel"],
      commands: { test: "vendor/bin/pest", run: "php artisan serve" },
    },
  ],
  [
    ".NET",
    project({ "App.sln": "", "Api/Api.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web">' }),
    {
      languages: ["C#"],
      frameworks: ["ASP.NET Core"],
      commands: { test: "dotnet test", build: "dotnet build" },
    },
  ],
  [
    "Phoenix",
    project({ "mix.exs": '{:phoenix, "~> 1.7"}, {:credo, "~> 1.7"}' }),
    {
      languages: ["Elixir"],
      frameworks: ["Phoenix"],
      commands: { test: "mix test", lint: "mix credo", run: "mix phx.server" },
    },
  ],
  [
    "C++ with CMake",
    project({
      "CMakeLists.txt":
        "project(x CXX)\nenable_testing()\nadd_subdirectory(core)\nadd_executable(app main.cpp)",
    }),
    {
      languages: ["C++"],
      commands: { test: "ctest --test-dir build", build: "cmake -B build && cmake --build build" },
      structure: ["part core"],
      entryPoints: ["app"],
    },
  ],
  [
    "a Makefile beside a language without commands",
    project({ "package.json": "{}", Makefile: "test: build\n\tnode x\nlint:\n\tx\nVAR := 1\n" }),
    { languages: ["JavaScript"], commands: { test: "make test", lint: "make lint" } },
  ],
])("%s", (_, found, expected) => {
  const { commands, ...rest } = expected as { commands?: object };
  expect(found).toMatchObject(rest);
  if (commands) expect(found.commands).toMatchObject(commands);
});

test("a broken or hostile manifest is no reason to fail", () => {
  const names = [
    "package.json",
    "pyproject.toml",
    "go.mod",
    "Cargo.toml",
    "pom.xml",
    "Gemfile",
    "composer.json",
  ];
  for (const text of [
    "",
    "{",
    "[]",
    "null",
    '{"scripts":[],"workspaces":{"packages":7},"bin":3}',
    "x".repeat(100_000),
  ])
    expect(() => project(Object.fromEntries(names.map((name) => [name, text])))).not.toThrow();
});

test("a project of TypeScript files alone is one of TypeScript", () => {
  const files = new Map([["package.json", manifest({ scripts: { test: "node --test" } })]]);
  const names = ["package.json", "src/"];
  expect(detect({ files, names, isTypeScript: true }).languages).toEqual(["TypeScript"]);
  expect(detect({ files, names, isTypeScript: false }).languages).toEqual(["JavaScript"]);
  expect(detect({ files, names: [...names, "tsconfig.base.json"] }).languages).toEqual(["TypeScript"]);
});
