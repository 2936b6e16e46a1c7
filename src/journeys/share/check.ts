// check: what a reviewer should know of a repository's shared memory, before it is merged: for a person, and for CI, which
// has no memory of its own. Reads the work tree and nothing else.

import { basename, dirname, join, normalize } from "node:path";
import { clashOf } from "../../../libs/language/statement-model.ts";
import { anchoredCode } from "../../indexes/codemap/anchored.ts";
import { createMapper, type Mapper } from "../../indexes/codemap/mapper.ts";
import { type FoundFile, readSharedFolder } from "../../memory/shared/folder.ts";
import { parseMemoryFile, type SharedMemory } from "../../memory/shared/memory-file.ts";
import { readForeign, statForeignSync } from "../../platform/foreign-file.ts";
import { statementKindOfType } from "../../protocol/knowledge.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";

const findingKinds = ["form", "secret", "link", "stale", "contradiction"] as const;
type FindingKind = (typeof findingKinds)[number];

interface Finding {
  path: string;
  kind: FindingKind;
  problem: string;
}

export interface CheckResult {
  files: number;
  findings: Finding[];
}

interface SharedFile {
  file: FoundFile;
  memory: SharedMemory;
}

export async function checkShared(tree: string): Promise<CheckResult> {
  const folder = readSharedFolder(tree);
  const findings: Finding[] = folder.problems.map((one) => ({ ...one, kind: "form" }));
  const read: SharedFile[] = [];
  const ids = new Map<string, string>();
  for (const file of folder.files) {
    const note = (kind: FindingKind, problem: string) => findings.push({ path: file.path, kind, problem });
    const parsed = parseMemoryFile(file.text);
    for (const line of secretLines(tree, file.text)) note("secret", `line ${line} holds a secret`);
    if (!parsed.ok) {
      note("form", parsed.problem);
      continue;
    }
    const { id } = parsed.memory;
    if (id !== null && ids.has(id)) note("form", `has the id of ${ids.get(id)}`);
    if (id !== null && folder.forgotten.includes(id)) note("form", "was forgotten, and is here again");
    if (id !== null) ids.set(id, file.path);
    for (const link of brokenLinks(tree, file)) note("link", `links to ${link}, which does not exist`);
    read.push({ file, memory: parsed.memory });
  }
  findings.push(...(await staleOf(tree, read)), ...contradictions(read));
  return { files: folder.files.length, findings: findings.sort(inOrder) };
}

function inOrder(a: Finding, b: Finding): number {
  return a.path < b.path
    ? -1
    : Number(a.path > b.path) || findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind);
}

/** By their numbers: what a check prints is kept by CI. */
function secretLines(tree: string, text: string): number[] {
  const clean = cleanerFor(tree).code(text).split("\n");
  return text.split("\n").flatMap((line, at) => (clean[at] === line ? [] : [at + 1]));
}

const linkForm = /\]\(\s*<?([^)\s>#]+)(?:#[^)\s>]*)?>?\s*\)/g;

/** Relative to the file, or to the work tree. */
function brokenLinks(tree: string, { path, text }: FoundFile): string[] {
  const targets = [...text.matchAll(linkForm)].map(([, target = ""]) => target);
  return targets.filter((target) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return false;
    const places = target.startsWith("/") ? [target.slice(1)] : [join(dirname(path), target), target];
    return !places
      .map((place) => normalize(place))
      .some((place) => !place.startsWith("..") && statForeignSync(join(tree, place)) !== null);
  });
}

const maxFileLength = 1024 * 1024;

async function staleOf(tree: string, read: readonly SharedFile[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const mapper = createMapper();
  try {
    for (const { file, memory } of read)
      for (const place of memory.code) {
        const problem = await changeOf(mapper, tree, place);
        if (problem !== null) findings.push({ path: file.path, kind: "stale", problem });
      }
  } finally {
    await mapper.close();
  }
  return findings;
}

async function changeOf(
  mapper: Mapper,
  tree: string,
  { file, symbol, hash }: SharedMemory["code"][number],
): Promise<string | null> {
  const found = await readForeign(join(tree, file), { within: tree, maxBytes: maxFileLength });
  if (found.status !== "read") return `speaks of ${file}, which does not exist`;
  const code = await anchoredCode(mapper, file, found.bytes.toString("utf8"));
  const now = hash === null ? code.hashOf(symbol) : code.hashLike(hash, symbol);
  const name = symbol === "" ? file : `${symbol} in ${basename(file)}`;
  if (now === null) return code.isBroken ? null : `speaks of ${name}, which is gone`;
  return hash === null || now === hash ? null : `speaks of ${name}, which has changed since`;
}

/** Of two that cannot both hold, each is named at the one that comes later. */
function contradictions(read: readonly SharedFile[]): Finding[] {
  const replaced = new Set(read.flatMap(({ memory }) => memory.supersedes));
  const claims = read.filter(
    ({ memory }) => statementKindOfType[memory.type] === "claim" && !replaced.has(memory.id ?? ""),
  );
  return claims.flatMap(({ file, memory }, at) =>
    claims.slice(0, at).flatMap((other) =>
      clashOf(memory.content, other.memory.content) === null
        ? []
        : [
            {
              path: file.path,
              kind: "contradiction" as const,
              problem: `contradicts ${other.file.path}${by(other.memory)}: "${short(other.memory.content)}"`,
            },
          ],
    ),
  );
}

const by = ({ author }: SharedMemory) => (author === null ? "" : ` by ${author}`);

const maxShown = 120;
const short = (text: string) => (text.length <= maxShown ? text : `${text.slice(0, maxShown - 1)}…`);
