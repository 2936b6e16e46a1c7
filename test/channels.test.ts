// The files by which tellback is found elsewhere than on npm: valid by the rules of those who read them, and of this version.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { formula } from "../scripts/docs/channels.ts";

const root = join(import.meta.dirname, "..");
const at = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(at("package.json"));

/** What the MCP registry refuses otherwise. */
const exact = z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
const registryEntry = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[a-z0-9][\w.-]*[a-z0-9]$/i)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exact,
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal("npm"),
        identifier: z.string(),
        version: exact,
        runtimeHint: z.literal("npx"),
        packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })),
        environmentVariables: z.array(
          z.strictObject({
            ...{ name: z.string(), description: z.string(), format: z.literal("filepath") },
            isRequired: z.boolean(),
          }),
        ),
        transport: z.strictObject({ type: z.literal("stdio") }),
      }),
    )
    .length(1),
});

test("server.json is an entry of the MCP registry for this version, which npm's package confirms", () => {
  const entry = registryEntry.parse(JSON.parse(at("server.json")));
  expect(entry).toMatchObject({ name: manifest.mcpName, version: manifest.version });
  expect(entry.packages[0]).toMatchObject({ identifier: manifest.name, version: manifest.version });
  expect(manifest.description.startsWith(entry.description)).toBe(true);
});

test("the image runs this version without root, with a Node that is new enough, and publishes no port", () => {
  const lines = at("Dockerfile").replaceAll("\\\n", " ").split("\n");
  const of = (instruction: string) =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1));
  const [, major = 0, minor = 0] = /^node:(\d+)\.(\d+)-/.exec(of("FROM")[0] ?? "")?.map(Number) ?? [];
  const [, needed = 0, neededMinor = 0] = /(\d+)\.(\d+)/.exec(manifest.engines.node)?.map(Number) ?? [];
  expect(major > needed || (major === needed && minor >= neededMinor)).toBe(true);
  expect(of("ARG")).toEqual([`VERSION=${manifest.version}`]);
  expect(of("USER")).toEqual(["node"]);
  expect(of("EXPOSE")).toEqual([]);
  expect([JSON.parse(of("ENTRYPOINT")[0] ?? ""), JSON.parse(of("CMD")[0] ?? "")]).toEqual([
    ["tellback"],
    ["mcp"],
  ]);
  const known = /^(?:#|$|(?:FROM|ARG|RUN|USER|ENV|VOLUME|ENTRYPOINT|CMD) )/;
  expect(lines.filter((line) => !known.test(line))).toEqual([]);
});

test("Homebrew's formula names the tarball that it was made of, by its hash", () => {
  const tarball = Buffer.from("a tarball");
  const text = formula(tarball);
  expect(text).toContain(`sha256 "${createHash("sha256").update(tarball).digest("hex")}"`);
  expect(text).toContain(`/-/tellback-${manifest.version}.tgz"`);
  expect(text).toMatch(/^class Tellback < Formula\n {2}desc "Memory of coding agents"\n/);
  const opened = text.match(/^\s*(?:class|def|test do)\b/gm) ?? [];
  expect(text.match(/^\s*end$/gm)).toHaveLength(opened.length);
});
