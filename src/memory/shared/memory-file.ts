// A shared memory as a Markdown file: what people read, edit and review in a repository. Equal memories are equal bytes,
// and nothing in it changes by itself, so that git shows only what somebody changed. Pure.

import { createHash } from "node:crypto";
import {
  type LearningCategory,
  learningCategory,
  type NodeType,
  nodeType,
} from "../../protocol/knowledge.ts";
import { type FrontMatter, frontMatterOf } from "../notes/markdown.ts";

export const memoryFolder = ".tellback/memory";
/** Below the folder: files that name what was forgotten, without its content. */
export const forgottenFolder = ".forgotten";

export interface SharedMemory {
  /** Null: a person wrote the file by hand. */
  id: string | null;
  type: NodeType;
  category: LearningCategory | null;
  content: string;
  author: string | null;
  /** The day on which it was stated. */
  date: string | null;
  tags: readonly string[];
  code: readonly CodePlace[];
  /** Ids of what it replaces. */
  supersedes: readonly string[];
}

/** The code that it speaks of, as it was when it was shared. */
export interface CodePlace {
  file: string;
  /** Empty for the whole file. */
  symbol: string;
  hash: string | null;
}

export type ParsedMemory = { ok: true; memory: SharedMemory } | { ok: false; problem: string };

export const maxMemoryBytes = 64 * 1024;

export function memoryFileText(one: SharedMemory): string {
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${name}:`, ...items.map((item) => `  - ${item}`)];
  const lines = [
    ...(one.id === null ? [] : [`id: ${one.id}`]),
    `type: ${one.type}`,
    ...(one.category === null ? [] : [`category: ${one.category}`]),
    ...(one.author === null ? [] : [`author: ${quoted(one.author)}`]),
    ...(one.date === null ? [] : [`date: ${one.date}`]),
    ...(one.tags.length === 0 ? [] : [`tags: [${one.tags.join(", ")}]`]),
    ...list("code", one.code.map(placeText)),
    ...list("supersedes", one.supersedes),
  ];
  return `---\n${lines.join("\n")}\n---\n\n${bodyOf(one.content)}\n`;
}

/** A value that YAML would read as something else is quoted. */
function quoted(value: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} .'_-]*$/u.test(value) ? value : JSON.stringify(value);
}

function placeText({ file, symbol, hash }: CodePlace): string {
  return [symbol === "" ? file : `${file}#${symbol}`, hash].filter(Boolean).join(" ");
}

