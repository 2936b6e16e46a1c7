// The package as users get it: packed, installed with scripts off, and run without this checkout.

import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { tempDir } from "../../support/temp.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

describe("the packed package", () => {
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let packed: Packed;

  beforeAll(async () => {
    folder = await tempDir("egp");
    const { stdout } = await execute("npm", ["pack", "--json", "--pack-destination", folder.path], {
      cwd: root,
    });
    const found = JSON.parse(stdout);
    packed = Array.isArray(found) ? found[0] : Object.values(found)[0];
    await execute(
      "npm",
      ["install", "--ignore-scripts", "--no-audit", "--no-fund", join(folder.path, packed.filename)],
      {
        cwd: folder.path,
        env: { ...process.env, npm_config_save: "false" },
      },
    );
    return () => folder[Symbol.asyncDispose]();
  }, 180_000);

  test("names every package that it contains, with its licence", () => {
    const notices = readFileSync(join(root, "dist/THIRD-PARTY.txt"), "utf8");
    const bundled = packed.files
      .filter(({ path }) => /^dist\/[^/]+\.mjs$/.test(path))
      .flatMap(({ path }) => [
        ...readFileSync(join(root, path), "utf8").matchAll(
          /^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm,
        ),
      ])
      .map(([, name = ""]) => name);
    const copied = [
      "pyodide",
      "CPython",
      "onnxruntime-web",
      "QuickJS-NG",
      "all-MiniLM-L6-v2",
      "tree-sitter-swift",
    ];
    const ofPage = ["preact", "@codemirror/view", "uplot"];
    const named = (name: string) => notices.includes(`\n${name} `);
    expect(new Set(bundled).size).toBeGreaterThan(20);
    expect([...new Set(bundled), ...copied, ...ofPage].filter((name) => !named(name))).toEqual([]);
    expect(notices).toContain("Mozilla Public License Version 2.0");
    expect(packed.files.map(({ path }) => path)).toContain("dist/THIRD-PARTY.txt");
  });

  test("contains the program, the plugin, the sample and the model, and no sources", () => {
    const paths = packed.files.map((file) => file.path);
    for (const path of [
      "dist/tellback.mjs",
      "dist/index.mjs",
      "dist/types/src/index.d.ts",
      "dist/embed-worker.mjs",
      "dist/models/minilm/model_quantized.onnx",
      "plugin/hooks/hook.sh",
      "plugin/hooks/hooks.json",
      "README.md",
      "docs/sdk.md",
      "LICENSE",
    ]) {
      expect(paths).toContain(path);
    }
    expect(paths.filter((path) => /^(src|test|bench|scripts)\//.test(path))).toEqual([]);
  });

  test("stays under 50 MB packed and 120 MB installed, with what it depends on", () => {
    const installed = readdirSync(join(folder.path, "node_modules"), {
      recursive: true,
      withFileTypes: true,
    });
    const bytes = installed
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    expect(packed.size / 1e6).toBeLessThan(50);
    expect(bytes / 1e6).toBeLessThan(120);
    expect(bytes / 1e6).toBeGreaterThan(50);
  });

  test("needs no install script, neither its own nor in a dependency", () => {
    const lock = JSON.parse(readFileSync(join(folder.path, "node_modules/.package-lock.json"), "utf8"));
    const scripted = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>);
    expect(scripted.filter(([, one]) => one.hasInstallScript).map(([name]) => name)).toEqual([]);
  });

  test("runs: the command, its hook, the SDK", async () => {
    const home = join(folder.path, "h");
    const env = {
      PATH: process.env.PATH,
      HOME: folder.path,
      TELLBACK_HOME: home,
      TELLBACK_EMBED_PROVIDER: "off",
    };
    const installed = join(folder.path, "node_modules/tellback");
    const tellback = (...args: string[]) =>
      execute(process.execPath, [join(installed, "dist/tellback.mjs"), ...args], { env });
    try {
      expect((await tellback("start", "--sample", "--once")).stdout).toContain("14 observations");
      expect((await tellback("search", "empty", "body", "--all-projects")).stdout).toMatch(/obs_|trn_/);
      const { findings } = JSON.parse((await tellback("doctor", "--json")).stdout);
      const capture = findings.find((one: { what: string }) => one.what === "capture");
      expect(capture).toMatchObject({ state: "ok" });
      expect(statSync(join(installed, "plugin/hooks/hook.sh")).mode & 0o111).not.toBe(0);
      const script = `import { openMemory, searchMemory } from "tellback"; console.log(typeof openMemory, typeof searchMemory)`;
      const sdk = await execute(process.execPath, ["--input-type=module", "-e", script], {
        cwd: folder.path,
        env,
      });
      expect(sdk.stdout.trim()).toBe("function function");
    } finally {
      await tellback("daemon", "stop");
    }
  }, 60_000);

  test("starts as MCP server with the arguments of server.json", async () => {
    const home = join(folder.path, "m");
    const env = {
      PATH: process.env.PATH,
      HOME: folder.path,
      TELLBACK_HOME: home,
      TELLBACK_EMBED_PROVIDER: "off",
    };
    const entry = JSON.parse(readFileSync(join(root, "server.json"), "utf8")).packages[0];
    const args = entry.packageArguments.map(({ value }: { value: string }) => value);
    const program = join(folder.path, "node_modules/.bin", entry.identifier);
    const server = spawn(process.execPath, [program, ...args], { env, cwd: folder.path });
    const answer = new Promise<string>((resolve) =>
      server.stdout.once("data", (data) => resolve(String(data))),
    );
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    expect(JSON.parse(await answer).result.serverInfo).toMatchObject({
      name: "tellback",
      version: entry.version,
    });
    server.stdin.end();
    await new Promise((resolve) => server.once("exit", resolve));
    await execute(process.execPath, [program, "daemon", "stop"], { env });
  }, 60_000);

  test("is installed by an agent that does what INSTALL_FOR_AGENTS.md says", async () => {
    const home = join(folder.path, "agent");
    const prefix = join(home, ".local");
    await mkdir(join(home, ".claude"), { recursive: true });
    // Npm's settings and cache of this machine, for what the package depends on.
    const settings = Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name));
    const env = {
      ...{ npm_config_userconfig: join(homedir(), ".npmrc"), npm_config_cache: join(homedir(), ".npm") },
      ...Object.fromEntries(settings),
      npm_config_prefer_offline: "true",
      PATH: `${join(prefix, "bin")}:${join(process.execPath, "..")}:${process.env.PATH}`,
      ...{ HOME: home, TELLBACK_EMBED_PROVIDER: "off", npm_config_prefix: prefix },
      ...{ npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" },
    };
    const page = readFileSync(join(root, "INSTALL_FOR_AGENTS.md"), "utf8");
    const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
      block.trim().split("\n"),
    );
    expect(commands).toHaveLength(6);
    const ran: Record<string, string> = {};
    try {
      for (const command of commands) {
        // The package as it will be on npm.
        const here = command.replace(
          /install --global tellback$/,
          `install --global ${join(folder.path, packed.filename)}`,
        );
        const { stdout } = await execute("/bin/sh", ["-c", here], {
          cwd: folder.path,
          env,
          timeout: 100_000,
        }).catch((error) => {
          if (command === "tellback doctor" && error.code === 9) return error;
          throw error;
        });
        ran[command] = stdout;
      }
      expect(ran["tellback --version"]).toMatch(/^\d+\.\d+\.\d+/m);
      expect(ran["tellback install --dry-run"]).toContain(".claude/settings.json");
      expect(ran["tellback install"]).toContain("installed in Claude Code");
      expect(ran["tellback doctor"]).toMatch(/✓ +capture/);
    } finally {
      await execute("/bin/sh", ["-c", "tellback uninstall --purge --yes"], { cwd: folder.path, env });
    }
    expect(existsSync(join(home, ".tellback"))).toBe(false);
  }, 300_000);
});
