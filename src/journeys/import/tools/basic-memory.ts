// Reads the notes of basic-memory: markdown files with values at the top, observations such as
// `- [decision] Use SQLite #storage (for now)` and relations such as `- depends_on [[Storage]]`.

import { basename } from "node:path";
import { oneLine } from "../../../../libs/language/index.ts";
import { tagFrom } from "../../../memory/imported-node.ts";
import { frontMatterOf, itemsOf, withoutComments } from "../../../memory/notes/markdown.ts";
import { type NoteFile, noNotesIn, noteFilesIn, textOf } from "../../../memory/notes/note-files.ts";
import type { WrittenType } from "../../../protocol/knowledge.ts";
import {
  edgeFrom,
  everyProject,
  type ForeignRecord,
  type ForeignStore,
  timeFrom,
  unknown,
} from "./foreign-store.ts";

export async function openBasicMemory(folder: string): Promise<ForeignStore> {
  const files = noteFilesIn(folder);
  if (files.length === 0) throw noNotesIn(folder, "Name the folder of a project of basic-memory.");
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { files: files.length, bytes, read: () => read(files, folder), check() {}, close() {} };
}

function* read(files: readonly NoteFile[], folder: string): Generator<ForeignRecord> {
  const notes: Note[] = [];
  for (const file of files) {
    const text = textOf(file, folder);
    if (text === null) yield unknown("note that cannot be read");
    else notes.push(parseNote(text, file.name, file.modifiedAt, file.path));
  }
  yield* fromNotes(notes);
}

export interface Note {
  /** Relative to the folder. */
  name: string;
  path: string;
  title: string;
  permalink: string;
  type: string;
  tags: string[];
  at: string;
  prose: string;
  observations: Observation[];
  relations: { relation: string; target: string; context: string | null }[];
}

export interface Observation {
  category: string | null;
  content: string;
  tags: string[];
}

export function parseNote(text: string, name: string, modifiedAt: string, path = name): Note {
  const { values, body } = frontMatterOf(text);
  const stem = basename(name).replace(/\.\w+$/, "");
  const one = (key: string) => String([values[key] ?? ""].flat().join(", "));
  const note: Note = {
    name,
    path,
    title: one("title") || stem,
    permalink: one("permalink") || name.replace(/\.\w+$/, ""),
    type: one("type") || "note",
    tags: [values.tags ?? []]
      .flat()
      .flatMap((tag) => tag.split(/[\s,]+/))
      .filter(Boolean),
    at: timeFrom(one("created") || one("date"), modifiedAt),
    prose: "",
    observations: [],
    relations: [],
  };
  const prose: string[] = [];
  for (const { text: said, isBullet } of itemsOf(withoutComments(body))) {
    const relation = isBullet ? relationIn(said) : null;
    const observation = isBullet && !relation ? observationIn(said) : null;
    if (relation) note.relations.push(relation);
    else if (observation) note.observations.push(observation);
    else {
      prose.push(isBullet ? `- ${said}` : said);
      for (const [, target = ""] of said.matchAll(/\[\[([^[\]]+)\]\]/g))
        note.relations.push({ relation: "links_to", target: target.trim(), context: null });
    }
  }
  note.prose = prose.join("\n");
  return note;
}

const time = /^\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?$/;

export function observationIn(bullet: string): Observation | null {
  const [first = "", ...more] = bullet.split("\n");
  const marked = /^\[([^[\]()]{1,100})\]\s+(.+)$/.exec(first);
  const category = marked?.[1]?.trim() ?? null;
  const isTask = category !== null && /^[^\p{L}\p{N}]?$|^x$/iu.test(category);
  const isCategory = category !== null && !isTask && !time.test(category);
  const words = first.split(/\s+/);
  const tags = words
    .filter((word) => /^#[\p{L}\p{N}]/u.test(word))
    .flatMap((word) => word.split("#").filter(Boolean));
  if (!isCategory && tags.length === 0) return null;
  const said = (isCategory ? (marked?.[2] ?? "") : first).replace(/(?:^|\s)#[\p{L}\p{N}][^\s]*/gu, "");
  return {
    category: isCategory ? category.toLowerCase() : null,
    content: [oneLine(said), ...more].join("\n"),
    tags,
  };
}

export function relationIn(bullet: string): Note["relations"][number] | null {
  const form = /^(?:"([^"]+)"|'([^']+)'|([^\s[\]]+))\s+\[\[([^[\]]+)\]\]\s*(?:\(([^()]*)\))?$/.exec(
    bullet.trim(),
  );
  const relation = form?.[1] ?? form?.[2] ?? form?.[3];
  if (!form || relation === undefined) return null;
  return { relation, target: (form[4] ?? "").trim(), context: form[5]?.trim() || null };
}

const typeOf: Record<string, WrittenType> = {
  decision: "decision",
  pattern: "pattern",
  technique: "pattern",
  convention: "pattern",
  principle: "pattern",
  rule: "pattern",
  question: "open-question",
  todo: "open-question",
  hypothesis: "hypothesis",
  idea: "hypothesis",
  observation: "observation",
  source: "source",
  reference: "source",
};

export function* fromNotes(notes: readonly Note[]): Generator<ForeignRecord> {
  const keys = new Map<string, string>();
  // A title wins over a file name that happens to be the same.
  for (const { name } of notes)
    keys.set(
      basename(name)
        .replace(/\.\w+$/, "")
        .toLowerCase(),
      name,
    );
  for (const { name, permalink } of notes) keys.set(permalink.toLowerCase(), name);
  for (const { name, title } of notes) keys.set(title.toLowerCase(), name);
  for (const note of notes) {
    const tags = [
      ...note.tags.flatMap((tag) => tagFrom("", tag)),
      ...(note.type === "note" ? [] : tagFrom("type:", note.type)),
    ];
    const common = { project: everyProject, at: note.at, isByUser: false, file: note.path };
    yield {
      ...{ is: "node", key: note.name, type: "source", tags, ...common },
      content: [note.title, note.prose].filter(Boolean).join("\n"),
      summary: note.title,
    };
    for (const { category, content, tags: own } of note.observations) {
      const key = `${note.name}\n${category}\n${content}`;
      const more = [
        ...own.flatMap((tag) => tagFrom("", tag)),
        ...(category ? tagFrom("category:", category) : []),
      ];
      yield {
        ...{ is: "node", key, type: typeOf[category ?? ""] ?? "fact", content, summary: null },
        ...{ tags: more, ...common },
      };
      yield { is: "edge", from: key, to: note.name, type: "CHILD_OF" };
    }
    for (const { relation, target, context } of note.relations) {
      const to = keys.get(target.toLowerCase()) ?? keys.get(target.split("/").at(-1)?.toLowerCase() ?? "");
      const { type, isExact } = edgeFrom(relation);
      if (to !== undefined && to !== note.name) yield { is: "edge", from: note.name, to, type };
      if (isExact && context === null && to !== undefined) continue;
      const verb = relation.replaceAll("_", " ");
      const key = `${note.name}\n${relation}\n${target}`;
      const content = `${note.title} ${verb} ${target}${context ? ` (${context})` : ""}`;
      yield { ...{ is: "node", key, type: "fact", content, summary: null, tags: [] }, ...common };
      yield { is: "edge", from: key, to: note.name, type: "CHILD_OF" };
    }
  }
}