/** One sentence a line: git then merges changes of different sentences, and shows which one changed. */
function bodyOf(content: string): string {
  const split = content.replace(/(?<=[.!?]["')\]`]?) (?=[\p{Lu}\p{N}`"'(])/gu, "\n");
  return contentOf(split) === content ? split : content;
}

/** Lines of a paragraph are one text; lists and code keep their lines. */
function contentOf(body: string): string {
  return body
    .split(/\n(?:[ \t]*\n)+/)
    .map((part) =>
      /^(?:[ \t]*(?:[-*+>|#]|\d+[.)]|```|~~~)|[ \t]{2,})/m.test(part)
        ? part
        : part.replace(/[ \t]*\n[ \t]*/g, " "),
    )
    .join("\n\n")
    .trim();
}

const maxList = 50;

export function parseMemoryFile(text: string): ParsedMemory {
  const bad = (problem: string): ParsedMemory => ({ ok: false, problem });
  if (/^(?:<{7}|>{7}) /m.test(text)) return bad("has conflicts of a merge");
  const { values, body } = frontMatterOf(text);
  const content = contentOf(body.replace(/<!--[\s\S]*?(?:-->|$)/g, ""));
  if (content === "") return bad("says nothing below its front matter");
  const id = one(values, "id");
  if (id !== null && !/^nod_[0-9A-Z]{26}$/.test(id)) return bad(`has an invalid id "${id.slice(0, 40)}"`);
  const kind = kindOf(one(values, "type") ?? "fact", one(values, "category"));
  if (kind === null) return bad(`has an unknown type "${String(one(values, "type")).slice(0, 40)}"`);
  const date = one(values, "date");
  if (date !== null && !isDay(date)) return bad(`has an invalid date "${date.slice(0, 40)}"`);
  const code = all(values, "code").map(placeIn);
  const outside = code.find(({ file }) => !isInside(file));
  if (outside) return bad(`names code outside of the project: ${outside.file.slice(0, 80)}`);
  return {
    ok: true,
    memory: {
      ...{ id, ...kind, content, date, code },
      author: one(values, "author")?.replace(/\s+/g, " ").slice(0, 60) || null,
      tags: all(values, "tags").filter(isSharedTag),
      supersedes: all(values, "supersedes").filter((other) => /^nod_[0-9A-Z]{26}$/.test(other)),
    },
  };
}

function one(values: FrontMatter, name: string): string | null {
  const value = values[name];
  return typeof value === "string" && value !== "" ? value.trim() : null;
}

function all(values: FrontMatter, name: string): string[] {
  const value = values[name] ?? [];
  return (typeof value === "string" ? [value] : value).filter((item) => item !== "").slice(0, maxList);
}

/** People may write the category where the type stands. */
function kindOf(type: string, category: string | null): Pick<SharedMemory, "type" | "category"> | null {
  const [asType, asCategory] = [nodeType.safeParse(type), learningCategory.safeParse(category ?? type)];
  if (asType.success && category === null && type !== "learning")
    return { type: asType.data, category: null };
  if (asType.success && asCategory.success) return { type: asType.data, category: asCategory.data };
  if (asType.success && category === null) return { type: asType.data, category: "convention" };
  return asCategory.success && category === null ? { type: "learning", category: asCategory.data } : null;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function placeIn(written: string): CodePlace {
  const [, place = "", hash] = /^(\S+)(?:\s+(\S+))?/.exec(written) ?? [];
  const at = place.indexOf("#");
  return {
    file: at < 0 ? place : place.slice(0, at),
    symbol: at < 0 ? "" : place.slice(at + 1),
    hash: hash ?? null,
  };
}

function isInside(path: string): boolean {
  return path !== "" && !/^(?:[/\\]|[A-Za-z]:)|\0/.test(path) && !path.split(/[/\\]/).includes("..");
}

/** What a tag says of one reader stays with that reader. */
export function isSharedTag(tag: string): boolean {
  return /^[^\s,"()[\]]{1,100}$/.test(tag) && !/^(?:tier|source|task|private)(?::|$)/.test(tag);
}

/** What a file without an id is known by, on every machine the same. */
export function idOfPath(projectKey: string, path: string): string {
  const digest = createHash("sha256").update(`${projectKey}\0${path}`).digest();
  let id = "";
  for (let at = 0; at < 26; at++) id += "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(digest[at] ?? 0) % 32];
  return `nod_${id}`;
}

export function hashOfFile(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const topics: Partial<Record<string, string>> = {
  ...{ decision: "decisions", convention: "rules", pattern: "rules", gotcha: "gotchas" },
  ...{ architecture: "architecture", dependency: "dependencies", observation: "dead-ends" },
  ...{ hypothesis: "hypotheses", "open-question": "open" },
};
const wordsInName = 8;
const maxName = 60;

/** Where a memory is shared: by its topic, and a name that says what it is about. It keeps its name when it changes. */
export function pathFor(memory: SharedMemory, isTaken: (path: string) => boolean): string {
  const topic = memory.tags.find((tag) => tag.startsWith("topic:"))?.slice("topic:".length);
  const folder = slug(topic ?? "") || (topics[memory.category ?? memory.type] ?? "facts");
  const name = slug(memory.content.split(/\s+/).slice(0, wordsInName).join(" ")) || "memory";
  const path = `${memoryFolder}/${folder}/${name}.md`;
  return isTaken(path)
    ? `${memoryFolder}/${folder}/${name}-${(memory.id ?? "").slice(-6).toLowerCase()}.md`
    : path;
}

function slug(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+/, "")
    .slice(0, maxName)
    .replace(/-+$/, "");
}
