// Reads the file of the reference MCP memory server: one JSON object a line, entities with their observations and
// relations between entities.

import { tagFrom } from "../../../memory/imported-node.ts";
import { readForeign } from "../../../platform/foreign-file.ts";
import { TellbackError } from "../../../protocol/errors.ts";
import { edgeFrom, everyProject, type ForeignRecord, type ForeignStore, unknown } from "./foreign-store.ts";

const maxFileBytes = 256 * 1024 * 1024;
const tool = "the MCP memory server";
const whichFile = `Name the file of ${tool}: its MEMORY_FILE_PATH, or memory.jsonl in its package.`;

export async function openMcpMemory(path: string): Promise<ForeignStore> {
  const file = await readForeign(path, { maxBytes: maxFileBytes });
  if (file.status === "missing")
    throw new TellbackError("not_found", `file not found: ${path}`, {
      hint: whichFile,
    });
  if (file.status === "refused") throw new TellbackError("invalid_input", `${path} ${file.why}`);
  const lines = parseLines(file.bytes.toString("utf8"), path);
  if (lines.length > 0 && !lines.some(({ type }) => type === "entity" || type === "relation"))
    throw refused(path, "it holds neither entities nor relations");
  return { files: 1, bytes: file.bytes.length, read: () => fromLines(lines), check() {}, close() {} };
}

type Line = Record<string, unknown>;

/** The server itself cannot start with a line that is not JSON. */
export function parseLines(text: string, path: string): Line[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      const parsed: unknown = JSON.parse(line);
      if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return [parsed as Line];
    } catch {
      // Refused below.
    }
    throw refused(path, `line ${i + 1} is not a JSON object`);
  });
}

function refused(path: string, why: string): TellbackError {
  return new TellbackError("invalid_input", `${path} is not a file of ${tool}: ${why}`, {
    hint: `Nothing was imported. ${whichFile}`,
  });
}

export function* fromLines(lines: readonly Line[]): Generator<ForeignRecord> {
  for (const line of lines) {
    if (line.type === "entity") yield* entityFrom(line);
    else if (line.type === "relation") yield* relationFrom(line);
    else
      yield unknown(
        line.type === undefined ? "line without a type" : `line of type ${String(line.type).slice(0, 40)}`,
      );
  }
}

function* entityFrom(line: Line): Generator<ForeignRecord> {
  const [name, kind] = [text(line.name), text(line.entityType)];
  if (name === "") {
    yield unknown("entity without a name");
    return;
  }
  const tags = tagFrom("entity:", kind);
  yield node(name, kind === "" ? name : `${name} (${kind})`, tags);
  const observations = Array.isArray(line.observations) ? line.observations : [];
  for (const observation of observations) {
    const said = text(observation);
    if (said === "") {
      yield unknown("observation without text");
      continue;
    }
    const key = `${name}\n${said}`;
    yield node(key, about(name, said), tags);
    yield { is: "edge", from: key, to: name, type: "CHILD_OF" };
  }
}

/** A sentence that stands alone must name what it is about. */
function about(name: string, said: string): string {
  return said.toLowerCase().includes(name.toLowerCase()) ? said : `${name}: ${said}`;
}

function* relationFrom(line: Line): Generator<ForeignRecord> {
  const [from, to, relation] = [text(line.from), text(line.to), text(line.relationType)];
  if (from === "" || to === "") {
    yield unknown("relation without both ends");
    return;
  }
  const { type, isExact } = edgeFrom(relation);
  yield { is: "edge", from, to, type };
  if (isExact || relation === "") return;
  const key = `${from}\n${relation}\n${to}`;
  yield node(key, `${from} ${relation.replaceAll("_", " ")} ${to}`, []);
  yield { is: "edge", from: key, to: from, type: "CHILD_OF" };
}

function node(key: string, content: string, tags: string[]): ForeignRecord {
  return {
    ...{ is: "node", key, type: "fact", content, summary: null, tags, project: everyProject },
    ...{ at: null, isByUser: false },
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
