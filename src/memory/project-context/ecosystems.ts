// Java and Kotlin, Ruby, PHP, .NET, Elixir, C and C++ as their manifests describe them. For detect.ts; pure.

import { type Ecosystem, frameworksIn, type Tree, withoutEmpty } from "./ecosystem.ts";

const jvmFrameworks = {
  "org.springframework.boot": "Spring Boot",
  "io.quarkus": "Quarkus",
  "io.micronaut": "Micronaut",
  "io.ktor": "Ktor",
  "com.android.application": "Android",
};

export function readJvm({ files, names }: Tree): Ecosystem | null {
  const gradle = ["build.gradle.kts", "build.gradle", "settings.gradle.kts", "settings.gradle"].filter(
    (name) => names.includes(name),
  );
  const pom = files.get("pom.xml");
  if (gradle.length === 0 && pom === undefined) return null;
  const isGradle = gradle.length > 0;
  const text = isGradle ? gradle.map((name) => files.get(name) ?? "").join("\n") : (pom ?? "");
  const source = isGradle ? (gradle[0] ?? "") : "pom.xml";
  const own = isGradle ? "gradlew" : "mvnw";
  const program = names.includes(own) ? `./${own}` : isGradle ? "gradle" : "mvn";
  const command = (target: string) => ({ run: `${program} ${target}`, source });
  const isKotlin = /kotlin/i.test(text);
  const isSpring = /org\.springframework\.boot/.test(text);
  const modules = isGradle
    ? [...text.matchAll(/["']:([\w:-]+)["']/g)]
    : [...text.matchAll(/<module>([^<]+)<\/module>/g)];
  return {
    language: isKotlin ? "Kotlin" : "Java",
    packageManager: isGradle ? "gradle" : "maven",
    frameworks: frameworksIn(text, jvmFrameworks),
    commands: withoutEmpty({
      test: command("test"),
      lint: /ktlint/.test(text)
        ? command("ktlintCheck")
        : /detekt/.test(text)
          ? command("detekt")
          : undefined,
      build: command(isGradle ? "build" : "package"),
      run: isSpring ? command(isGradle ? "bootRun" : "spring-boot:run") : undefined,
    }),
    packages: modules.map(([, module = ""]) => `module ${module.trim()}`),
  };
}

const rubyFrameworks = { rails: "Rails", sinatra: "Sinatra", hanami: "Hanami", jekyll: "Jekyll" };

export function readRuby({ files, names }: Tree): Ecosystem | null {
  const gemspec = names.find((name) => name.endsWith(".gemspec"));
  const text = files.get("Gemfile") ?? (gemspec && files.get(gemspec));
  if (text === undefined) return null;
  const source = files.has("Gemfile") ? "Gemfile" : (gemspec ?? "");
  const isRails = /['"]rails['"]/.test(text);
  const command = (run: string) => ({ run, source });
  return {
    language: "Ruby",
    packageManager: "bundler",
    frameworks: frameworksIn(text, rubyFrameworks),
    commands: withoutEmpty({
      test:
        /rspec/.test(text) || names.includes("spec/")
          ? command("bundle exec rspec")
          : isRails
            ? command("bin/rails test")
            : names.includes("Rakefile")
              ? { run: "bundle exec rake test", source: "Rakefile" }
              : undefined,
      lint:
        /rubocop/.test(text) || names.includes(".rubocop.yml") ? command("bundle exec rubocop") : undefined,
      run: isRails ? command("bin/rails server") : undefined,
    }),
    entryPoints: names.filter((name) => name === "config.ru"),
  };
}

const phpFrameworks = {
  "laravel/framework": "Laravel",
  "symfony/framework-bundle": "Symfony",
  "slim/slim": "Slim",
};

export function readPhp({ files, names }: Tree): Ecosystem | null {
  const text = files.get("composer.json");
  if (text === undefined) return null;
  const source = "composer.json";
  const [, ...scripts] = text.split('"scripts"');
  const script = (name: string) =>
    scripts.some((part) => new RegExp(`"${name}"\\s*:`).test(part))
      ? { run: `composer ${name}`, source }
      : undefined;
  return {
    language: "PHP",
    packageManager: "composer",
    frameworks: frameworksIn(text, phpFrameworks),
    commands: withoutEmpty({
      test:
        script("test") ??
        (/phpunit|pestphp/.test(text)
          ? { run: /pestphp/.test(text) ? "vendor/bin/pest" : "vendor/bin/phpunit", source }
          : undefined),
      lint:
        script("lint") ?? (/phpstan/.test(text) ? { run: "vendor/bin/phpstan analyse", source } : undefined),
      run: names.includes("artisan") ? { run: "php artisan serve", source: "artisan" } : undefined,
    }),
    entryPoints: names.filter((name) => name === "artisan" || name === "index.php"),
  };
}

export function readDotnet({ files, names }: Tree): Ecosystem | null {
  const own = [...files.keys()].filter((name) => /\.(?:sln|slnx|csproj|fsproj|vbproj)$/.test(name));
  const [source] = own;
  if (source === undefined) return null;
  const text = own.map((name) => files.get(name) ?? "").join("\n");
  const command = (run: string) => ({ run, source });
  return {
    language: own.some((name) => name.endsWith(".fsproj")) ? "F#" : "C#",
    packageManager: "nuget",
    frameworks: [
      ...(/Microsoft\.NET\.Sdk\.Web/.test(text) ? ["ASP.NET Core"] : []),
      ...(/Microsoft\.Maui/.test(text) ? ["MAUI"] : []),
    ],
    commands: withoutEmpty({
      test: command("dotnet test"),
      lint: command("dotnet format --verify-no-changes"),
      build: command("dotnet build"),
      run: /OutputType>\s*Exe|Sdk\.Web/.test(text) ? command("dotnet run") : undefined,
    }),
    packages: own.filter((name) => name.includes("/")).map((name) => `project ${name}`),
    entryPoints: names.filter((name) => name === "Program.cs"),
  };
}

export function readElixir({ files, names }: Tree): Ecosystem | null {
  const text = files.get("mix.exs");
  if (text === undefined) return null;
  const source = "mix.exs";
  const isPhoenix = /:phoenix\b/.test(text);
  return {
    language: "Elixir",
    packageManager: "mix",
    frameworks: isPhoenix ? ["Phoenix"] : [],
    commands: withoutEmpty({
      test: { run: "mix test", source },
      lint: /:credo\b/.test(text)
        ? { run: "mix credo", source }
        : { run: "mix format --check-formatted", source },
      build: { run: "mix compile", source },
      run: isPhoenix ? { run: "mix phx.server", source } : undefined,
    }),
    packages: names.includes("apps/") ? ["workspace apps/*"] : [],
  };
}

export function readNative({ files, names }: Tree): Ecosystem | null {
  const cmake = files.get("CMakeLists.txt");
  const meson = names.includes("meson.build");
  if (cmake === undefined && !meson) return null;
  const source = cmake === undefined ? "meson.build" : "CMakeLists.txt";
  const text = cmake ?? files.get("meson.build") ?? "";
  const languages = /project\s*\(([^()]*)/i.exec(text)?.[1] ?? "";
  const isC = /\bC\b/i.test(languages.split(/CXX/i).at(-1) ?? "");
  const hasTests = /enable_testing|add_test|include\s*\(\s*CTest/i.test(text) || meson;
  return {
    language: isC ? "C" : "C++",
    packageManager: names.some((name) => /^conanfile\.(?:py|txt)$/.test(name))
      ? "conan"
      : names.includes("vcpkg.json")
        ? "vcpkg"
        : undefined,
    frameworks: /find_package\s*\(\s*Qt/i.test(text) ? ["Qt"] : [],
    commands: withoutEmpty({
      test: hasTests ? { run: meson ? "meson test -C build" : "ctest --test-dir build", source } : undefined,
      build: {
        run: meson ? "meson setup build && meson compile -C build" : "cmake -B build && cmake --build build",
        source,
      },
    }),
    packages: [...text.matchAll(/add_subdirectory\s*\(\s*([\w./-]+)/gi)].map(
      ([, folder = ""]) => `part ${folder}`,
    ),
    entryPoints: [...text.matchAll(/add_executable\s*\(\s*([\w-]+)/gi)].map(([, name = ""]) => name),
  };
}
