// An export as a folder of notes for people: a page for each project, session, topic of knowledge, task and function,
// linked the way Obsidian links notes. It is for reading; the other formats are for importing. Pure.

import type { ExportRecord, RecordKind } from "../../protocol/export.ts";
import { plural } from "../../protocol/plural.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";

type Of<K extends RecordKind> = ExportRecord<K>;

export interface Page {
  /** Relative to the export's folder, with forward slashes. */
  path: string;
  text: string;
}

/** What the pages are made of: everything but single observations is held in memory. */
export interface Notes {
  projects: Of<"project">[];
  sessions: Of<"session">[];
  summaries: Of<"summary">[];
  turns: Of<"turn">[];
  compactions: Of<"compaction">[];
  nodes: Of<"node">[];
  edges: Of<"edge">[];
  tags: Of<"tag">[];
  evidence: Of<"evidence">[];
  tasks: Of<"task">[];
  entries: Of<"entry">[];
  functions: Of<"function">[];
  versions: Of<"version">[];
}

export const notesKinds = {
  ...{ projects: "project", sessions: "session", summaries: "summary", turns: "turn" },
  ...{ compactions: "compaction", nodes: "node", edges: "edge", tags: "tag", evidence: "evidence" },
  ...{ tasks: "task", entries: "entry", functions: "function", versions: "version" },
} as const satisfies Record<keyof Notes, RecordKind>;

export const startPage = "Tellback.md";
export const startPageBegins = "---\ntellback-export: ";

export function pagesOf(all: Notes, at: string): Page[] {
  const notes = indexed(all);
  const names = namesOf(notes);
  const everywhere = notes.nodes.filter(({ project }) => project === null);
  return [
    start(notes, names, at),
    ...notes.projects.flatMap((project) => pagesOfProject(notes, names, project)),
    ...(everywhere.length > 0 ? [knowledge(notes, names, null, everywhere)] : []),
    ...notes.functions.map((one) => functionPage(notes, names, one)),
  ];
}

/** What belongs to a session, a node or a task, by its id. */
interface Indexed extends Notes {
  projectOf: ReadonlyMap<string, Of<"project">>;
  summaryOf: ReadonlyMap<string, Of<"summary">>;
  turnsOf: ReadonlyMap<string, Of<"turn">[]>;
  compactionsOf: ReadonlyMap<string, Of<"compaction">[]>;
  learnedIn: ReadonlyMap<string | null, Of<"node">[]>;
  nodeOf: ReadonlyMap<string, Of<"node">>;
  edgesFrom: ReadonlyMap<string, Of<"edge">[]>;
  tagsOf: ReadonlyMap<string, Of<"tag">[]>;
  entriesOf: ReadonlyMap<string, Of<"entry">[]>;
}

function indexed(notes: Notes): Indexed {
  const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]));
  const turnsOf = Map.groupBy(notes.turns, ({ data }) => data.sessionId);
  for (const turns of turnsOf.values()) turns.sort((a, b) => (a.data.startedAt < b.data.startedAt ? -1 : 1));
  const by = {
    projectOf: byId(notes.projects),
    summaryOf: byId(notes.summaries),
    turnsOf,
    compactionsOf: Map.groupBy(notes.compactions, ({ data }) => data.sessionId),
    learnedIn: Map.groupBy(notes.nodes, ({ data }) => data.sessionId),
    nodeOf: byId(notes.nodes),
    edgesFrom: Map.groupBy(notes.edges, ({ data }) => data.fromId),
    tagsOf: Map.groupBy(notes.tags, ({ data }) => data.nodeId),
    entriesOf: Map.groupBy(notes.entries, ({ data }) => data.taskId),
  };
  // A session of which nothing is exported has no page.
  const sessions = notes.sessions.filter(({ id }) =>
    [by.turnsOf, by.compactionsOf, by.learnedIn, by.summaryOf].some((known) => known.has(id)),
  );
  return { ...notes, ...by, sessions };
}

type Names = ReadonlyMap<string, string>;

