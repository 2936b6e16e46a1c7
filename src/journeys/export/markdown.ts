// An export as a folder of notes for people: a page for each project, session, topic of knowledge, task and function,
// linked the way Obsidian links notes. It is for reading; the other formats are for importing. Pure.

import { cut } from "../../../libs/language/index.ts";
import { decisionText } from "../../protocol/decision-text.ts";
import { plural } from "../../protocol/plural.ts";
import { blockId, link, type Names, namesOf, nodeLink, projectLink, startPage } from "./links.ts";
import { front, inLine, type Page, page, quoted, section } from "./markdown-text.ts";
import { indexed, type Notes, type NotesIndex, type Of, partsOf } from "./notes.ts";

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

function pagesOfProject(notes: NotesIndex, names: Names, project: Of<"project">): Page[] {
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

function sessionPage(notes: NotesIndex, names: Names, { id, project, data }: Of<"session">): Page {
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

function summaryText(summary: Of<"summary"> | undefined): string {
  const parts = partsOf(summary);
  return section("Summary", [
    ...(parts.now ? [`- ${inLine(parts.now)}`] : []),
    ...(parts.decided ?? []).map((one) => `- **Decision:** ${inLine(decisionText(one))}`),
    ...(parts.known ?? []).map((text) => `- **Learned:** ${inLine(text)}`),
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
    `## ${data.startedAt.slice(11, 16)} ${cut(inLine(data.request), 120) || "Before the first prompt"}${state}`,
    data.outcome && quoted(data.outcome),
    ...data.decisions.map((text) => `- **Decision:** ${inLine(text)}`),
    ...data.open.map((text) => `- **Open:** ${inLine(text)}`),
    data.files.length > 0 &&
      `Files: ${data.files.map((file) => `\`${file.replaceAll("`", "'")}\``).join(", ")}`,
    data.commitHash && `Commit: \`${data.commitHash.slice(0, 12)}\``,
  ];
  return lines.filter(Boolean).join("\n\n");
}

function knowledge(
  notes: NotesIndex,
  names: Names,
  project: string | null,
  nodes: readonly Of<"node">[],
): Page {
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
function nodeLine(notes: NotesIndex, names: Names, { id, data }: Of<"node">): string {
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

function taskPage(notes: NotesIndex, names: Names, { id, project, data }: Of<"task">): Page {
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

function functionPage(notes: NotesIndex, names: Names, { id, data }: Of<"function">): Page {
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
