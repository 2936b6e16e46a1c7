// Tools of the user's own: each a folder with a manifest (tool.json) and either code for the sandbox or a program. Whatever
// a folder says is untrusted until the user has trusted exactly its files; a change needs the user's word again.

import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { z } from "zod";
import { listForeignSync, readForeignSync } from "../platform/foreign-file.ts";
import { type ToolOrigin, toolFolders } from "./own-tool-folders.ts";
import type { Paths } from "./paths.ts";
import { trustedHash } from "./trust.ts";

const manifestName = "tool.json";
const maxFiles = 200;
const maxBytes = 2 * 1024 * 1024;
const maxTools = 100;

const toolManifest = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_]{2,39}$/, "must be 3 to 40 small letters, digits and _"),
    description: z.string().trim().min(1).max(500),
    input: z.looseObject({ type: z.literal("object") }).default({ type: "object", properties: {} }),
    code: z
      .string()
      .regex(/^[\w-]+\.(?:ts|js|py)$/, "must be a .ts, .js or .py file of the folder")
      .optional(),
    entry: z
      .string()
      .regex(/^[A-Za-z_]\w*$/)
      .default("run"),
    command: z.array(z.string().min(1)).min(1).max(50).optional(),
    timeoutMs: z.number().int().min(100).max(120_000).default(10_000),
    readOnly: z.boolean().default(false),
  })
  .refine(({ code, command }) => (code === undefined) !== (command === undefined), {
    message: "needs either code (runs in the sandbox) or command (a program)",
  });
export type ToolManifest = z.infer<typeof toolManifest>;

export interface OwnTool {
  /** That of its manifest; of a broken one that of its folder. */
  name: string;
  folder: string;
  origin: ToolOrigin;
  hash: string;
  files: ReadonlyMap<string, Buffer>;
  manifest: ToolManifest | null;
  state: "ready" | "untrusted" | "changed" | "broken";
  problem: string | null;
}

/** Those of the user first; of two with one name only the first can run. */
export function ownTools(paths: Paths, projectDir: string | undefined): OwnTool[] {
  const found = toolFolders(paths, projectDir).flatMap(({ path, origin }) =>
    listForeignSync(path)
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .slice(0, maxTools)
      .map(({ name }) => toolIn(paths, join(path, name), origin)),
  );
  const seen = new Set<string>();
  return found.map((tool) => {
    const isFirst = !seen.has(tool.name);
    seen.add(tool.name);
    return isFirst ? tool : { ...tool, state: "broken", problem: `another tool is called ${tool.name}` };
  });
}

export function toolIn(paths: Paths, folder: string, origin: ToolOrigin): OwnTool {
  const read = filesOf(folder);
  const about = { name: basename(folder), folder, origin, manifest: null };
  if (typeof read === "string")
    return { ...about, hash: "", files: new Map(), state: "broken", problem: read };
  const hash = hashOf(read);
  const manifest = manifestOf(read);
  if (typeof manifest === "string")
    return { ...about, hash, files: read, state: "broken", problem: manifest };
  const trusted = trustedHash(paths, trustKey(folder));
  const state = trusted === hash ? "ready" : trusted === undefined ? "untrusted" : "changed";
  return { ...about, name: manifest.name, hash, files: read, manifest, state, problem: null };
}

export function trustKey(folder: string): string {
  return `tool:${folder}`;
}

function manifestOf(files: ReadonlyMap<string, Buffer>): ToolManifest | string {
  const bytes = files.get(manifestName);
  if (!bytes) return `has no ${manifestName}`;
  let given: unknown;
  try {
    given = JSON.parse(bytes.toString("utf8"));
  } catch {
    return `${manifestName} is not JSON`;
  }
  const parsed = toolManifest.safeParse(given);
  if (!parsed.success)
    return `${manifestName}: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`.trim()).join("; ")}`;
  const { code, input } = parsed.data;
  if (code !== undefined && !files.has(code)) return `has no ${code}`;
  try {
    z.fromJSONSchema(input as never);
  } catch (error) {
    return `${manifestName}: input is no JSON schema that tellback knows: ${(error as Error).message}`;
  }
  return parsed.data;
}

/** Every file by its path in the folder; a sentence if there is something that cannot be trusted as it is. */
function filesOf(folder: string): Map<string, Buffer> | string {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  const walk = (below: string): string | null => {
    const entries = listForeignSync(join(folder, below)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        const problem = walk(path);
        if (problem !== null) return problem;
        continue;
      }
      if (!entry.isFile()) return `${path} is not a regular file`;
      const read = readForeignSync(join(folder, path), { within: folder, maxBytes });
      if (read.status !== "read") return `${path} ${read.status === "refused" ? read.why : "is missing"}`;
      files.set(path, read.bytes);
      bytes += read.bytes.length;
      if (files.size > maxFiles || bytes > maxBytes) return "is too large: at most 200 files and 2 MB";
    }
    return null;
  };
  return walk("") ?? files;
}

function hashOf(files: ReadonlyMap<string, Buffer>): string {
  const all = createHash("sha256");
  for (const [path, bytes] of files)
    all.update(`${path}\0${createHash("sha256").update(bytes).digest("hex")}\n`);
  return all.digest("hex");
}