/** The path of each page without its ending, by record: what links name. Two pages never share one. */
function namesOf(notes: Indexed): Names {
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

function titleOf(notes: Indexed, id: string, { name }: Of<"session">["data"]): string {
  const first =
    notes.turnsOf.get(id)?.[0]?.data.request ?? partsOf(notes.summaryOf.get(id)).request?.split(" → ")[0];
  return fileName(name ?? first ?? "") || id.slice(0, 8);
}

/** Valid on every file system, and without the characters that mean something in a link. */
function fileName(text: string): string {
  const plain = text.replace(/[\p{Cc}\\/:*?"<>|#^[\]]+/gu, " ").replace(/\s+/g, " ");
  return wholeWords(plain.trim(), 60)
    .replace(/^\.+|[. ]+$/g, "")
    .toWellFormed();
}

/** At most so many characters, cut between words if a word ends in the second half. */
function wholeWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most);
  return text.slice(0, end > most / 2 ? end : most);
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${wholeWords(text, most - 1)}…`;
}

const link = (names: Names, id: string, shown: string) => {
  const name = names.get(id);
  return name === undefined ? inLine(shown) : `[[${name}|${inLink(shown)}]]`;
};

/** A bracket or a bar would end the link. */
function inLink(text: string): string {
  return inLine(text).replaceAll("|", "¦").replaceAll("[", "(").replaceAll("]", ")");
}

function projectLink({ projectOf }: Indexed, names: Names, key: string): string {
  return link(names, `project ${key}`, projectOf.get(key)?.data.root ?? key);
}

/** Stored text must not become a link, a heading or a block of the page. */
function inLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("[[", "[ [").replaceAll("]]", "] ]").trim();
}

/** Text of several lines, as a quotation. */
function quoted(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `> ${line.replaceAll("[[", "[ [")}`)
    .join("\n");
}

function start({ projects, sessions, functions, nodes }: Notes, names: Names, at: string): Page {
  const rows = projects.map(({ id, data }) => {
    const own = sessions.filter(({ project }) => project === id).length;
    return `- ${link(names, `project ${id}`, data.name)} (${plural(own, "session")})`;
  });
  const library = functions.map(
    ({ id, data }) => `- ${link(names, id, data.name)}: ${inLine(data.description)}`,
  );
  return page(startPage, `${startPageBegins}${at}\n---\n`, "Tellback", [
    section("Projects", rows),
    ...(nodes.some(({ project }) => project === null)
      ? [link(names, "knowledge null", "Knowledge for every project")]
      : []),
    section("Functions", library),
  ]);
}

function pagesOfProject(notes: Indexed, names: Names, project: Of<"project">): Page[] {
  const { id, data } = project;
  const of = <T extends { project: string | null }>(list: readonly T[]) =>
    list.filter((one) => one.project === id);
  const sessions = of(notes.sessions).toSorted((a, b) => (a.data.startedAt < b.data.startedAt ? 1 : -1));
  const nodes = of(notes.nodes);
  const tasks = of(notes.tasks);
  const main = page(
    `${names.get(`project ${id}`)}.md`,
    front({ folder: data.root, remote: data.remote }),
    data.name,
    [
      section(
        "Knowledge",
        nodes.length === 0 ? [] : [`- ${link(names, `knowledge ${id}`, plural(nodes.length, "note"))}`],
      ),
      section(
        "Tasks",
        tasks.map((one) => `- ${link(names, one.id, one.data.name)} (${one.data.state})`),
      ),
      section(
        "Sessions",
        sessions.map((one) => `- ${link(names, one.id, names.get(one.id)?.split("/").at(-1) ?? one.id)}`),
      ),
    ],
  );
  return [
    main,
    ...(nodes.length === 0 ? [] : [knowledge(notes, names, id, nodes)]),
    ...sessions.map((one) => sessionPage(notes, names, one)),
    ...tasks.map((one) => taskPage(notes, names, one)),
  ];
}

function sessionPage(notes: Indexed, names: Names, { id, project, data }: Of<"session">): Page {
  const turns = notes.turnsOf.get(id) ?? [];
  const learned = notes.learnedIn.get(id) ?? [];
  const compactions = notes.compactionsOf.get(id) ?? [];
  return page(
    `${names.get(id)}.md`,
    front({ session: id, host: data.host, started: data.startedAt, ended: data.endedAt, tags: data.tags }),
    data.name ?? names.get(id)?.split("/").at(-1) ?? id,
    [
      ...(project === null ? [] : [`Project: ${projectLink(notes, names, project)}`]),
      summaryText(notes.summaryOf.get(id)),
      ...turns.map(turnText),
      section(
        "Compactions",
        compactions.map((one) => `- ${one.data.at.slice(0, 16)}: ${inLine(executiveOf(one))}`),
      ),
      section(
        "Learned",
        learned.map((one) => nodeLine(notes, names, one)),
      ),
    ],
  );
}

const partsOf = (summary: Of<"summary"> | undefined) =>
  (summary?.data.summary ?? {}) as Partial<SummaryParts>;

function summaryText(summary: Of<"summary"> | undefined): string {
  const parts = partsOf(summary);
  return section("Summary", [
    ...(parts.done ?? []).map((text) => `- ${inLine(text)}`),
    ...(parts.decisions ?? []).map((text) => `- **Decision:** ${inLine(text)}`),
    ...(parts.learned ?? []).map((text) => `- **Learned:** ${inLine(text)}`),
    ...(parts.open ?? []).map((text) => `- **Open:** ${inLine(text)}`),
  ]);
}

function executiveOf({ data }: Of<"compaction">): string {
  const made = data.summary as { executive?: string } | null;
  return made?.executive ?? data.hostSummary ?? "";
}

function turnText({ data }: Of<"turn">): string {
  const state = data.rejectedAt ? " (rejected)" : data.supersededBy ? " (superseded)" : "";
  const lines = [
    `## ${data.startedAt.slice(11, 16)} ${shortened(inLine(data.request), 120) || "Before the first prompt"}${state}`,
    data.outcome && quoted(data.outcome),
    ...data.decisions.map((text) => `- **Decision:** ${inLine(text)}`),
    ...data.open.map((text) => `- **Open:** ${inLine(text)}`),
    data.files.length > 0 &&
      `Files: ${data.files.map((file) => `\`${file.replaceAll("`", "'")}\``).join(", ")}`,
    data.commitHash && `Commit: \`${data.commitHash.slice(0, 12)}\``,
  ];
  return lines.filter(Boolean).join("\n\n");
}

