// The names of the pages of a markdown export, and links between them. Pure.

import { cut } from "../../../libs/language/index.ts";
import { fileName, inLine, inLink } from "./markdown-text.ts";
import { type NotesIndex, type Of, partsOf } from "./notes.ts";

export const startPage = "Tellback.md";

export type Names = ReadonlyMap<string, string>;

/** The path of each page without its ending, by record: what links name. Two pages never share one. */
export function namesOf(notes: NotesIndex): Names {
  const taken = new Set<string>([startPage.slice(0, -3).toLowerCase()]);
  const free = (wanted: string): string => {
    let name = wanted;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted} ${n}`;
    taken.add(name.toLowerCase());
    return name;
  };
  const names = new Map<string, string>();
  for (const { id, data } of notes.projects)
    names.set(`project ${id}`, free(fileName(data.name) || "Project"));
  const under = (project: string | null) => (project && names.get(`project ${project}`)) || "Everywhere";
  for (const { id, project, data } of notes.sessions)
    names.set(
      id,
      free(`${under(project)}/Sessions/${data.startedAt.slice(0, 10)} ${titleOf(notes, id, data)}`),
    );
  for (const project of [null, ...notes.projects.map(({ id }) => id)])
    names.set(`knowledge ${project}`, free(`${under(project)}/Knowledge`));
  for (const { id, project, data } of notes.tasks)
    names.set(id, free(`${under(project)}/Tasks/${fileName(data.name) || id}`));
  for (const { id, data } of notes.functions) names.set(id, free(`Functions/${fileName(data.name) || id}`));
  return names;
}

function titleOf(notes: NotesIndex, id: string, { name }: Of<"session">["data"]): string {
  const first = notes.turnsOf.get(id)?.[0]?.data.request ?? partsOf(notes.summaryOf.get(id)).title;
  return fileName(name ?? first ?? "") || id.slice(0, 8);
}

export const link = (names: Names, id: string, shown: string) => {
  const name = names.get(id);
  return name === undefined ? inLine(shown) : `[[${name}|${inLink(shown)}]]`;
};

export function projectLink({ projectOf }: NotesIndex, names: Names, key: string): string {
  return link(names, `project ${key}`, projectOf.get(key)?.data.root ?? key);
}

export function nodeLink(notes: NotesIndex, names: Names, id: string): string {
  const node = notes.nodeOf.get(id);
  const place = names.get(`knowledge ${node?.project ?? null}`);
  if (!node || place === undefined) return id;
  return `[[${place}#^${blockId(id)}|${cut(inLink(node.data.content), 60)}]]`;
}

export const blockId = (id: string) => id.replace(/[^A-Za-z0-9]/g, "-").toLowerCase();