function knowledge(notes: Indexed, names: Names, project: string | null, nodes: readonly Of<"node">[]): Page {
  const current = nodes.filter(({ data }) => data.state === "active" && data.supersededBy === null);
  const former = nodes.filter((one) => !current.includes(one));
  const byType = Map.groupBy(current, ({ data }) => data.category ?? data.type);
  return page(`${names.get(`knowledge ${project}`)}.md`, front({}), "Knowledge", [
    ...[...byType]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, list]) =>
        section(
          headingOf(type),
          list.map((one) => nodeLine(notes, names, one)),
        ),
      ),
    section(
      "No longer valid",
      former.map((one) => nodeLine(notes, names, one)),
    ),
  ]);
}

function headingOf(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll("-", " ")}`;
}

/** Ends with a block id, so that another note can link to this line. */
function nodeLine(notes: Indexed, names: Names, { id, data }: Of<"node">): string {
  const tags = (notes.tagsOf.get(id) ?? []).map(
    (tag) => `#${tag.data.tag.replace(/[^\p{L}\p{N}/_-]/gu, "-")}`,
  );
  const links = (notes.edgesFrom.get(id) ?? []).map(
    (edge) =>
      `(${edge.data.type.toLowerCase().replaceAll("_", " ")} ${nodeLink(notes, names, edge.data.toId)})`,
  );
  const seen =
    data.sessionId === null ? "" : ` (${link(names, data.sessionId, `said ${data.createdAt.slice(0, 10)}`)})`;
  const more = [...links, ...tags].join(" ");
  return `- ${inLine(data.content)}${seen}${more && ` ${more}`} ^${blockId(id)}`;
}

function nodeLink(notes: Indexed, names: Names, id: string): string {
  const node = notes.nodeOf.get(id);
  const place = names.get(`knowledge ${node?.project ?? null}`);
  if (!node || place === undefined) return id;
  return `[[${place}#^${blockId(id)}|${shortened(inLink(node.data.content), 60)}]]`;
}

const blockId = (id: string) => id.replace(/[^A-Za-z0-9]/g, "-").toLowerCase();

function taskPage(notes: Indexed, names: Names, { id, project, data }: Of<"task">): Page {
  const entries = (notes.entriesOf.get(id) ?? []).toSorted((a, b) => a.data.number - b.data.number);
  return page(
    `${names.get(id)}.md`,
    front({ state: data.state, created: data.createdAt, closed: data.closedAt }),
    data.name,
    [
      ...(project === null ? [] : [`Project: ${projectLink(notes, names, project)}`]),
      ...(data.scratchpad === null ? [] : [`## Scratchpad\n\n${quoted(data.scratchpad)}`]),
      ...(data.plan === null ? [] : [`## Plan\n\n${quoted(data.plan)}`]),
      section(
        "Progress",
        entries.map((one) => `- ${one.data.at.slice(0, 16)} ${one.data.kind}: ${inLine(one.data.text)}`),
      ),
    ],
  );
}

function functionPage(notes: Indexed, names: Names, { id, data }: Of<"function">): Page {
  const version = notes.versions.find(
    (one) => one.data.functionId === id && one.data.version === data.version,
  );
  const code = version?.data.code ?? "";
  const fence = "`".repeat(Math.max(3, ...(code.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return page(
    `${names.get(id)}.md`,
    front({ language: data.language, version: data.version, tags: data.tags }),
    data.name,
    [data.description && quoted(data.description), `${fence}${data.language}\n${code}\n${fence}`],
  );
}

function page(path: string, head: string, title: string, parts: readonly string[]): Page {
  const begin = head === "" ? "" : `${head}\n`;
  return { path, text: `${begin}# ${inLine(title)}\n\n${parts.filter(Boolean).join("\n\n")}\n` };
}

function front(fields: Record<string, unknown>): string {
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== "");
  if (known.length === 0) return "";
  // JSON is valid YAML for one value.
  return `---\n${known.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("\n")}\n---\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n\n${lines.join("\n")}`;
}
